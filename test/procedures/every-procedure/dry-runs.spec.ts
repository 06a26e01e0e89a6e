import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Procedure, ProcedureRegistry } from '../../../src/rpc/procedure-registry';
import { startApp, type TestApp } from '../../support/app';
import type { WireAnswer } from '../../support/client';
import { aSampleWorld, ownerFor, sampleInputs, type SampleWorld } from '../../support/sample-world';
import { contentsOf, COUNTS_ATTEMPTS } from '../../support/table-contents';

const DRY = { 'x-dry-run': '1' };
const ID = /^[a-z]+_[0-9A-Z]{26}$/;

/** The types of a response: two of these are equal when only ids, texts, numbers and times differ. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return value === null ? null : typeof value;
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [ID.test(key) ? key.slice(0, 4) : key, shapeOf(field)]),
  );
}

describe('every mutation, as a dry run', () => {
  let app: TestApp;
  let world: SampleWorld;
  let mutations: Procedure[];
  beforeAll(async () => {
    app = await startApp({ ROLES: 'api' });
    world = await aSampleWorld({ app });
    mutations = app.nest
      .get(ProcedureRegistry, { strict: false })
      .all()
      .filter(({ kind }) => kind === 'mutation');
  });
  afterAll(() => app.close());

  const call = (within: SampleWorld, procedure: Procedure, headers = {}): Promise<WireAnswer> =>
    ownerFor(within, procedure).mutate(procedure.name, sampleInputs(within)[procedure.name], headers);

  it('writes nothing: no record, event, job, audit entry or key', async () => {
    const contents = () => contentsOf(app, [COUNTS_ATTEMPTS]);
    const before = await contents();
    let successes = 0;
    for (const procedure of mutations) {
      const { status, headers } = await call(world, procedure, { ...DRY, 'idempotency-key': 'dry' });
      expect([procedure.name, status < 500, headers['x-dry-run']]).toEqual([procedure.name, true, '1']);
      if (status === 200) successes += 1;
    }
    expect(successes).toBeGreaterThan(mutations.length * 0.8);
    expect(await contents()).toEqual(before);
  });

  /** Calls can make others impossible, such as organizations.delete; they are repeated where none was made before. */
  it('returns what the real call would return', async () => {
    let current = world;
    const both = async (procedure: Procedure, within: SampleWorld) => {
      const dry = await call(within, procedure, DRY);
      const real = await call(within, procedure);
      expect([procedure.name, real.headers['x-dry-run']]).toEqual([procedure.name, undefined]);
      return [dry, real] as const;
    };
    for (const procedure of mutations) {
      let [dry, real] = await both(procedure, current);
      if (real.status !== 200) {
        current = await aSampleWorld({ app });
        [dry, real] = await both(procedure, current);
      }
      const [rehearsed, performed] = [dry, real].map(({ status, data, error }) => [
        procedure.name,
        status,
        shapeOf(data ?? error),
      ]);
      expect(rehearsed).toEqual(performed);
    }
  });
});
