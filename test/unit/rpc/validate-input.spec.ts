import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { InvalidInput } from '../../../src/kernel/app-error';
import * as schema from '../../../src/rpc/schema';
import { validateInput } from '../../../src/rpc/validate-input';

const item = z.strictObject({
  name: schema.name(),
  limit: schema.pageLimit,
  isOpen: z.boolean().optional(),
  color: z.enum(['red', 'blue']).optional(),
  values: z.record(schema.id('column'), z.unknown()).default({}),
  tags: z
    .array(z.strictObject({ text: z.string() }))
    .max(3)
    .optional(),
});

function issuesOf(raw: unknown, of: z.ZodObject = item) {
  try {
    validateInput(of, raw);
  } catch (error) {
    return (error as InvalidInput).issues;
  }
  return [];
}

/** As it comes from the wire: literals in a test lose their `__proto__`. */
const parsed = (text: string): unknown => JSON.parse(text) as unknown;

describe('validateInput', () => {
  it('returns the parsed value with its defaults', () => {
    expect(validateInput(item, { name: 'A' })).toEqual({ name: 'A', limit: 50, values: {} });
  });

  it.each([undefined, null, {}])('treats %j as an empty input', (raw) => {
    expect(validateInput(undefined, raw)).toEqual({});
    expect(validateInput(z.strictObject({ limit: schema.pageLimit }), raw)).toEqual({ limit: 50 });
  });

  it.each([[5], ['text'], [true], [[]], [[1]]])('rejects %j where no input is accepted', (raw) => {
    expect(() => validateInput(undefined, raw)).toThrow(
      expect.objectContaining({ issues: [{ path: '', message: 'Must be an object' }] }),
    );
  });

  it.each(['a', '__proto__'])('rejects the key %s where no input is accepted', (key) => {
    expect(() => validateInput(undefined, parsed(`{"${key}":1}`))).toThrow(
      expect.objectContaining({ issues: [{ path: key, message: 'Unknown key' }] }),
    );
  });

  it.each<[unknown, string, string]>([
    [{}, 'name', 'Required'],
    [{ name: null }, 'name', 'Must be a string'],
    [{ name: 'A', isOpen: 'yes' }, 'isOpen', 'Must be a boolean'],
    [{ name: 'A', color: 'green' }, 'color', 'Must be one of red, blue'],
    [{ name: 'A', tags: {} }, 'tags', 'Must be an array'],
    [{ name: 'A', tags: [{}] }, 'tags.0.text', 'Required'],
    [{ name: 'A', tags: [{ text: 'a', x: 1 }] }, 'tags.0.x', 'Unknown key'],
    [{ name: 'A', values: [] }, 'values', 'Must be an object'],
    [{ name: 'A', values: { nonsense: 1 } }, 'values.nonsense', 'Must be an id of the form col_…'],
    [{ name: 'A', limit: '50' }, 'limit', 'Must be a whole number'],
    [{ name: 'A', limit: 1.5 }, 'limit', 'Must be a whole number'],
    [{ name: 'A', limit: 0 }, 'limit', 'Must be at least 1'],
    [{ name: 'A', limit: 201 }, 'limit', 'Must be at most 200'],
    [[], '', 'Must be an object'],
    ['text', '', 'Must be an object'],
    [{ name: 'A', surprise: 1 }, 'surprise', 'Unknown key'],
    [{ name: 'A', constructor: 1 }, 'constructor', 'Unknown key'],
  ])('%j: names %s and says why', (raw, path, message) => {
    expect(issuesOf(raw)).toEqual([{ path, message }]);
  });

  it.each([
    ['{"name":"A","__proto__":{"limit":1}}', '__proto__'],
    ['{"name":"A","values":{"__proto__":{"a":1}}}', 'values.__proto__'],
    ['{"name":"A","tags":[{"text":"a","__proto__":null}]}', 'tags.0.__proto__'],
  ])('rejects %s', (text, path) => {
    expect(issuesOf(parsed(text))).toEqual([{ path, message: 'Unknown key' }]);
    expect(({} as Record<string, unknown>)['limit']).toBeUndefined();
  });

  it.each([
    [{ name: 'a\u0000b' }, 'name', 'Must not contain NUL characters'],
    [{ name: 'a\ud800' }, 'name', 'Must not contain lone surrogates'],
    [{ name: '\udc00\ud800' }, 'name', 'Must not contain lone surrogates'],
    [{ name: 'A', values: { x: [{ y: '\u0000' }] } }, 'values.x.0.y', 'Must not contain NUL characters'],
    [{ name: 'A', values: { 'a\u0000': 1 } }, 'values', 'A key must not contain nul characters'],
    [{ name: 'A', limit: Number.POSITIVE_INFINITY }, 'limit', 'Must be a number that can be stored'],
    [
      { name: 'A', values: { x: [Number.NEGATIVE_INFINITY] } },
      'values.x.0',
      'Must be a number that can be stored',
    ],
  ])('rejects %j at any place', (raw, path, message) => {
    expect(issuesOf(raw)).toEqual([{ path, message }]);
  });

  it('rejects nesting deeper than any input', () => {
    const deep = parsed(`${'['.repeat(7_000)}${']'.repeat(7_000)}`);
    const [issue] = issuesOf({ name: 'A', values: { x: deep } })!;
    expect(issue!.message).toBe('Nested too deeply');
    expect(issue!.path).toMatch(/^values\.x\.0\.0/);
    expect(issue!.path.length).toBeLessThanOrEqual(201);
  });

  it('reports 20 problems at most, and shortens long keys', () => {
    const keys = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`k${index}`, 1]));
    expect(issuesOf({ name: 'A', ...keys })).toHaveLength(20);
    expect(issuesOf({ name: 'A', values: keys })).toHaveLength(20);
    const [issue] = issuesOf({ name: 'A', ['k'.repeat(1_000_000)]: 1 })!;
    expect(issue).toEqual({ path: `${'k'.repeat(200)}…`, message: 'Unknown key' });
  });
});
