import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sharedApp, type TestApp } from '../../../support/app';
import { auditEntries } from '../../../support/audit';
import { WireClient, type WireAnswer } from '../../../support/client';
import {
  anOrganization,
  type TestMember,
  type TestOrganization,
} from '../../../support/factories/organization.factory';
import { Mailbox } from '../../../support/mailbox';
import { eventsDuring, expectHidden, refusedPaths } from '../../../support/refusals';

const LIST = 'organizations.tokens.list';
const REVOKE = 'organizations.tokens.revoke';

describe('organizations.tokens', () => {
  let app: TestApp;
  let organization: TestOrganization;
  let owner: TestMember;
  beforeAll(async () => {
    app = await sharedApp();
  });
  beforeEach(async () => {
    organization = await anOrganization({ app });
    owner = organization.owner;
  });
  const aToken = async (member: TestMember) => {
    const input = { name: 'CI', scopes: ['read', 'write'], expiresIn: '90d' };
    const { body } = await member.client.request('POST', '/api/auth/tokens', input);
    const { id, token, expiresAt, createdAt } = body as Record<string, string>;
    return { id: id!, expiresAt, createdAt, client: new WireClient(app, { token, slug: organization.slug }) };
  };
  const idsOf = ({ data }: WireAnswer) => data.tokens.map(({ id }: { id: string }) => id);

  it('200: list shows the tokens of all members with their owners, and no secret', async () => {
    const member = await organization.addMember('member', 'Mia Member');
    const { id, expiresAt, createdAt } = await aToken(member);
    const answer = await owner.client.query(LIST);
    expect(answer.status).toBe(200);
    expect(answer.data.tokens).toHaveLength(3);
    expect(answer.data.tokens.at(-1)).toEqual({
      id,
      name: 'CI',
      scopes: ['read', 'write'],
      owner: { userId: member.userId, name: 'Mia Member', email: member.email, isServiceAccount: false },
      workspaceIds: null,
      boardIds: null,
      allowedCidrs: null,
      exceedsMaxLifetime: false,
      lastUsedAt: null,
      expiresAt,
      createdAt,
    });
    expect(JSON.stringify(answer.body)).not.toContain('svc_pat_');
  });

  it('200: list by member and by pages, without tokens of other organizations', async () => {
    const member = await organization.addMember();
    const { id } = await aToken(member);
    const other = await anOrganization({ app });
    expect(idsOf(await other.owner.client.query(LIST))).toHaveLength(1);
    const first = await owner.client.query(LIST, { userId: member.userId, limit: 1 });
    const cursor = first.data.nextCursor;
    const second = await owner.client.query(LIST, { userId: member.userId, limit: 1, cursor });
    expect(idsOf(first)).toHaveLength(1);
    expect([idsOf(second), second.data.nextCursor]).toEqual([[id], null]);
    expect((await owner.client.query(LIST, { userId: other.owner.userId })).data.tokens).toEqual([]);
  });

  it('200: revoke ends the token with its next call; the owner of the token gets a mail', async () => {
    const mailbox = Mailbox.of(app);
    const member = await organization.addMember();
    const admin = await organization.addMember('admin');
    const { id, client } = await aToken(member);
    expect((await client.query('auth.me')).status).toBe(200);
    const events = await eventsDuring(organization, async () => {
      expect((await admin.client.mutate(REVOKE, { id })).data).toEqual({ success: true });
    });
    expect(events.map(({ type, data }) => [type, data.token.id])).toEqual([['token.revoked', id]]);
    expect((await client.query('auth.me')).status).toBe(401);
    expect(idsOf(await owner.client.query(LIST))).not.toContain(id);
    const mail = await mailbox.next(member.email, new RegExp(id));
    expect(mail.subject).toBe('An administrator revoked your personal access token');
    expect(mail.text).toContain(organization.slug);
    const [entry] = await auditEntries(organization, { action: REVOKE });
    expect(entry).toMatchObject({ outcome: 'success', target: id, actor: { id: admin.userId } });
  });

  it('200: of two parallel calls, one revokes', async () => {
    const { id } = await aToken(await organization.addMember());
    const answers = await Promise.all([1, 2].map(() => owner.client.mutate(REVOKE, { id })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  });

  it('400: wrong inputs', async () => {
    expect(refusedPaths(await owner.client.query(LIST, { userId: 'tok_1' }))).toEqual(['userId']);
    expect(refusedPaths(await owner.client.query(LIST, { limit: 0 }))).toEqual(['limit']);
    expect(refusedPaths(await owner.client.mutate(REVOKE, { tokenId: 'x' }))).toEqual(['id', 'tokenId']);
    const foreign = await anOrganization({ app });
    const [cursor] = idsOf(await foreign.owner.client.query(LIST));
    expect(refusedPaths(await owner.client.query(LIST, { cursor }))).toEqual(['cursor']);
  });

  it('403: members and guests, and tokens without the scope', async () => {
    const { id } = await aToken(owner);
    for (const role of ['member', 'guest'] as const) {
      const { client } = await organization.addMember(role);
      expect((await client.query(LIST)).status).toBe(403);
      expect((await client.mutate(REVOKE, { id })).status).toBe(403);
    }
    const writer = await organization.tokenFor(owner, ['read', 'write', 'delete']);
    expect((await writer.query(LIST)).status).toBe(200);
    expect((await writer.mutate(REVOKE, { id })).status).toBe(403);
  });

  it('404: an unknown token, and one of another organization', async () => {
    const foreign = await anOrganization({ app });
    const [id] = idsOf(await foreign.owner.client.query(LIST));
    await expectHidden(id, (each) => owner.client.mutate(REVOKE, { id: each }));
    expect((await foreign.owner.client.query('auth.me')).status).toBe(200);
  });
});
