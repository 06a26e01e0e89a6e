import { BEARER_CHALLENGE } from '../errors/bearer-challenge';
import { html } from './html';
import type { ShownPage } from './page';
import { PAGE_STYLE, PAGE_STYLE_HASH } from './page-style';

const PRODUCT = 'Trestle';

/**
 * The complete document of a page. `organization` is the slug in the host: it shows users where they are, and does not
 * reveal whether such an organization exists.
 */
export function renderPage(
  { title, body, isWide, hasProblem }: ShownPage,
  organization: string | null = null,
): string {
  const place = organization === null ? PRODUCT : `${organization} · ${PRODUCT}`;
  const windowTitle = `${hasProblem ? 'Error: ' : ''}${title} · ${place}`;
  const head = html`<meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>${windowTitle}</title>`;
  const content = html`<a class="skip" href="#content">Skip to the content</a>
    <header class="${isWide ? 'wide' : ''}">
      <a href="/">${PRODUCT}</a>${organization !== null && html` <bdi>${organization}</bdi>`}
    </header>
    <main id="content" class="${isWide ? 'wide' : ''}">
      <h1>${title}</h1>
      ${body}
    </main>`;
  // The stylesheet must be identical to its hashed text; it contains nothing of a request.
  return `<!doctype html><html lang="en"><head>${head.text}<style>${PAGE_STYLE}</style></head><body>${content.text}</body></html>`;
}

/**
 * Headers of a page: no scripts, no frames, only our stylesheet, no external content. The referrer stays within the
 * origin, because URLs of pages can contain tokens; `no-referrer` would make browsers send `Origin: null` with our own forms.
 *
 * Chromium applies `form-action` to every redirect that follows a form, also to those of other sites, which cannot be
 * listed in advance. A page whose form leads to another site therefore omits the directive (decision 0062).
 *
 * A 401 must have a challenge (RFC 9110, section 15.5.2). Browsers open a dialog for Basic and Digest, not for Bearer.
 */
export function pageHeaders({
  status,
  leadsToOtherSites,
}: Pick<ShownPage, 'status' | 'leadsToOtherSites'>): Record<string, string> {
  const formAction = leadsToOtherSites ? '' : " form-action 'self';";
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src ${PAGE_STYLE_HASH};${formAction} frame-ancestors 'none'; base-uri 'none'`,
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': 'no-store',
    ...(status === 401 ? { 'www-authenticate': BEARER_CHALLENGE } : {}),
  };
}
