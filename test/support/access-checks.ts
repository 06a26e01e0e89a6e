import { expect } from 'vitest';
import type { WireAnswer, WireClient } from './client';
import type { TestWorkspace } from './factories/workspace.factory';
import { eventsDuring } from './refusals';

type Call = (client: WireClient) => Promise<WireAnswer>;

/** Contract §5, "create projects, boards, …": in an open workspace its members may, its viewers and passers-by not. */
export async function expectOnlyBuilders(workspace: TestWorkspace, call: Call): Promise<void> {
  const { organization } = workspace;
  const viewer = await workspace.addMember('viewer');
  const visitor = await organization.addMember('member');
  const guest = await organization.addMember('guest');
  const written = await eventsDuring(organization, async () => {
    for (const { client } of [viewer, visitor, guest]) {
      const answer = await call(client);
      expect(answer.status).toBe(403);
      expect(answer.error!.data.code).toBe('FORBIDDEN');
    }
  });
  expect(written).toEqual([]);
  const member = await workspace.addMember('member');
  expect((await call(member.client)).status).toBe(200);
}

/** Who sees the workspace reads what is in it; who does not gets the answer of an id that nobody has. */
export async function expectOnlyOnlookers(closed: TestWorkspace, call: Call): Promise<void> {
  const outsider = await closed.organization.addMember('member');
  const guest = await closed.organization.addMember('guest');
  for (const { client } of [outsider, guest]) expect((await call(client)).status).toBe(404);
  const viewer = await closed.addMember('viewer');
  const admin = await closed.organization.addMember('admin');
  for (const { client } of [viewer, admin]) expect((await call(client)).status).toBe(200);
}

/** Without a credential, and with one that nobody was given. */
export async function expectUnauthorized({ organization }: TestWorkspace, call: Call): Promise<void> {
  const { client } = organization.owner;
  for (const token of ['', 'svc_pat_nobody']) {
    const answer = await call(client.as({ token }));
    expect(answer.status).toBe(401);
    expect(answer.error!.data.code).toBe('UNAUTHORIZED');
  }
}

/** A token that may do everything but this. */
export async function expectNeedsScope(
  { organization }: TestWorkspace,
  scope: 'read' | 'write' | 'delete',
  call: Call,
): Promise<void> {
  const others = (['read', 'write', 'delete', 'admin', 'webhooks'] as const).filter((each) => each !== scope);
  expect((await call(await organization.tokenFor(organization.owner, others))).status).toBe(403);
}
