import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../src/kernel/app-error';
import { errorPage } from '../../../../src/http/pages/error-page';
import { html } from '../../../../src/http/pages/html';
import { page } from '../../../../src/http/pages/page';
import { pageHeaders, renderPage } from '../../../../src/http/pages/render-page';

describe('a page', () => {
  it('escapes its title and has no script', () => {
    const text = renderPage(page('<script>', html`<p>Hello</p>`));
    expect(text).toContain('<h1>&lt;script&gt;</h1>');
    expect(text).not.toContain('<script');
  });

  it('allows exactly the stylesheet that it contains', () => {
    const style = /<style>([\s\S]*?)<\/style>/.exec(renderPage(page('Title', html``)))![1]!;
    const policy = pageHeaders({ status: 200, leadsToOtherSites: false })['content-security-policy'];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(policy).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
    );
  });

  it('does not restrict forms that lead to other sites, because browsers would restrict the redirects of those too', () => {
    const policy = pageHeaders({ status: 200, leadsToOtherSites: true })['content-security-policy'];
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; frame-ancestors 'none'; base-uri 'none'$/,
    );
  });

  it('shows an error with its reason, its wait and the request id', () => {
    const failure = new AppError('TOO_MANY_REQUESTS', 'Too many <attempts>', {
      reason: 'rate',
      retryAfterSeconds: 9,
    });
    const shown = errorPage(failure, 'req-1');
    expect(shown.status).toBe(429);
    expect(shown.body.text).toContain('Too many &lt;attempts&gt;');
    expect(shown.body.text).toContain('<code>rate</code>');
    expect(shown.body.text).toContain('in 9 seconds');
    expect(shown.body.text).toContain('<code>req-1</code>');
  });
});
