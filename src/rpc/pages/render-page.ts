import { html } from './html';
import type { ShownPage } from './page';
import { PAGE_STYLE, PAGE_STYLE_HASH } from './page-style';

/** The whole document of a page. */
export function renderPage({ title, body, isWide, hasProblem }: ShownPage): string {
  const head = html`<meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>${hasProblem && 'Error: '}${title} · Trestle</title>`;
  const content = html`<a class="skip" href="#content">Skip to the content</a>
    <main id="content" class="${isWide ? 'wide' : ''}">
      <h1>${title}</h1>
      ${body}
    </main>`;
  // The stylesheet stands as it is hashed; nothing of a request is in it.
  return `<!doctype html><html lang="en"><head>${head.text}<style>${PAGE_STYLE}</style></head><body>${content.text}</body></html>`;
}

/**
 * Headers of a page: no script, no frame, no style but ours, nothing from elsewhere. The referrer stays within the
 * origin, because addresses of pages hold tokens; `no-referrer` would make browsers send `Origin: null` with our own forms.
 */
export function pageHeaders({ formTargets }: Pick<ShownPage, 'formTargets'>): Record<string, string> {
  const formAction = ["'self'", ...formTargets].join(' ');
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src ${PAGE_STYLE_HASH}; form-action ${formAction}; frame-ancestors 'none'; base-uri 'none'`,
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': 'no-store',
  };
}
