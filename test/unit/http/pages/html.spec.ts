import { describe, expect, it } from 'vitest';
import { html } from '../../../../src/http/pages/html';

describe('html', () => {
  it('escapes inserted values, in text and in quoted attributes', () => {
    const hostile = `"><script>alert('&')</script>`;
    expect(html`<a title="${hostile}">${hostile}</a>`.text).toBe(
      '<a title="&quot;&gt;&lt;script&gt;alert(&#39;&amp;&#39;)&lt;/script&gt;">' +
        '&quot;&gt;&lt;script&gt;alert(&#39;&amp;&#39;)&lt;/script&gt;</a>',
    );
  });

  it('keeps markup and lists, and omits null and undefined', () => {
    const rows = ['a', '<b>'].map((text) => html`<li>${text}</li>`);
    expect(html`${rows}${null}${undefined}${false}${0}`.text).toBe('<li>a</li><li>&lt;b&gt;</li>0');
  });

  it('escapes text in lists of any depth', () => {
    expect(html`${['<i>', ['<b>']]}`.text).toBe('&lt;i&gt;&lt;b&gt;');
  });
});
