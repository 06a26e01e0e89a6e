import { describe, expect, it } from 'vitest';
import { JsonText, objectText, stringText } from '../../../src/kernel/json';

describe('objectText', () => {
  it('includes text, and otherwise returns what JSON.stringify returns', () => {
    const fields = { id: 'a', 'a "key"': [1, null], missing: undefined, nested: { date: new Date(0) } };
    const stored = new JsonText('{"a": 1, "b": "ü\\n"}');
    expect(objectText(fields)).toBe(JSON.stringify(fields));
    expect(objectText({})).toBe('{}');
    expect(objectText({ missing: undefined, id: 1, stored })).toBe('{"id":1,"stored":{"a": 1, "b": "ü\\n"}}');
    expect(JSON.stringify({ stored })).toBe('{"stored":{"a":1,"b":"ü\\n"}}');
  });
});

describe('stringText', () => {
  it('returns what JSON.stringify returns, for every character', () => {
    const texts = Array.from({ length: 0x1_0000 }, (_, code) => `a${String.fromCharCode(code)}b`);
    expect(texts.filter((text) => stringText(text) !== JSON.stringify(text))).toEqual([]);
    for (const text of ['', 'plain', 'with "quotes"', 'C:\\path', 'line\n', 'café', '😀', '\ud83d'])
      expect(stringText(text)).toBe(JSON.stringify(text));
  });
});
