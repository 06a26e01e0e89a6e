import { describe, expect, it } from 'vitest';
import { aColumn } from '../column-builder';

describe('text', () => {
  const column = aColumn('text');

  it('keeps the text as typed; only "" is empty', () => {
    for (const input of ['a', ' a ', '   ', '<b>x</b>', '0']) expect(column.parse(input)).toBe(input);
    expect(column.parse('')).toBeNull();
  });

  it('accepts 10,000 characters and no other type', () => {
    expect(column.parse('x'.repeat(10_000))).toHaveLength(10_000);
    expect(column.refusal('x'.repeat(10_001))).toBe('Must be at most 10000 characters');
    for (const input of [5, true, [], {}, ['a']]) expect(column.refusal(input)).toBe('Must be text');
  });

  it('sorts by its natural key', () => {
    expect(column.index('Item 2')).toEqual([
      { ordinal: 0, numberKey: null, textKey: 'item 0012', ref: null },
    ]);
  });
});

describe('long_text', () => {
  const column = aColumn('long_text');

  it.each([
    ['<p>Hello <strong>you</strong></p>', '<p>Hello <strong>you</strong></p>'],
    ['a < b & c', 'a &lt; b &amp; c'],
    ['<script>alert(1)</script>hi', 'hi'],
    ['<p onclick="x()">hi</p>', '<p>hi</p>'],
    ['<p style="position:fixed" class="x" id="y">hi</p>', '<p>hi</p>'],
    ['<img src="https://tracker.example/x.png">hi', 'hi'],
    ['<svg onload=alert(1)>hi</svg>', 'hi'],
    ['<iframe src="https://x.org">a</iframe>b', 'ab'],
    ['<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="jAvA\nscript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="&#106;avascript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="//x.org">x</a>', '<a>x</a>'],
    ['<a href="/api/trpc/x">x</a>', '<a>x</a>'],
    ['<a href="data:text/html,x">x</a>', '<a>x</a>'],
    [
      '<a href="https://x.org" target="_top" rel="opener">x</a>',
      '<a href="https://x.org" rel="noopener nofollow ugc">x</a>',
    ],
    ['<a href="mailto:a@b.org">x</a>', '<a href="mailto:a@b.org" rel="noopener nofollow ugc">x</a>'],
    ['<ol start="3"><li>x</li></ol>', '<ol start="3"><li>x</li></ol>'],
    ['<td colspan="2" bgcolor="red">x</td>', '<td colspan="2">x</td>'],
    ['<hr>', '<hr />'],
  ])('sanitizes %s', (input, stored) => {
    expect(column.parse(input)).toBe(stored);
    expect(column.parse(stored)).toBe(stored);
  });

  it.each([[''], ['<p></p>'], ['<p><br></p>'], ['<p>&nbsp; </p><p></p>'], ['<script>x</script>'], ['<img>']])(
    'treats %j as empty',
    (input) => {
      expect(column.parse(input)).toBeNull();
    },
  );

  it('accepts 100,000 characters, before and after sanitizing', () => {
    expect(column.parse('x'.repeat(100_000))).toHaveLength(100_000);
    expect(column.refusal('x'.repeat(100_001))).toContain('at most 100000');
    expect(column.refusal('&'.repeat(50_000))).toContain('at most 100000');
  });

  it('reads and sorts as its text, without markup', () => {
    const stored = column.parse('<h1>Title &amp; more</h1><p>one<br>two</p><ul><li>x</li></ul>')!;
    expect(column.text(stored)).toBe('Title & more\none\ntwo\nx');
    expect(column.index(stored)[0]?.textKey).toBe('title & more\none\ntwo\nx');
  });

  it('decodes entities once: escaped markup stays text', () => {
    expect(column.text(column.parse('&amp;lt;b&amp;gt;')!)).toBe('&lt;b&gt;');
  });
});

