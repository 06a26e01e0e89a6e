import { beforeAll, describe, expect, it } from 'vitest';
import { sharedApp, type TestApp } from '../../support/app';
import { WireClient } from '../../support/client';
import { anOrganization } from '../../support/factories/organization.factory';

const NAME = 'organizations.update';

describe('organizations.update', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await sharedApp();
  });

  it('200: changes the given fields and returns the settings', async () => {
    const { owner, id, slug } = await anOrganization({ app });
    const before = (await owner.client.query('organizations.get')).data;
    const patch = {
      name: 'Ünïcode & Söhne',
      timezone: 'Asia/Kolkata',
      dateFormat: 'D MMM, YYYY',
      weekStart: 'sunday',
      language: 'pt-BR',
    };
    const { status, data } = await owner.client.mutate(NAME, patch);
    expect(status).toBe(200);
    expect(data).toEqual({ id, slug, ...patch, updatedAt: expect.any(String) });
    expect(data.updatedAt > before.updatedAt).toBe(true);
    const after = (await owner.client.query('organizations.get')).data;
    expect(after).toEqual({ ...before, ...data });
    const one = await owner.client.mutate(NAME, { weekStart: 'saturday' });
    expect(one.data).toEqual({ ...data, weekStart: 'saturday', updatedAt: expect.any(String) });
  });

  it('200: as an admin; one event with the record', async () => {
    const { addMember, id } = await anOrganization({ app });
    const admin = await addMember('admin');
    await admin.client.mutate(NAME, { name: 'By an admin' });
    const { rows } = await app.sql.query(
      'select type, actor_id, data from outbox where organization_id = $1',
      [id],
    );
    const { data: organization } = await admin.client.query('organizations.get');
    expect(rows).toEqual([{ type: 'organization.updated', actor_id: admin.userId, data: { organization } }]);
  });

  it.each([
    ['timezone', ['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5']],
    ['dateFormat', ['MM/DD/YYYY', 'DD/MM/YYYY', 'D.M.YYYY', 'MMM D, YYYY', 'YYYYMMDD', 'YYYY-MM-DD']],
    ['weekStart', ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']],
    ['language', ['en', 'de', 'pt-BR', 'zh-Hant-TW', 'es-419']],
  ])('200: %s accepts %j', async (field, values) => {
    const { owner } = await anOrganization({ app });
    for (const value of values) {
      const { status, data } = await owner.client.mutate(NAME, { [field]: value });
      expect([value, status]).toEqual([value, 200]);
      expect(data[field]).toBe(value);
    }
  });

  it.each([
    ['name', ['', '  ', 'x'.repeat(101), null, 5, 'A\u0000B']],
    ['timezone', ['', 'Mars/Olympus', '+05:30', 'Europe/Berlin; drop', 'UTC\u0000', 'x'.repeat(100), 0]],
    [
      'dateFormat',
      ['', ' ', 'YY', 'YYYY-MM-DD HH', 'MM/MM/YYYY', 'DDD', 'MMMM', 'yyyy-mm-dd', 'YYYY_MM', '%Y'],
    ],
    ['weekStart', ['Monday', 'mon', 1, '']],
    ['language', ['', 'e', 'en_US', 'klingon-language', 'en;q=0.5', 7]],
    ['logo', ['https://example.com/logo.png']],
    ['slug', ['other']],
    ['plan', ['free']],
    ['expectedUpdatedAt', ['yesterday', 0]],
  ])('400: %s rejects each of %j', async (field, values) => {
    const { owner, id } = await anOrganization({ app });
    for (const value of values) {
      const { status, error } = await owner.client.mutate(NAME, { [field]: value });
      expect([value, status]).toEqual([value, 400]);
      expect(new Set(error!.data.issues!.map((issue) => issue.path))).toEqual(new Set([field]));
    }
    const { rows } = await app.sql.query('select from outbox where organization_id = $1', [id]);
    expect(rows).toHaveLength(0);
  });

  it('401 and 403: no credential, members, guests, and a token without the scope admin', async () => {
    const { addMember, owner, slug, tokenFor } = await anOrganization({ app });
    const patch = { name: 'No' };
    expect((await new WireClient(app, { slug }).mutate(NAME, patch)).status).toBe(401);
    for (const role of ['member', 'guest'] as const) {
      const { client } = await addMember(role);
      expect((await client.mutate(NAME, patch)).status).toBe(403);
    }
    const client = await tokenFor(owner, ['read', 'write', 'delete', 'webhooks']);
    expect((await client.mutate(NAME, patch)).status).toBe(403);
  });

  it('405: with GET', async () => {
    const { owner } = await anOrganization({ app });
    expect((await owner.client.query(NAME, { name: 'x' })).status).toBe(405);
  });

  it('409: when the organization has changed since', async () => {
    const { owner } = await anOrganization({ app });
    const { updatedAt } = (await owner.client.query('organizations.get')).data;
    const first = await owner.client.mutate(NAME, { name: 'One', expectedUpdatedAt: updatedAt });
    expect(first.status).toBe(200);
    const second = await owner.client.mutate(NAME, { name: 'Two', expectedUpdatedAt: updatedAt });
    expect(second.status).toBe(409);
    expect(second.error).toMatchObject({ code: -32009, data: { code: 'CONFLICT' } });
    expect((await owner.client.query('organizations.get')).data.name).toBe('One');
    const third = await owner.client.mutate(NAME, {
      name: 'Three',
      expectedUpdatedAt: first.data.updatedAt,
    });
    expect(third.status).toBe(200);
  });

  it('409: for all but one of 8 concurrent calls with the same version', async () => {
    const { owner } = await anOrganization({ app });
    const { updatedAt } = (await owner.client.query('organizations.get')).data;
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_none, index) =>
        owner.client.mutate(NAME, { name: `Writer ${index}`, expectedUpdatedAt: updatedAt }),
      ),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
  });
});
