import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Procedure, ProcedureRegistry } from '../../../src/rpc/procedure-registry';
import { startApp, type TestApp } from '../../support/app';
import type { WireAnswer } from '../../support/client';
import { aSampleWorld, ownerFor, sampleInputs, type SampleWorld } from '../../support/sample-world';
import { contentsOf } from '../../support/table-contents';

const DEEP = 10_000;

/** Each makes of the JSON text of a good input one that must be rejected. */
const TEXTS: Readonly<Record<string, (good: string) => string | Buffer>> = {
  'nothing but a brace': () => '{',
  'a text': () => '"json"',
  null: () => 'null',
  'a list': (good) => `[{"json":${good}}]`,
  'no envelope': (good) => (good === '{}' ? '{"a":1}' : good),
  'a key beside the envelope': (good) => `{"json":${good},"x":1}`,
  'JSON and more': (good) => `{"json":${good}}}`,
  'single quotes': (good) => `{'json':${good}}`,
  'a comment': (good) => `{"json":${good}/**/}`,
  NaN: () => '{"json":{"limit":NaN}}',
  'ten thousand lists': () => `{"json":${'['.repeat(DEEP)}${']'.repeat(DEEP)}}`,
  'ten thousand objects': () => `{"json":${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}}`,
  'the input a second time, with a key too many': (good) => `{"json":${good},"json":{"stray":1}}`,
  'a key a second time, with what none takes': (good) =>
    good === '{}' ? '{"json":{"x":1}}' : `{"json":${good.replace(/\}$/, `,${firstKeyOf(good)}:1e400}`)}}`,
  'bytes that are no UTF-8': (good) =>
    Buffer.concat([Buffer.from(`{"json":${good},"meta":"`), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]),
  'an overlong NUL': (good) =>
    Buffer.concat([Buffer.from(`{"json":${good},"meta":"`), Buffer.from([0xc0, 0x80]), Buffer.from('"}')]),
};

const firstKeyOf = (good: string): string => /^\{("[^"]+")/.exec(good)![1]!;

/** A query's text in the address, byte by byte. */
const escaped = (text: string | Buffer): string =>
  Buffer.isBuffer(text)
    ? [...text].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
    : encodeURIComponent(text);

describe('every procedure, the text of its input', () => {
  let app: TestApp;
  let world: SampleWorld;
  let procedures: Procedure[];
  beforeAll(async () => {
    app = await startApp({ ROLES: 'api' });
    world = await aSampleWorld({ app });
    procedures = app.nest.get(ProcedureRegistry, { strict: false }).all();
  });
  afterAll(() => app.close());

  const send = (procedure: Procedure, text: string | Buffer): Promise<WireAnswer> => {
    const client = ownerFor(world, procedure);
    return procedure.kind === 'query'
      ? client.request('GET', `/api/trpc/${procedure.name}?input=${escaped(text)}`)
      : client.request('POST', `/api/trpc/${procedure.name}`, text, { 'content-type': 'application/json' });
  };

  it.each(Object.keys(TEXTS))('400: %s; nothing is written', async (what) => {
    const before = await contentsOf(app);
    const taken: unknown[] = [];
    for (const procedure of procedures) {
      const good = JSON.stringify(sampleInputs(world)[procedure.name]);
      const { status, error } = await send(procedure, TEXTS[what]!(good));
      if (status !== 400 || !error?.message) taken.push([procedure.name, status]);
    }
    expect(taken).toEqual([]);
    expect(await contentsOf(app)).toEqual(before);
  });
});