describe('email', () => {
  const column = aColumn('email');

  it.each([
    ['ann@example.org'],
    ['Ann.B+tag@sub.example.co'],
    ["o'brien@example.org"],
    ['jürgen@müller.example'],
    [`${'a'.repeat(64)}@example.org`],
  ])('accepts %s as typed', (input) => {
    expect(column.parse(input)).toBe(input);
    expect(column.parse(` ${input} `)).toBe(input);
  });

  it.each([
    ['ann'],
    ['ann@'],
    ['@example.org'],
    ['ann@localhost'],
    ['ann@@example.org'],
    ['ann@example..org'],
    ['ann@.org'],
    ['ann@-x.org'],
    ['ann@x-.org'],
    ['ann@10.0.0.1'],
    ['.ann@example.org'],
    ['ann.@example.org'],
    ['a..b@example.org'],
    ['ann b@example.org'],
    ['ann@exam ple.org'],
    ['Ann <ann@example.org>'],
    ['a@b.org,c@d.org'],
    ['ann@example.org\r\nBcc: x@y.org'],
    [`${'a'.repeat(65)}@example.org`],
    [`a@${'b'.repeat(64)}.org`],
    [`a@${'b.'.repeat(130)}org`],
    [5],
    [['ann@example.org']],
  ])('rejects %j', (input) => {
    expect(column.refusal(input)).toBeTypeOf('string');
  });
});

describe('phone', () => {
  const column = aColumn('phone');

  it.each([
    ['+15550109999', '+15550109999'],
    ['+1 (555) 010-9999', '+15550109999'],
    [' +49.30.1234567 ', '+49301234567'],
    ['+44 (0)20 7946 0958', '+442079460958'],
    ['(+33) 1 23 45 67 89', '+33123456789'],
    ['+49 30\u20111234567', '+49301234567'],
    ['+1234567', '+1234567'],
    ['+123456789012345', '+123456789012345'],
  ])('accepts %s as %s', (input, stored) => {
    expect(column.parse(input)).toBe(stored);
  });

  it.each([
    ['5550109999'],
    ['0015550109999'],
    ['+0123456789'],
    ['+123456'],
    ['+1234567890123456'],
    ['+1555O109999'],
    ['+1555010/9999'],
    ['++15550109999'],
    ['+1 555 0109999 x12'],
    ['+'],
    ['tel:+15550109999'],
    [15550109999],
  ])('rejects %j', (input) => {
    expect(column.refusal(input)).toBeTypeOf('string');
  });
});

describe('url', () => {
  const column = aColumn('url');

  it.each([
    ['https://example.org'],
    ['HTTP://Example.org/Path?q=1#x'],
    ['http://localhost:3000'],
    ['https://müller.example/ä'],
    ['mailto:ann@example.org?subject=Hi'],
  ])('accepts %s as typed', (input) => {
    expect(column.parse(` ${input} `)).toBe(input);
  });

  it.each([
    ['example.org'],
    ['//example.org'],
    ['/path'],
    ['ftp://example.org'],
    ['javascript:alert(1)'],
    ['JavaScript://example.org/%0aalert(1)'],
    ['java\nscript:alert(1)'],
    ['ht\ntps://example.org'],
    ['data:text/html,x'],
    ['file:///etc/passwd'],
    ['https://'],
    ['https:example.org'],
    ['http:///'],
    ['https://exa mple.org'],
    ['https://[::1'],
    ['mailto:'],
    [`https://example.org/${'x'.repeat(2_048)}`],
    [5],
    [{ url: 'https://example.org' }],
  ])('rejects %.60j', (input) => {
    expect(column.refusal(input)).toBeTypeOf('string');
  });
});

describe('color', () => {
  const column = aColumn('color');

  it('accepts #RRGGBB, in upper case', () => {
    expect(column.parse('#a1b2c3')).toBe('#A1B2C3');
    expect(column.parse('')).toBeNull();
    for (const input of [
      '#abc',
      'a1b2c3',
      '#a1b2c3ff',
      '#ggggggg',
      'red',
      '#a1b2c3\n',
      0xa1b2c3,
      ['#a1b2c3'],
    ]) {
      expect(column.refusal(input)).toBe('Must be a color such as #RRGGBB');
    }
  });
});
