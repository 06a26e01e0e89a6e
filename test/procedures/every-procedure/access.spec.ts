import { beforeAll, describe, expect, it } from 'vitest';
import { ORGANIZATION_ROLES } from '../../../src/access/role';
import { SCOPES } from '../../../src/access/scope';
import { type Procedure, ProcedureRegistry } from '../../../src/rpc/procedure-registry';
import { ACCESS_TABLE } from '../../support/access-table';
import { sharedApp, type TestApp } from '../../support/app';
import { type WireAnswer, WireClient } from '../../support/client';
import type { TestMember } from '../../support/factories/organization.factory';
import { aSampleWorld, ownerFor, sampleInputs, type SampleWorld } from '../../support/sample-world';

const CREDENTIALS_THAT_DO_NOT_HOLD: Record<string, string>[] = [
  {},
  { authorization: 'Bearer svc_pat_x' },
  { authorization: 'Basic eDp5' },
];

describe('every procedure', () => {
  let app: TestApp;
  let procedures: Procedure[];
  let world: SampleWorld;

  beforeAll(async () => {
    app = await sharedApp();
    procedures = app.nest.get(ProcedureRegistry, { strict: false }).all();
    world = await aSampleWorld();
  });

  const call = (client: WireClient, { name, kind }: Procedure, input: object): Promise<WireAnswer> =>
    kind === 'query' ? client.query(name, input) : client.mutate(name, input);

  it('is in the access table with its scope and role', () => {
    const declared = procedures.map(({ name, scope, role }) => [name, `${scope} ${role}`]);
    expect(Object.fromEntries(declared)).toEqual(ACCESS_TABLE);
  });

  it('has a sample input', () => {
    expect(Object.keys(sampleInputs(world)).sort()).toEqual(procedures.map(({ name }) => name).sort());
  });

  it('rejects a call without a credential, with a made-up one and with a garbled one', async () => {
    const inputs = sampleInputs(world);
    for (const procedure of procedures) {
      for (const headers of CREDENTIALS_THAT_DO_NOT_HOLD) {
        const client = new WireClient(app, { slug: world.organization.slug, headers });
        const { status, error } = await call(client, procedure, inputs[procedure.name]!);
        expect([procedure.name, status, error?.data.code]).toEqual([procedure.name, 401, 'UNAUTHORIZED']);
      }
    }
  });

  it('rejects a token of another organization on this organization’s host', async () => {
    const inputs = sampleInputs(world);
    const stranger = (await aSampleWorld()).organization.owner.client.as({ slug: world.organization.slug });
    for (const procedure of procedures.filter(({ role }) => role !== 'person')) {
      const { status } = await call(stranger, procedure, inputs[procedure.name]!);
      expect([procedure.name, status]).toEqual([procedure.name, 401]);
    }
  });

  it.each(SCOPES)('rejects a token with every scope but %s where that one is required', async (scope) => {
    const inputs = sampleInputs(world);
    const { organization } = world;
    const others = SCOPES.filter((other) => other !== scope);
    const client = await organization.tokenFor(organization.owner, others);
    for (const procedure of procedures.filter((each) => each.scope === scope)) {
      const { status, error } = await call(client, procedure, inputs[procedure.name]!);
      expect([procedure.name, status, error?.data.code]).toEqual([procedure.name, 403, 'FORBIDDEN']);
    }
  });

  it.each(ORGANIZATION_ROLES)('rejects %s where a higher role is required', async (role) => {
    const inputs = sampleInputs(world);
    const { organization } = world;
    const weak = (least: Procedure['role']) =>
      least !== 'person' && ORGANIZATION_ROLES.indexOf(least) > ORGANIZATION_ROLES.indexOf(role);
    const caller: TestMember = role === 'owner' ? organization.owner : await organization.addMember(role);
    for (const procedure of procedures.filter((each) => weak(each.role))) {
      const { status, error } = await call(caller.client, procedure, inputs[procedure.name]!);
      expect([procedure.name, status, error?.data.code]).toEqual([procedure.name, 403, 'FORBIDDEN']);
    }
  });

  it('rejects every token where only a session is allowed', async () => {
    const inputs = sampleInputs(world);
    const { client } = world.organization.owner;
    const guarded = procedures.filter(({ isSessionOnly }) => isSessionOnly);
    expect(guarded.map(({ name }) => name)).toEqual([
      'auth.changeEmail',
      'auth.changePassword',
      'auth.deleteAccount',
      'auth.identities.list',
      'auth.identities.remove',
      'auth.identities.restore',
      'auth.sessions.list',
      'auth.sessions.revoke',
      'auth.twoFactor.begin',
      'auth.twoFactor.disable',
      'auth.twoFactor.enable',
      'auth.twoFactor.get',
      'auth.twoFactor.renewCodes',
    ]);
    for (const procedure of guarded) {
      const { status, error } = await call(client, procedure, inputs[procedure.name]!);
      expect([procedure.name, status, error?.data.code]).toEqual([procedure.name, 403, 'FORBIDDEN']);
    }
  });

  it('returns 405 for the other method and reports an unknown key', async () => {
    const inputs = sampleInputs(world);
    for (const procedure of procedures) {
      const client = ownerFor(world, procedure);
      const { name, kind } = procedure;
      const other = kind === 'query' ? await client.mutate(name, {}) : await client.query(name, {});
      expect([name, other.status, other.error?.code]).toEqual([name, 405, -32005]);
      const stray = await call(client, procedure, { ...inputs[name], stray: 1 });
      expect([name, stray.status, stray.error?.data.issues?.map(({ path }) => path)]).toEqual([
        name,
        400,
        ['stray'],
      ]);
    }
  });
});
