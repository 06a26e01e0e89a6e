import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Procedure, ProcedureRegistry } from '../../../src/rpc/procedure-registry';
import { startApp, type TestApp } from '../../support/app';
import type { WireAnswer } from '../../support/client';
import { aSampleWorld, ownerFor, sampleInputs, type SampleWorld } from '../../support/sample-world';
import { shareOf } from '../../support/share';
import { contentsOf } from '../../support/table-contents';
import { INSIDES, NEVER, ODD, ODD_TIMES, wireText, wrongTypes } from './hostile-values';
import { dotted, type InputPlace, placesOf, withValueAt } from './input-places';

/** Objects whose keys the service does not know. */
const OPEN = new Set([
  // Definitions that other products export: unknown settings are dropped (decision 0090).
  'forms.create schema',
  'forms.update schema',
  // Clients are named by their authors (decision 0140).
  'me.preferences.set preferences.apps',
]);

const JSON_TYPE = { 'content-type': 'application/json' };

describe('every procedure, every place of its input', () => {
  let app: TestApp;
  let world: SampleWorld;
  let procedures: Procedure[];
  let inputs: Record<string, object>;
  beforeAll(async () => {
    app = await startApp({ ROLES: 'api' });
    world = await aSampleWorld({ app });
    procedures = app.nest.get(ProcedureRegistry, { strict: false }).all();
    inputs = sampleInputs(world);
  });
  afterAll(() => app.close());

  const send = (procedure: Procedure, input: unknown): Promise<WireAnswer> => {
    const client = ownerFor(world, procedure);
    const [url, text] = [`/api/trpc/${procedure.name}`, wireText(input)];
    return procedure.kind === 'query'
      ? client.request('GET', `${url}?input=${encodeURIComponent(text)}`)
      : client.request('POST', url, text, JSON_TYPE);
  };
  const each = async (act: (procedure: Procedure, place: InputPlace, sample: object) => Promise<void>) => {
    for (const procedure of procedures) {
      const sample = inputs[procedure.name]!;
      for (const place of placesOf(procedure, sample)) await act(procedure, place, sample);
    }
  };
  /** What is wrong with a rejection that should name the place; null when it does. */
  const misses = ({ status, error, body }: WireAnswer, path: string): string | null => {
    const paths = (error?.data.issues ?? []).map((issue) => issue.path);
    const isNamed = paths.some((each) => each === path || each.startsWith(`${path}.`));
    if (status !== 400) return `answered ${status}`;
    if (!isNamed) return `named ${paths.join() || 'nothing'}`;
    return INSIDES.test(JSON.stringify(body)) ? `told ${error!.message}` : null;
  };

  it('an invalid value is rejected with the name of the place, and nothing is written', async () => {
    const before = await contentsOf(app);
    const wrong: string[] = [];
    let calls = 0;
    await each(async (procedure, { path }, sample) => {
      for (const [what, value] of Object.entries(NEVER)) {
        calls += 1;
        const miss = misses(await send(procedure, withValueAt(sample, path, value)), dotted(path));
        if (miss !== null) wrong.push(`${procedure.name} ${dotted(path)}: ${what} ${miss}`);
      }
    });
    expect(wrong).toEqual([]);
    expect(calls).toBeGreaterThan(1_500);
    expect(await contentsOf(app)).toEqual(before);
  });

  it('another type is rejected with the name of the place, and nothing is written', async () => {
    const before = await contentsOf(app);
    const wrong: string[] = [];
    await each(async (procedure, { path, types }, sample) => {
      for (const value of types === null ? [] : wrongTypes(types)) {
        const miss = misses(await send(procedure, withValueAt(sample, path, value)), dotted(path));
        if (miss !== null) wrong.push(`${procedure.name} ${dotted(path)}: ${JSON.stringify(value)} ${miss}`);
      }
    });
    expect(wrong).toEqual([]);
    expect(await contentsOf(app)).toEqual(before);
  });

  it('keys that only the service sets, and unknown keys, are rejected in every object', async () => {
    const before = await contentsOf(app);
    const wrong: string[] = [];
    for (const procedure of procedures) {
      const sample = inputs[procedure.name]!;
      const holders = placesOf(procedure, sample).filter(
        ({ path, types }) => types?.has('object') && !OPEN.has(`${procedure.name} ${dotted(path)}`),
      );
      for (const { path } of [{ path: [] }, ...holders]) {
        for (const key of ['organizationId', 'createdBy', 'createdAt', 'isPinned', 'plan', 'constructor']) {
          const at = [...path, key];
          const miss = misses(await send(procedure, withValueAt(sample, at, 'x')), dotted(at));
          if (miss !== null) wrong.push(`${procedure.name} ${dotted(at)}: ${miss}`);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(await contentsOf(app)).toEqual(before);
  });

  // Last, in a separate world: accepted values change it.
  it('any other value is accepted, or rejected with a message; nothing breaks', async () => {
    world = await aSampleWorld({ app });
    inputs = sampleInputs(world);
    const wrong: string[] = [];
    let turn = 0;
    await each(async (procedure, { path, mayBeTime }, sample) => {
      turn += 1;
      for (const value of shareOf(mayBeTime ? [...ODD, ...ODD_TIMES] : ODD, turn)) {
        const { status, error, body } = await send(procedure, withValueAt(sample, path, value));
        const shown = `${procedure.name} ${dotted(path)}: ${JSON.stringify(value).slice(0, 60)}`;
        if (status >= 500) wrong.push(`${shown} answered ${status}`);
        if (status === 400 && !error?.data.issues?.length)
          wrong.push(`${shown} named nothing: ${error?.message}`);
        if (status !== 200 && INSIDES.test(JSON.stringify(body)))
          wrong.push(`${shown} told ${error?.message}`);
      }
    });
    expect(wrong).toEqual([]);
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });
});
