import { beforeAll, describe, expect, it } from 'vitest';
import { sharedApp, type TestApp } from '../../../support/app';
import { WireClient } from '../../../support/client';
import {
  anOrganization,
  type TestMember,
  type TestOrganization,
} from '../../../support/factories/organization.factory';

const MISSING = 'tok_00000000000000000000000000';

describe('auth.tokens.revoke', () => {
  let app: TestApp;
  let organization: TestOrganization;
  let owner: TestMember;
  beforeAll(async () => {
    app = await sharedApp();
    organization = await anOrganization({ app });
    owner = organization.owner;
  });

  const aToken = async (member: TestMember = owner) => {
    const answer = await member.client.request('POST', '/api/auth/tokens', { name: 'x', scopes: ['read'] });
    const { id, token } = answer.body as { id: string; token: string };
    return { id, client: new WireClient(app, { token, slug: organization.slug }) };
  };

  it('200: the token is rejected from the next call on, and removed from the list', async () => {
    const { id, client } = await aToken();
    expect((await client.query('auth.me')).status).toBe(200);
    const answer = await owner.client.mutate('auth.tokens.revoke', { tokenId: id });
    expect(answer.status).toBe(200);
    expect(answer.data).toEqual({ success: true });
    expect((await client.query('auth.me')).status).toBe(401);
    const { data } = await owner.client.query('auth.tokens.list');
    expect(data.tokens.map((token: { id: string }) => token.id)).not.toContain(id);
    const { rows } = await app.sql.query(
      `select actor_id, data from outbox where type = 'token.revoked' and data->'token'->>'id' = $1`,
      [id],
    );
    expect(rows).toEqual([{ actor_id: owner.userId, data: { token: expect.objectContaining({ id }) } }]);
  });

  it('200: a token can revoke itself', async () => {
    const client = await organization.tokenFor(owner, ['read', 'write']);
    const { data } = await client.query('auth.tokens.list');
    const own = data.tokens.at(-1).id;
    expect((await client.mutate('auth.tokens.revoke', { tokenId: own })).status).toBe(200);
    expect((await client.query('auth.me')).status).toBe(401);
  });

  it.each([
    ['no id', {}, 'tokenId'],
    ['an id of something else', { tokenId: 'usr_00000000000000000000000000' }, 'tokenId'],
    ['a list', { tokenId: [MISSING] }, 'tokenId'],
    ['an unknown key', { tokenId: MISSING, userId: 'x' }, 'userId'],
  ])('400: %s', async (_what, input, path) => {
    const { status, error } = await owner.client.mutate('auth.tokens.revoke', input);
    expect(status).toBe(400);
    expect(error!.data.issues!.map((issue) => issue.path)).toEqual([path]);
  });

  it('401 and 403: no credential, and a token without the scope write', async () => {
    const { id, client } = await aToken();
    expect((await new WireClient(app).mutate('auth.tokens.revoke', { tokenId: id })).status).toBe(401);
    expect((await client.mutate('auth.tokens.revoke', { tokenId: id })).status).toBe(403);
    expect((await client.query('auth.me')).status).toBe(200);
  });

  it('404: another member’s and another organization’s token, like a missing one', async () => {
    const missing = await owner.client.mutate('auth.tokens.revoke', { tokenId: MISSING });
    expect(missing.status).toBe(404);
    const member = await organization.addMember();
    const theirs = await aToken(member);
    const foreign = await anOrganization({ app });
    const { data } = await foreign.owner.client.query('auth.tokens.list');
    for (const tokenId of [theirs.id, data.tokens[0].id]) {
      const answer = await owner.client.mutate('auth.tokens.revoke', { tokenId });
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual(missing.body);
    }
    expect((await theirs.client.query('auth.me')).status).toBe(200);
    expect((await foreign.owner.client.query('auth.me')).status).toBe(200);
  });
});
