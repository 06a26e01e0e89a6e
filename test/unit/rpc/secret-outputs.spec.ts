import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { secret } from '../../../src/rpc/schema';
import { containsSecret } from '../../../src/rpc/secret-outputs';

type Tree = { children: Tree[]; key?: string };

describe('containsSecret', () => {
  it.each<[string, z.ZodType]>([
    ['a field', z.object({ token: secret })],
    ['an extended object', z.object({ id: z.string() }).extend({ token: secret })],
    ['nullable and optional', z.object({ token: secret.nullable().optional() })],
    ['elements and values', z.array(z.record(z.string(), secret))],
    ['an option', z.union([z.object({ id: z.string() }), z.tuple([secret])])],
    ['a lazy schema', z.lazy(() => z.object({ token: secret }))],
    ['a transformed one', z.object({ token: secret }).transform((value) => value)],
  ])('finds %s', (_name, schema) => expect(containsSecret(schema)).toBe(true));

  it('finds none in other texts', () => {
    expect(containsSecret(z.object({ token: z.string(), list: z.array(z.string().nullable()) }))).toBe(false);
  });

  it('ends for a schema that contains itself', () => {
    const node: z.ZodType<Tree> = z.lazy(() =>
      z.object({ children: z.array(node), key: z.string().optional() }),
    );
    expect(containsSecret(node)).toBe(false);
  });
});
