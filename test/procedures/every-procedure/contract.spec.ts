import { beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { type Procedure, ProcedureRegistry } from '../../../src/rpc/procedure-registry';
import { sharedApp } from '../../support/app';
import { CONTRACT } from '../../support/contract';

const listed = Object.entries(CONTRACT).map(([name, line]) => {
  const [method, ...inputs] = line.split(' ');
  return { name, method, inputs };
});

/** As the list writes it: `name!` required, `name=value` with a default. */
function written(key: string, schema: z.ZodType): string {
  const absent = schema.safeParse(undefined);
  if (!absent.success) return `${key}!`;
  return absent.data === undefined ? key : `${key}=${String(absent.data)}`;
}

describe('the specification’s procedures', () => {
  let procedures: Map<string, Procedure>;

  beforeAll(async () => {
    const all = (await sharedApp()).nest.get(ProcedureRegistry, { strict: false }).all();
    procedures = new Map(all.map((procedure) => [procedure.name, procedure]));
  });

  const shapeOf = (name: string): Record<string, z.ZodType> => {
    const schema = procedures.get(name)!.input as unknown as
      { shape?: Record<string, z.ZodType> } | undefined;
    return schema?.shape ?? {};
  };

  it.each(listed)('$name is called by $method', ({ name, method }) => {
    expect(procedures.get(name)?.kind).toBe(method === 'GET' ? 'query' : 'mutation');
  });

  it.each(listed)('$name takes $inputs', ({ name, inputs }) => {
    const shape = shapeOf(name);
    const taken = Object.entries(shape).map(([key, schema]) => written(key, schema));
    const isTaken = (input: string) =>
      taken.includes(input) || taken.some((each) => each.startsWith(`${input}=`));
    // That items.setValue must be given a value, null included, shows only in the whole input.
    const expected = inputs.map((input) =>
      name === 'items.setValue' ? input.replace('value!', 'value') : input,
    );
    expect(expected.filter((input) => !isTaken(input))).toEqual([]);
  });

  it('every list takes 1 to 200 as limit and nothing else', () => {
    for (const [name, procedure] of procedures) {
      const { limit } = shapeOf(procedure.name);
      if (limit === undefined) continue;
      const taken = [-1, 0, 1, 200, 201, 1.5, '50', null].filter((value) => limit.safeParse(value).success);
      expect([name, taken]).toEqual([name, [1, 200]]);
    }
  });

  it('every mutation that updates a record takes expectedUpdatedAt', () => {
    const updates = [...procedures.values()].filter(({ name }) => name.endsWith('.update'));
    expect(updates.length).toBeGreaterThan(5);
    for (const { name } of updates)
      expect([name, 'expectedUpdatedAt' in shapeOf(name)]).toEqual([name, true]);
  });
});
