import { beforeAll, describe, expect, it } from 'vitest';
import { codesWithoutCredential, statusWithoutScope, UNAUTHORIZED } from '../../support/access-checks';
import type { WireClient } from '../../support/client';
import type { TestMember } from '../../support/factories/organization.factory';
import { aWorkspace, made, type TestWorkspace } from '../../support/factories/workspace.factory';
import { refusedPaths } from '../../support/refusals';

const ON = { inApp: true, email: true };
const OFF = { inApp: false, email: false };
const DEFAULTS = {
  mention: ON,
  reply: ON,
  assignment: ON,
  form_submission: ON,
  invitation: ON,
  due: OFF,
  automation: { inApp: true, email: false },
  automation_disabled: ON,
};

describe('notifications.preferences', () => {
  let workspace: TestWorkspace;
  let member: TestMember;
  const get = async (client: WireClient) => (await client.query('notifications.preferences.get')).data;
  const update = (client: WireClient, input: object) =>
    client.mutate('notifications.preferences.update', input);

  beforeAll(async () => {
    workspace = await aWorkspace();
  });

  it('200: has defaults, keeps what an update omits, and is each user’s own', async () => {
    member = await workspace.addMember('member');
    expect(await get(member.client)).toEqual({ preferences: DEFAULTS, updatedAt: null });
    const first = await made(member.client, 'notifications.preferences.update', {
      preferences: { mention: { email: false }, due: { inApp: true } },
    });
    const changed = {
      ...DEFAULTS,
      mention: { inApp: true, email: false },
      due: { inApp: true, email: false },
    };
    expect(first).toEqual({ preferences: changed, updatedAt: expect.any(String) });
    const second = await made(member.client, 'notifications.preferences.update', {
      preferences: { mention: { inApp: false } },
    });
    expect(second.preferences).toEqual({ ...changed, mention: OFF });
    expect(await get(member.client)).toEqual(second);
    expect((await get(workspace.organization.owner.client)).preferences).toEqual(DEFAULTS);
  });

  it('200: parallel updates of different kinds are all kept', async () => {
    member = await workspace.addMember('member');
    const kinds = Object.keys(DEFAULTS);
    await Promise.all(
      kinds.map((kind) =>
        made(member.client, 'notifications.preferences.update', { preferences: { [kind]: OFF } }),
      ),
    );
    expect((await get(member.client)).preferences).toEqual(
      Object.fromEntries(kinds.map((kind) => [kind, OFF])),
    );
  });

  it('409: another version than expected, and nothing changes', async () => {
    member = await workspace.addMember('member');
    const preferences = { mention: OFF };
    const stale = await update(member.client, { preferences, expectedUpdatedAt: new Date(0).toISOString() });
    expect(stale.status).toBe(409);
    const { updatedAt } = await made(member.client, 'notifications.preferences.update', {
      preferences: { reply: OFF },
    });
    expect((await update(member.client, { preferences, expectedUpdatedAt: updatedAt })).status).toBe(200);
    expect((await update(member.client, { preferences, expectedUpdatedAt: updatedAt })).status).toBe(409);
  });

  it.each([
    ['preferences', {}],
    ['preferences', { preferences: {} }],
    ['preferences.other', { preferences: { other: ON } }],
    ['preferences.mention.sms', { preferences: { mention: { sms: true } } }],
    ['preferences.mention.email', { preferences: { mention: { email: 'yes' } } }],
  ])('400: names %s', async (path, input) => {
    expect(refusedPaths(await update(workspace.organization.owner.client, input))).toEqual([path]);
  });

  it('401 and 403', async () => {
    const read = (client: WireClient) => client.query('notifications.preferences.get');
    const write = (client: WireClient) => update(client, { preferences: { due: ON } });
    for (const call of [read, write])
      expect(await codesWithoutCredential(workspace, call)).toEqual(UNAUTHORIZED);
    expect(await statusWithoutScope(workspace, 'read', read)).toBe(403);
    expect(await statusWithoutScope(workspace, 'write', write)).toBe(403);
  });
});
