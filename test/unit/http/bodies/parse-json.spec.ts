import { describe, expect, it } from 'vitest';
import { parseJson, parseJsonBytes } from '../../../../src/http/bodies/parse-json';

const LONG = 'x'.repeat(20_000);

describe('parseJson', () => {
  it.each([
    ['1', 1],
    ['null', null],
    ['{"a":[1,"]}",{"b":"\\"["}]}', { a: [1, ']}', { b: '"[' }] }],
    [`{"long":"${LONG}"}`, { long: LONG }],
    [`["${LONG}\\\\","[[[[","\\"]]",1]`, [`${LONG}\\`, '[[[[', '"]]', 1]],
  ])('reads %.40s', (text, value) => expect(parseJson(text, 'It')).toEqual(value));

  it.each(['', ' ', '{', '{"a":}', 'undefined', 'NaN', "{'a':1}", '[1,]', `["${LONG}`, '\ufeff{}'])(
    'rejects %.40s',
    (text) => expect(() => parseJson(text, 'It')).toThrow('It is not valid JSON'),
  );

  it('accepts long texts and wide lists', () => {
    expect(parseJson(`{"a":"${','.repeat(1_000_000)}${'['.repeat(1_000_000)}"}`, 'It')).toHaveProperty('a');
    const list = Array.from({ length: 99_000 }, (_, index) => index);
    expect(parseJson(JSON.stringify(list), 'It')).toEqual(list);
  });

  it.each([
    ['lists', '['.repeat(5_000_000), 'is nested too deeply'],
    ['objects', '{"a":'.repeat(1_000_000), 'is nested too deeply'],
    ['lists that end', `${'['.repeat(10_000)}${']'.repeat(10_000)}`, 'is nested too deeply'],
    ['values', `[${'1,'.repeat(4_000_000)}1]`, 'contains more than 100000 values'],
    ['texts', `[${'"",'.repeat(3_000_000)}""]`, 'contains more than 100000 values'],
    ['empty lists', `[${'[],'.repeat(3_000_000)}1]`, 'contains more than 100000 values'],
    ['keys', `{${'"":1,'.repeat(2_000_000)}"a":1}`, 'contains more than 100000 values'],
  ])('rejects millions of %s', (_what, text, reason) => {
    expect(() => parseJson(text, 'It')).toThrow(`It ${reason}`);
  });
});

describe('parseJsonBytes', () => {
  it('reads UTF-8', () => expect(parseJsonBytes(Buffer.from('"é🎉"'), 'It')).toBe('é🎉'));

  it.each([
    [[0x22, 0xff, 0x22]],
    [[0x22, 0xc3, 0x22]],
    [[0x22, 0xed, 0xa0, 0x80, 0x22]],
    [[0x22, 0xc0, 0x80, 0x22]],
  ])('rejects %j, which is not UTF-8', (bytes) =>
    expect(() => parseJsonBytes(Buffer.from(bytes), 'It')).toThrow('It is not valid UTF-8'),
  );
});
