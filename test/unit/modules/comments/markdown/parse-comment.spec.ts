import { describe, expect, it } from 'vitest';
import type { UserId } from '../../../../../src/kernel/ids';
import { withNames } from '../../../../../src/modules/comments/markdown/mentions';
import { parseComment } from '../../../../../src/modules/comments/markdown/parse-comment';

const MEMBER = 'usr_01ARZ3NDEKTSV4RRFFQ69G5FAV' as UserId;
const STRANGER = 'usr_01BX5ZZKBKACTAV9WEVGEMMVS0' as UserId;
const ELEMENT = `<span class="mention" data-user-id="${MEMBER}"></span>`;

const html = (body: string) => parseComment(body).render(new Set([MEMBER]));
const named = (body: string) => [...parseComment(body).named];

describe('Markdown of comments', () => {
  it.each([
    [
      '**bold** _it_ ~~del~~ `code`',
      '<p><strong>bold</strong> <em>it</em> <s>del</s> <code>code</code></p>\n',
    ],
    ['one\ntwo', '<p>one<br />\ntwo</p>\n'],
    ['> quote', '<blockquote>\n<p>quote</p>\n</blockquote>\n'],
    ['| a |\n| - |\n| b |', expect.stringContaining('<td>b</td>')],
    [
      'https://example.com',
      '<p><a href="https://example.com" rel="noopener nofollow ugc">https://example.com</a></p>\n',
    ],
  ])('renders %j', (body, expected) => {
    expect(html(body)).toEqual(expected);
  });

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '![x](https://example.com/pixel.png)',
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt&colon;alert(1))',
    '[x](data:text/html,<script>alert(1)</script>)',
    '<span class="mention" data-user-id="x" onclick="alert(1)">@x</span>',
    '<a href="javascript:alert(1)">x</a>',
    '`<b onmouseover=alert(1)>`',
    '[x](//example.com)',
    '[x](/api/auth/signout)',
  ])('renders nothing that loads or runs: %s', (body) => {
    const rendered = html(body);
    expect(rendered).not.toMatch(/<(?!\/?(?:p|a|code)\b)/);
    expect(rendered).not.toMatch(/<[^>]*(?:\son\w+=|javascript|data:|src=|class=)/i);
    expect(rendered).not.toMatch(/<[^>]*href="(?!https:)/);
  });

  it('marks the mentions of members, and leaves other ids as text', () => {
    expect(html(`Hi @${MEMBER}, @${STRANGER}`)).toBe(`<p>Hi ${ELEMENT}, @${STRANGER}</p>\n`);
    expect(named(`Hi @${MEMBER}, @${STRANGER}, @${MEMBER}`)).toEqual([MEMBER, STRANGER]);
  });

  it.each([
    `\`@${MEMBER}\``,
    `    @${MEMBER}`,
    `mail@${MEMBER}`,
    `@${MEMBER}X`,
    `@${MEMBER.toLowerCase()}`,
    `@${MEMBER.slice(0, -1)}`,
    `\\@${MEMBER}`,
  ])('sees no mention in %j', (body) => {
    expect(named(body)).toEqual([]);
    expect(html(body)).not.toContain('mention');
  });

  it.each([`(@${MEMBER})`, `**@${MEMBER}**`, `@${MEMBER}.`, `- @${MEMBER}`, `> @${MEMBER}`, `# @${MEMBER}`])(
    'sees a mention in %j',
    (body) => {
      expect(named(body)).toEqual([MEMBER]);
      expect(html(body)).toContain(ELEMENT);
    },
  );

  it('fills in current names, escaped', () => {
    expect(withNames(ELEMENT, () => '<b>$& "x"')).toBe(
      `<span class="mention" data-user-id="${MEMBER}">@&lt;b&gt;$&amp; &quot;x&quot;</span>`,
    );
  });

  it.each(['[', '*', '`', '> ', '- ', '![', '<', '&', '|', '\\', '_*', '[](', '@usr_', 'http://a.'])(
    'takes bounded time for 20,000 characters of %j',
    (piece) => {
      const started = performance.now();
      html(piece.repeat(20_000 / piece.length));
      expect(performance.now() - started).toBeLessThan(60_000);
    },
  );
});
