import { describe, expect, it } from 'vitest';
import { AppError } from '../../../src/kernel/app-error';
import { type AskedCalls, MAX_BATCH_CALLS, parseCalls } from '../../../src/rpc/parse-calls';

const get = (path: string, query: Record<string, unknown> = {}): AskedCalls =>
  parseCalls({ method: 'GET', path, query, body: null, contentType: undefined });

const post = (
  path: string,
  body: string | Buffer | null,
  contentType: string | undefined = 'application/json',
  query: Record<string, unknown> = {},
): AskedCalls =>
  parseCalls({ method: 'POST', path, query, body: body === null ? null : Buffer.from(body), contentType });

const inputs = ({ calls }: AskedCalls): unknown[] => calls.map((call) => call.readInput());
const codeOf = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    return (error as AppError).code;
  }
  return 'none';
};

describe('parseCalls', () => {
  it('one query with its input', () => {
    const asked = get('items.get', { input: '{"json":{"id":"x"}}' });
    expect(asked.isBatch).toBe(false);
    expect(asked.calls.map(({ name, index }) => ({ name, index }))).toEqual([
      { name: 'items.get', index: 0 },
    ]);
    expect(inputs(asked)).toEqual([{ id: 'x' }]);
  });

  it('commas are part of the name unless a batch is requested', () => {
    expect(get('a.b,c.d').calls.map(({ name }) => name)).toEqual(['a.b,c.d']);
    for (const batch of ['0', 'true', '']) expect(get('a.b,c.d', { batch }).isBatch).toBe(false);
    expect(() => get('a.b,c.d', { batch: ['1', '1'] })).toThrow('batch: Must be given once');
  });

  it('a batch with GET and with POST, with gaps in the index', () => {
    const input = '{"0":{"json":{"a":1}},"2":{"json":{"b":2}},"7":{"json":"ignored"}}';
    const byGet = get('a.b,c.d,e.f', { batch: '1', input });
    expect(byGet.calls.map(({ name, index }) => [name, index])).toEqual([
      ['a.b', 0],
      ['c.d', 1],
      ['e.f', 2],
    ]);
    expect(inputs(byGet)).toEqual([{ a: 1 }, undefined, { b: 2 }]);
    expect(inputs(post('a.b,c.d,e.f', input, undefined, { batch: '1' }))).toEqual(inputs(byGet));
  });

  it('a batch without any input', () => {
    expect(inputs(get('a,b', { batch: '1' }))).toEqual([undefined, undefined]);
    expect(inputs(post('a,b', null, undefined, { batch: '1' }))).toEqual([undefined, undefined]);
    expect(get('', { batch: '1' }).calls.map(({ name }) => name)).toEqual(['']);
  });

  it(`at most ${MAX_BATCH_CALLS} calls`, () => {
    const names = Array.from({ length: MAX_BATCH_CALLS }, () => 'a').join(',');
    expect(get(names, { batch: '1' }).calls).toHaveLength(MAX_BATCH_CALLS);
    expect(codeOf(() => get(`${names},a`, { batch: '1' }))).toBe('BAD_REQUEST');
    expect(codeOf(() => get(','.repeat(5_000_000), { batch: '1' }))).toBe('BAD_REQUEST');
  });

  it('an invalid entry fails its own call only', () => {
    const asked = post('a,b,c', '{"0":5,"1":{"json":1},"2":{"jsn":1}}', undefined, { batch: '1' });
    expect(asked.calls.map((call) => codeOf(() => call.readInput()))).toEqual([
      'BAD_REQUEST',
      'none',
      'BAD_REQUEST',
    ]);
  });

  it.each([
    ['no parameter', undefined, undefined],
    ['null', '{"json":null}', null],
    ['an empty envelope', '{}', undefined],
    ['what superjson makes of nothing', '{"json":null,"meta":{"values":["undefined"],"v":1}}', undefined],
    [
      'what superjson makes of a date',
      '{"json":{"at":"2026"},"meta":{"values":{"at":["Date"]}}}',
      { at: '2026' },
    ],
  ])('GET: %s', (_what, input, expected) => {
    expect(inputs(get('a', input === undefined ? {} : { input }))).toEqual([expected]);
  });

  it.each([
    ['no JSON', 'x'],
    ['nothing', ''],
    ['a list', '[]'],
    ['a text', '"a"'],
    ['null', 'null'],
    ['an input without its envelope', '{"id":"x"}'],
    ['a key beside json', '{"json":{},"id":1}'],
    ['meta alone', '{"meta":{}}'],
    ['a parameter given twice', ['{"json":1}', '{"json":2}']],
  ])('GET: rejects %s', (_what, input) => {
    expect(codeOf(() => inputs(get('a', { input })))).toBe('BAD_REQUEST');
  });

  it('names the unknown key next to json', () => {
    expect(() => inputs(get('a', { input: '{"boardId":"x"}' }))).toThrow(
      expect.objectContaining({ issues: [{ path: 'boardId', message: 'Unknown key' }] }),
    );
    expect(() => inputs(get('a', { input: '{"meta":{}}' }))).toThrow(
      expect.objectContaining({ issues: [{ path: 'json', message: 'Required' }] }),
    );
  });

  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON',
    'application/json ;a=b',
  ])('POST: reads %s', (type) => expect(inputs(post('a', '{"json":1}', type))).toEqual([1]));

  it.each([
    'text/plain',
    'text/plain; application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'application/json-patch+json',
    '',
  ])('POST: rejects %j, with a body or without', (type) => {
    expect(codeOf(() => inputs(post('a', '{"json":1}', type)))).toBe('UNSUPPORTED_MEDIA_TYPE');
    expect(codeOf(() => inputs(post('a', null, type)))).toBe('UNSUPPORTED_MEDIA_TYPE');
  });

  it('POST: a body needs its type, an empty one needs none', () => {
    const untyped = (body: Buffer | null) =>
      parseCalls({ method: 'POST', path: 'a', query: {}, body, contentType: undefined });
    expect(codeOf(() => inputs(untyped(Buffer.from('{"json":1}'))))).toBe('UNSUPPORTED_MEDIA_TYPE');
    expect(inputs(untyped(null))).toEqual([undefined]);
    expect(inputs(untyped(Buffer.alloc(0)))).toEqual([undefined]);
  });

  it('reads an input once and returns the same value, or the same error, again', () => {
    const [call] = get('a', { input: '{"json":{"a":1}}' }).calls;
    expect(call!.readInput()).toBe(call!.readInput());
    const [bad] = get('a', { input: '{' }).calls;
    const refusals = [1, 2].map(() => {
      try {
        return bad!.readInput();
      } catch (error) {
        return error;
      }
    });
    expect(refusals[0]).toBeInstanceOf(AppError);
    expect(refusals[1]).toBe(refusals[0]);
  });
});
