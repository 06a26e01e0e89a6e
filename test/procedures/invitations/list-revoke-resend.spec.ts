import { beforeAll, describe, expect, it } from 'vitest';
import { anInvitation } from '../../support/factories/invitation.factory';
import {
  anOrganization,
  type TestMember,
  type TestOrganization,
} from '../../support/factories/organization.factory';
import { eventsDuring, expectHidden, refusedPaths } from '../../support/refusals';

describe('invitations', () => {
  let organization: TestOrganization;
  beforeAll(async () => {
    organization = await anOrganization();
  });

  const list = (input: object = {}, by: TestMember = organization.owner) =>
    by.client.query('invitations.list', input);
  const change = (verb: string, id: string, by: TestMember = organization.owner) =>
    by.client.mutate(`invitations.${verb}`, { id });
  const idsOf = (data: { invitations: { invitationId: string }[] }) =>
    data.invitations.map(({ invitationId }) => invitationId);

  describe('invitations.list', () => {
    it('200: pages through them, oldest first, with their input', async () => {
      const own = await anOrganization();
      const made = [];
      for (let count = 0; count < 3; count += 1) made.push(await anInvitation(own));
      const first = await list({ limit: 2 }, own.owner);
      expect(first.data).toEqual({
        invitations: made.slice(0, 2).map(({ id, email }) => ({
          invitationId: id,
          email,
          role: 'member',
          status: 'pending',
          expiresAt: expect.any(String),
          workspaceIds: [],
          invitedBy: own.owner.userId,
          createdAt: expect.any(String),
          updatedAt: expect.any(String),
        })),
        nextCursor: made[1]!.id,
      });
      const second = await list({ cursor: made[1]!.id }, own.owner);
      expect(idsOf(second.data)).toEqual([made[2]!.id]);
      expect(second.data.nextCursor).toBeNull();
    });

    it('200: by status, including expired ones', async () => {
      const own = await anOrganization();
      const [pending, expired, revoked] = [
        await anInvitation(own),
        await anInvitation(own),
        await anInvitation(own),
      ];
      await own.app.sql.query('update invitations set expires_at = now() where id = $1', [expired.id]);
      await change('revoke', revoked.id, own.owner);
      const expected = { pending, expired, revoked };
      for (const [status, { id }] of Object.entries(expected))
        expect([status, idsOf((await list({ status }, own.owner)).data)]).toEqual([status, [id]]);
      expect((await list({ status: 'accepted' }, own.owner)).data.invitations).toEqual([]);
      expect((await list({}, own.owner)).data.invitations).toHaveLength(3);
    });

    it('400: an unknown cursor and an unknown status', async () => {
      const { id } = await anInvitation(await anOrganization());
      expect(refusedPaths(await list({ cursor: id }))).toEqual(['cursor']);
      expect(refusedPaths(await list({ status: 'lost' }))).toEqual(['status']);
    });

    it('403: members and guests', async () => {
      for (const role of ['member', 'guest'] as const)
        expect((await list({}, await organization.addMember(role))).status).toBe(403);
    });
  });

  describe.each([
    ['revoke', 'revoked', 'invitation.revoked'],
    ['resend', 'pending', 'invitation.resent'],
  ])('invitations.%s', (verb, status, event) => {
    it('200: returns the invitation, and writes one event', async () => {
      const { id, email } = await anInvitation(organization);
      const written = await eventsDuring(organization, async () => {
        const answer = await change(verb, id);
        expect(answer.status).toBe(200);
        expect(answer.data).toMatchObject({ invitationId: id, email, status });
      });
      expect(written.map(({ type }) => type)).toEqual([event]);
    });

    it('400: an invalid id', async () => {
      const answer = await organization.owner.client.mutate(`invitations.${verb}`, {});
      expect(refusedPaths(answer)).toEqual(['id']);
    });

    it('403: members; an admin, for an invited admin', async () => {
      const { id } = await anInvitation(organization, { role: 'admin' });
      expect((await change(verb, id, await organization.addMember('member'))).status).toBe(403);
      expect((await change(verb, id, await organization.addMember('admin'))).status).toBe(403);
    });

    it('404: another organization’s', async () => {
      const { id } = await anInvitation(await anOrganization());
      await expectHidden(id, (each) => change(verb, each));
    });

    it('409: a revoked one', async () => {
      const { id } = await anInvitation(organization);
      await change('revoke', id);
      expect((await change(verb, id)).status).toBe(409);
    });
  });

  it('resend extends an expired one by seven days', async () => {
    const { id } = await anInvitation(organization);
    await organization.app.sql.query('update invitations set expires_at = now() where id = $1', [id]);
    const { status, data } = await change('resend', id);
    expect(status).toBe(200);
    expect(data.status).toBe('pending');
    expect(Date.parse(data.expiresAt)).toBeGreaterThan(Date.now() + 6 * 86_400_000);
  });

  it('resend: 409 for an expired one whose address was invited again', async () => {
    const { id, email } = await anInvitation(organization);
    await organization.app.sql.query('update invitations set expires_at = now() where id = $1', [id]);
    await anInvitation(organization, { email });
    expect((await change('resend', id)).status).toBe(409);
  });
});
