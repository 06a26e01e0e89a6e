import type { Html } from './html';

/** What a page controller answers: a document, or where to go next. `setCookies` are whole `Set-Cookie` values. */
export type Page = ShownPage | Redirect;

export interface ShownPage {
  readonly kind: 'shown';
  readonly status: number;
  readonly title: string;
  readonly body: Html;
  readonly isWide: boolean;
  /** Said in the window's title, which is read out first. */
  readonly hasProblem: boolean;
  /** Origins beside our own that a form of the page leads to, also after the redirect that answers it. */
  readonly formTargets: readonly string[];
  readonly setCookies: readonly string[];
}

export interface Redirect {
  readonly kind: 'redirect';
  readonly location: string;
  readonly setCookies: readonly string[];
}

type Extras = Partial<Pick<ShownPage, 'status' | 'isWide' | 'hasProblem' | 'formTargets' | 'setCookies'>>;

export function page(title: string, body: Html, extras: Extras = {}): ShownPage {
  return {
    kind: 'shown',
    status: 200,
    isWide: false,
    hasProblem: false,
    formTargets: [],
    setCookies: [],
    ...extras,
    title,
    body,
  };
}

/** By 303: what comes next is read by GET, whatever asked for it. */
export function redirect(location: string, setCookies: readonly string[] = []): Redirect {
  return { kind: 'redirect', location, setCookies };
}
