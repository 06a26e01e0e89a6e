import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ORGANIZATION_ROLES, type OrganizationRole } from '../../../src/access/role';
import { SCOPES } from '../../../src/access/scope';
import { type Procedure, ProcedureRegistry } from '../../../src/rpc/procedure-registry';
import { startApp, type TestApp } from '../../support/app';
import { type WireAnswer, WireClient } from '../../support/client';
import { aSampleWorld, ownerFor, sampleInputs, type SampleWorld } from '../../support/sample-world';
import { contentsOf } from '../../support/table-contents';

const AN_ID = /"[a-z]+_[0-9A-Z]{26}"/;

/** A rejected call of any kind changes no table and writes no event; only the audit log can record it. */
describe('every mutation, rejected', () => {
  let app: TestApp;
  let world: SampleWorld;
  let stranger: SampleWorld;
  let mutations: Procedure[];
  beforeAll(async () => {
    app = await startApp({ ROLES: 'api' });
    [world, stranger] = [await aSampleWorld({ app }), await aSampleWorld({ app })];
    mutations = app.nest
      .get(ProcedureRegistry, { strict: false })
      .all()
      .filter(({ kind }) => kind === 'mutation');
  });
  afterAll(() => app.close());

  const inputOf = ({ name }: Procedure) => sampleInputs(world)[name]!;
  const call = (client: WireClient, procedure: Procedure, headers?: Record<string, string>) =>
    client.mutate(procedure.name, inputOf(procedure), headers);

  /** Each of them returns one of the statuses, and none has an effect. */
  async function expectNoTrace(
    of: readonly Procedure[],
    statuses: readonly number[],
    act: (procedure: Procedure) => Promise<WireAnswer>,
  ): Promise<void> {
    expect(of.length).toBeGreaterThan(0);
    const before = await contentsOf(app);
    const taken: unknown[] = [];
    for (const procedure of of) {
      const { status } = await act(procedure);
      if (!statuses.includes(status)) taken.push([procedure.name, status]);
    }
    expect(taken).toEqual([]);
    expect(await contentsOf(app)).toEqual(before);
  }

  it('401: without a credential, also with an Idempotency-Key', async () => {
    const anonymous = new WireClient(app, { slug: world.organization.slug });
    await expectNoTrace(mutations, [401], (each) => call(anonymous, each, { 'idempotency-key': each.name }));
  });

  it('401: for another organization’s owner', async () => {
    const client = stranger.organization.owner.client.as({ slug: world.organization.slug });
    const ofOrganizations = mutations.filter(({ role }) => role !== 'person');
    await expectNoTrace(ofOrganizations, [401], (each) => call(client, each));
  });

  it('403: with every scope but the required one', async () => {
    const { organization } = world;
    const clients = new Map<string, WireClient>();
    for (const scope of SCOPES) {
      const others = SCOPES.filter((other) => other !== scope);
      clients.set(scope, await organization.tokenFor(organization.owner, others));
    }
    await expectNoTrace(mutations, [403], (each) => call(clients.get(each.scope)!, each));
  });

  it.each(ORGANIZATION_ROLES.slice(0, -1))('403: for a %s, where a higher role is required', async (role) => {
    const { client } = await world.organization.addMember(role);
    const isMore = (least: OrganizationRole | 'person') =>
      least !== 'person' && ORGANIZATION_ROLES.indexOf(least) > ORGANIZATION_ROLES.indexOf(role);
    const above = mutations.filter((each) => isMore(each.role));
    await expectNoTrace(above, [403], (each) => call(client, each));
  });

  it('403: with the cookie from a sibling organization’s page', async () => {
    const origin = { origin: `http://${stranger.organization.slug}.trestle.test` };
    await expectNoTrace(mutations, [403], (each) => call(world.ownerSession, each, origin));
  });

  it('405: with GET, with the input in the URL', async () => {
    await expectNoTrace(mutations, [405], (each) => ownerFor(world, each).query(each.name, inputOf(each)));
  });

  it('415: as another site’s form could send it', async () => {
    const type = { 'content-type': 'text/plain' };
    await expectNoTrace(mutations, [415], (each) => call(ownerFor(world, each), each, type));
  });

  it('400: with one unknown key', async () => {
    await expectNoTrace(mutations, [400], (each) =>
      ownerFor(world, each).mutate(each.name, { ...inputOf(each), stray: 1 }, { 'idempotency-key': 'stray' }),
    );
  });

  it('400 and 404: with the ids of another organization', async () => {
    const naming = mutations.filter((each) => AN_ID.test(JSON.stringify(inputOf(each))));
    await expectNoTrace(naming, [400, 404], (each) =>
      ownerFor(stranger, each).mutate(each.name, inputOf(each)),
    );
  });
});
