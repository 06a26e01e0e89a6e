import type { Html } from './html';

/** The result of a page controller: a document or a redirect. `setCookies` are complete `Set-Cookie` values. */
export type Page = ShownPage | Redirect;

export interface ShownPage {
  readonly kind: 'shown';
  readonly status: number;
  readonly title: string;
  readonly body: Html;
  readonly isWide: boolean;
  /** Starts the window title, which screen readers read first, with "Error:". */
  readonly hasProblem: boolean;
  /** A form of the page redirects to another site, which may redirect the browser again. */
  readonly leadsToOtherSites: boolean;
  readonly setCookies: readonly string[];
}

export interface Redirect {
  readonly kind: 'redirect';
  readonly location: string;
  readonly setCookies: readonly string[];
}

type Extras = Partial<
  Pick<ShownPage, 'status' | 'isWide' | 'hasProblem' | 'leadsToOtherSites' | 'setCookies'>
>;

export function page(title: string, body: Html, extras: Extras = {}): ShownPage {
  return {
    kind: 'shown',
    status: 200,
    isWide: false,
    hasProblem: false,
    leadsToOtherSites: false,
    setCookies: [],
    ...extras,
    title,
    body,
  };
}

/** With status 303, so that the browser follows with GET. */
export function redirect(location: string, setCookies: readonly string[] = []): Redirect {
  return { kind: 'redirect', location, setCookies };
}
