import type { Procedure } from '../../../src/rpc/procedure-registry';
import type { TestApp } from '../app';
import { WireClient } from '../client';
import { deliverEvents } from '../events';
import { aSampleWorld, ownerFor, sampleInputs, type SampleWorld } from '../sample-world';
import { EXAMPLE_CASES } from './example-cases';
import { namespaceOf } from './namespaces';

/** The example of a procedure, and what the service returned when it was sent with ids of records. */
export interface ExampleCall {
  /** As the OpenAPI document shows it. */
  example: object;
  /** The example with ids that exist. */
  sent: unknown;
  status: number;
  response: unknown;
  /** Of the organization that was called. */
  slug: string;
}

interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
}

interface Operation {
  parameters: { content?: Content }[];
  requestBody?: { content: Content };
}

type Content = Record<string, { example: { json: object } }>;

/** Calls every procedure with the example of the OpenAPI document. */
export async function exampleCalls(
  app: TestApp,
  procedures: readonly Procedure[],
): Promise<Map<string, ExampleCall>> {
  const examples = await documentedExamples(app);
  const calls = new Map<string, ExampleCall>();
  const call = async (procedure: Procedure, world: SampleWorld) => {
    calls.set(procedure.name, await exampleCall(procedure, examples(procedure), world));
  };
  const queries = procedures.filter(({ kind }) => kind === 'query');
  const mutations = procedures.filter(({ kind }) => kind === 'mutation');
  const unchanged = await aSampleWorld({ app });
  // Activity and search are written from events.
  await deliverEvents(app);
  for (const procedure of queries) await call(procedure, unchanged);
  for (const own of new Set(mutations.map(({ name }) => worldOf(name)))) {
    const world = await aSampleWorld({ app });
    const group = mutations.filter(({ name }) => worldOf(name) === own);
    for (const procedure of group.toSorted((a, b) => rankOf(a.name) - rankOf(b.name)))
      await call(procedure, world);
  }
  return calls;
}

/** Their mutations end what other examples need. Each sample world costs about 0.3 s, so the others share one. */
const ALONE = new Set(['auth', 'organizations', 'workspaces', 'projects', 'boards', 'columns', 'items']);

/** The sample world in which a mutation is called. */
function worldOf(name: string): string {
  const namespace = namespaceOf(name);
  return ALONE.has(namespace) ? namespace : 'others';
}

/** Groups of procedures after the others, because they end what the others need. */
const LAST = [
  /\.(archive|bulkArchive)$/,
  /\.restore$/,
  /\.groups\.delete$|\.(bulkDelete|remove|revoke|purge)$/,
  /\.delete$/,
];

/** `reorder` comes before a new group or column, which it would have to name. */
function rankOf(name: string): number {
  return name.endsWith('.reorder') ? -2 : LAST.findIndex((pattern) => pattern.test(name));
}

async function documentedExamples(app: TestApp): Promise<(procedure: Procedure) => object> {
  const { body } = await new WireClient(app).request('GET', '/api/openapi.json');
  const { paths } = body as OpenApi;
  return ({ name, kind }) => {
    const { get, post } = paths[`/api/trpc/${name}`]!;
    const content = kind === 'query' ? get!.parameters[0]!.content! : post!.requestBody!.content;
    return content['application/json']!.example.json;
  };
}

async function exampleCall(procedure: Procedure, example: object, world: SampleWorld): Promise<ExampleCall> {
  const { name, kind } = procedure;
  const { client = ownerFor(world, procedure), input } = (await EXAMPLE_CASES[name]?.(world)) ?? {};
  const sent = input ?? withIds(example, sampleInputs(world)[name], world);
  const answer = await (kind === 'query' ? client.query(name, sent) : client.mutate(name, sent));
  return {
    example,
    sent,
    status: answer.status,
    response: answer.data ?? answer.body,
    slug: client.caller.slug ?? world.organization.slug,
  };
}

const ID = /^([a-z]{3})_[0-9A-Z]{26}$/;

/** The example with ids of the world: those of the sample input at the same place, or of any record of that noun. */
function withIds(example: unknown, sample: unknown, world: SampleWorld): unknown {
  if (typeof example === 'string') {
    const prefix = ID.exec(example)?.[1];
    if (prefix === undefined) return example;
    return typeof sample === 'string' && sample.startsWith(`${prefix}_`) ? sample : idOf(prefix, world);
  }
  if (typeof example !== 'object' || example === null) return example;
  const samples = (typeof sample === 'object' ? sample : null) as Record<string, unknown> | null;
  if (Array.isArray(example)) return example.map((each, index) => withIds(each, samples?.[index], world));
  return Object.fromEntries(
    Object.entries(example).map(([key, value]) => [
      withIds(key, null, world) as string,
      withIds(value, samples?.[key], world),
    ]),
  );
}

function idOf(prefix: string, { board, itemId, automationId }: SampleWorld): string {
  const ids: Record<string, string> = {
    col: board.column('Stage'),
    grp: board.group('First'),
    itm: itemId,
    aut: automationId,
  };
  const id = ids[prefix];
  if (id === undefined) throw new Error(`An example needs a record of ${prefix}_`);
  return id;
}
