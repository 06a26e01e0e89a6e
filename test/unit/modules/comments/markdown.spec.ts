import { createRequire } from 'node:module';
import MarkdownIt, { type Token } from 'markdown-it';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { parseComment } from '../../../../src/modules/comments/markdown/parse-comment';

interface Example {
  markdown: string;
  html: string;
  number: number;
}

/** The package has no types. */
const spec = createRequire(__filename)('commonmark-spec') as { tests: Example[] };
/** The specification shows a tab as an arrow. */
const EXAMPLES = spec.tests.map(({ markdown, html, number }) => ({
  number,
  markdown: markdown.replaceAll('→', '\t'),
  html: html.replaceAll('→', '\t'),
}));

/** What a comment can contain, and with which attributes. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    'h1 h2 h3 h4 h5 h6 p br hr blockquote pre ul li strong em s code table thead tbody tr th td'
      .split(' ')
      .map((name) => [name, []]),
  ),
  a: ['href', 'rel', 'title'],
  ol: ['start'],
};
const ABSOLUTE = /^(?:https?:\/\/|mailto:)/i;
const REL = 'noopener nofollow ugc';

/** Comments link bare addresses. */
const BARE_ADDRESSES: Readonly<Record<number, string>> = {
  602: '<p>&lt;<a href="https://foo.bar/baz">https://foo.bar/baz</a> bim&gt;</p>',
  608: '<p>&lt; <a href="https://foo.bar">https://foo.bar</a> &gt;</p>',
  611: '<p><a href="https://example.com">https://example.com</a></p>',
  612: '<p><a href="mailto:foo@bar.example.com">foo@bar.example.com</a></p>',
};

interface Element {
  name: string;
  attributes: Record<string, string>;
}
type Node = Element | { end: string } | { text: string };

/** HTML as a strict XML parser reads it, which rejects an element without an end and a character that is not escaped. */
function nodesOf(html: string): Node[] {
  const nodes: Node[] = [];
  let preformatted = 0;
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    if (name === 'pre') preformatted += 1;
    nodes.push({ name, attributes: { ...attributes } });
  });
  parser.on('closetag', ({ name }) => {
    if (name === 'pre') preformatted -= 1;
    nodes.push({ end: name });
  });
  parser.on('text', (text) => {
    // Between blocks, line breaks are not significant.
    if (preformatted > 0 || !/^\n*$/.test(text)) nodes.push({ text });
  });
  parser.write(`<root>${html}</root>`).close();
  return nodes;
}

const rendered = (body: string) => parseComment(body).render(new Set());

const isElement = (node: Node): node is Element => 'name' in node;

/** A soft line break is shown as a line break, as a hard one is. */
const withoutLineBreaks = (html: string) => html.replaceAll('<br />\n', '\n');

/** What comments make of the HTML that the specification expects. */
function expectedNodes({ html, number }: Example): Node[] {
  const nodes = nodesOf(withoutLineBreaks(BARE_ADDRESSES[number] ?? html));
  for (const node of nodes.filter(isElement)) {
    // The language of a block of code is not kept.
    if (node.name === 'code') delete node.attributes['class'];
    if (node.name !== 'a') continue;
    // A relative link would be a link to this service.
    if (ABSOLUTE.test(node.attributes['href']!)) node.attributes['rel'] = REL;
    else delete node.attributes['href'];
  }
  return nodes;
}

const WITH_HTML = new MarkdownIt({ html: true });
const tokensOf = (tokens: readonly Token[]): Token[] =>
  tokens.flatMap((token) => [token, ...tokensOf(token.children ?? [])]);
/** Raw HTML is shown as text, and an image is a link. */
const isRenderedDifferently = ({ markdown }: Example) =>
  tokensOf(WITH_HTML.parse(markdown, {})).some(({ type }) => /^(?:html_|image)/.test(type));

describe('the examples of CommonMark', () => {
  it('are all of them', () => {
    expect(EXAMPLES.length).toBeGreaterThan(600);
    expect(EXAMPLES.filter((example) => !isRenderedDifferently(example)).length).toBeGreaterThan(550);
  });

  it.each(EXAMPLES)('$number contains only what a comment can contain', ({ markdown }) => {
    for (const { name, attributes } of nodesOf(rendered(markdown)).filter(isElement).slice(1)) {
      expect(Object.keys(ALLOWED)).toContain(name);
      for (const attribute of Object.keys(attributes)) expect(ALLOWED[name]).toContain(attribute);
      if (attributes['href'] === undefined) continue;
      expect(attributes['href']).toMatch(ABSOLUTE);
      expect(attributes['rel']).toBe(REL);
    }
  });

  it.each(EXAMPLES.filter((example) => !isRenderedDifferently(example)))(
    '$number is rendered as specified',
    (example) => {
      expect(nodesOf(withoutLineBreaks(rendered(example.markdown)))).toEqual(expectedNodes(example));
    },
  );
});
