import { describe, expect, it } from 'vitest';
import type { Fence } from '../../../support/documents/markdown';
import { difference } from '../../../support/documents/shown-output';

const text = (shown: string): Fence => ({ language: 'text', text: `${shown}\n`, line: 1, heading: '' });
const json = (shown: unknown): Fence => ({
  language: 'json',
  text: JSON.stringify(shown),
  line: 1,
  heading: '',
});

describe('what a document shows', () => {
  it.each([
    [text('200\nok'), '200\r\nok\n'],
    [text('itm_…'), 'itm_01J0'],
    [text('x-limit: …\nx-left: …'), 'x-limit: 10\nx-left: 9'],
    [text('a.b (c)'), 'a.b (c)'],
    [json({ id: 'itm_…', at: '…', n: 1 }), '{"id":"itm_1","at":null,"n":1}'],
    [json({ a: [1, { b: 'x…' }], '…': 'more' }), '{"a":[1,{"b":"xyz"}],"c":2,"d":3}'],
    [json({ values: { 'col_…': 3 } }), '{"values":{"col_1":3}}'],
  ])('is what was printed: %o', (shown, printed) => {
    expect(difference(shown, printed)).toBeNull();
  });

  it.each([
    [text('200'), '201'],
    [text('itm_…'), 'brd_1'],
    [text('one …'), 'one\ntwo'],
    [text('a.b'), 'axb'],
    [text('ok'), ''],
    [json({ id: 'itm_…' }), '{"id":"brd_1"}'],
    [json({ a: 1 }), '{"a":1,"b":2}'],
    [json({ a: 1, '…': 'more' }), '{"b":2}'],
    [json([1, 2]), '[1]'],
    [json({ a: null }), '{"a":{}}'],
    [json({ a: {} }), '{"a":[]}'],
    [json({ a: 1 }), 'no JSON'],
  ])('is not what was printed: %o', (shown, printed) => {
    expect(difference(shown, printed)).toContain(printed);
  });
});
