import { expect } from 'vitest';
import type { WireAnswer, WireClient } from './client';
import type { TestMember } from './factories/organization.factory';
import type { TestWorkspace } from './factories/workspace.factory';
import { eventsDuring } from './refusals';

type Call = (client: WireClient) => Promise<WireAnswer>;

/** Contract §5, "create projects, boards, …": in an open workspace its members may, its viewers and passers-by not. */
export const ONLY_BUILDERS = { viewer: 403, visitor: 403, guest: 403, member: 200 };

/** The status for users of each role in an open workspace, the weaker first; rejected calls must write nothing. */
export async function statusesByRole(workspace: TestWorkspace, call: Call): Promise<Record<string, number>> {
  const { organization } = workspace;
  const statuses: Record<string, number> = {};
  const rejected: Record<string, TestMember> = {
    viewer: await workspace.addMember('viewer'),
    visitor: await organization.addMember('member'),
    guest: await organization.addMember('guest'),
  };
  const written = await eventsDuring(organization, async () => {
    for (const [kind, { client }] of Object.entries(rejected)) statuses[kind] = (await call(client)).status;
  });
  if (written.length > 0) throw new Error(`Written all the same: ${JSON.stringify(written)}`);
  const member = await workspace.addMember('member');
  statuses['member'] = (await call(member.client)).status;
  return statuses;
}

/** A user who sees a closed workspace can read its contents; for all others it does not exist. */
export const ONLY_ONLOOKERS = { outsider: 404, guest: 404, viewer: 200, administrator: 200 };

export async function statusesBySight(closed: TestWorkspace, call: Call): Promise<Record<string, number>> {
  const outsider = await closed.organization.addMember('member');
  const guest = await closed.organization.addMember('guest');
  const viewer = await closed.addMember('viewer');
  const administrator = await closed.organization.addMember('admin');
  const statuses: Record<string, number> = {};
  for (const [kind, { client }] of Object.entries({ outsider, guest, viewer, administrator })) {
    statuses[kind] = (await call(client)).status;
  }
  return statuses;
}

export const UNAUTHORIZED = { none: 'UNAUTHORIZED', unknown: 'UNAUTHORIZED' };

/** The error codes of a call without a credential, and with one that no one was given. */
export async function codesWithoutCredential(
  { organization }: TestWorkspace,
  call: Call,
): Promise<Record<string, string | undefined>> {
  const { client } = organization.owner;
  const none = await call(client.as({ token: '' }));
  const unknown = await call(client.as({ token: 'svc_pat_nobody' }));
  return { none: none.error?.data.code, unknown: unknown.error?.data.code };
}

/** The status for an owner's token that may do everything but this. */
export async function statusWithoutScope(
  { organization }: TestWorkspace,
  scope: 'read' | 'write' | 'delete',
  call: Call,
): Promise<number> {
  const others = (['read', 'write', 'delete', 'admin', 'webhooks'] as const).filter((each) => each !== scope);
  return (await call(await organization.tokenFor(organization.owner, others))).status;
}

// The same as assertions, for tests that check several things at once.

export async function expectOnlyOnlookers(closed: TestWorkspace, call: Call): Promise<void> {
  expect(await statusesBySight(closed, call)).toEqual(ONLY_ONLOOKERS);
}

export async function expectUnauthorized(workspace: TestWorkspace, call: Call): Promise<void> {
  expect(await codesWithoutCredential(workspace, call)).toEqual(UNAUTHORIZED);
}

export async function expectNeedsScope(
  workspace: TestWorkspace,
  scope: 'read' | 'write' | 'delete',
  call: Call,
): Promise<void> {
  expect(await statusWithoutScope(workspace, scope, call)).toBe(403);
}
