import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedApp, startApp, type TestApp } from '../../support/app';
import { type WireAnswer, WireClient } from '../../support/client';
import { aSession } from '../../support/factories/account.factory';
import { aBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';
import { anOrganization, type TestOrganization } from '../../support/factories/organization.factory';
import { aWorkspace, made } from '../../support/factories/workspace.factory';
import { eventsDuring } from '../../support/refusals';
import { errorOf, outputsOf } from '../../support/wire-shape';

const aKey = () => ({ 'idempotency-key': randomBytes(8).toString('hex') });
const isReplayed = ({ headers }: WireAnswer) => headers['idempotent-replayed'] === 'true';

describe('Idempotency-Key', () => {
  let app: TestApp;
  let organization: TestOrganization;
  let client: WireClient;
  beforeAll(async () => {
    app = await sharedApp();
    organization = await anOrganization({ app });
    ({ client } = organization.owner);
  });

  const create = (name: string, key: Record<string, string>, by = client) =>
    by.mutate('workspaces.create', { name }, key);
  const typesDuring = async (act: () => Promise<unknown>) =>
    (await eventsDuring(organization, act)).map(({ type }) => type);

  it('200: a repeat returns the first response, byte for byte, and has no effect', async () => {
    const key = aKey();
    const written = await typesDuring(async () => {
      const first = await create('Once', key);
      expect([first.status, isReplayed(first)]).toEqual([200, false]);
      for (let repeat = 0; repeat < 3; repeat += 1) {
        const again = await create('Once', key);
        expect([again.status, isReplayed(again)]).toEqual([200, true]);
        expect(JSON.stringify(again.body)).toBe(JSON.stringify(first.body));
      }
    });
    expect(written).toEqual(['workspace.created']);
  });

  it('200: 50 concurrent calls have one effect and get one response', async () => {
    const key = aKey();
    const written = await typesDuring(async () => {
      const answers = await Promise.all(Array.from({ length: 50 }, () => create('Together', key)));
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200));
      expect(new Set(answers.map(({ data }) => data.id as string)).size).toBe(1);
      expect(answers.filter((answer) => !isReplayed(answer))).toHaveLength(1);
    });
    expect(written).toEqual(['workspace.created']);
  });

  it('200: 50 concurrent calls with 50 keys have 50 effects', async () => {
    const written = await typesDuring(async () => {
      const answers = await Promise.all(Array.from({ length: 50 }, () => create('Apart', aKey())));
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200));
    });
    expect(written).toHaveLength(50);
  });

  it('200: after a restart', async () => {
    const key = aKey();
    const first = await create('Restarted', key);
    const restarted = await startApp({ DATABASE_URL: app.databaseUrl, ROLES: 'api' });
    const again = await create('Restarted', key, client.at(restarted));
    expect([again.body, isReplayed(again)]).toEqual([first.body, true]);
    await restarted.close();
  });

  it('200: two replicas concurrently have one effect and one response', async () => {
    const replica = await startApp({ DATABASE_URL: app.databaseUrl, ROLES: 'api' });
    const there = client.at(replica);
    for (let round = 0; round < 5; round += 1) {
      const key = aKey();
      const written = await typesDuring(async () => {
        const calls = Array.from({ length: 10 }, (_, call) =>
          create('Replicas', key, call % 2 ? there : client),
        );
        const answers = await Promise.all(calls);
        expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
        expect(new Set(answers.map(({ bytes }) => bytes.toString())).size).toBe(1);
        expect(answers.filter((answer) => !isReplayed(answer))).toHaveLength(1);
      });
      expect(written).toEqual(['workspace.created']);
    }
    await replica.close();
  });

  it('200: the same input with another order of keys is the same', async () => {
    const key = aKey();
    const first = await client.mutate(
      'workspaces.create',
      { name: 'Order', color: '#123456', icon: 'x' },
      key,
    );
    const again = await client.mutate(
      'workspaces.create',
      { icon: 'x', color: '#123456', name: 'Order' },
      key,
    );
    expect([again.body, isReplayed(again)]).toEqual([first.body, true]);
  });

  it('409: with another input; the first input still gets the first response', async () => {
    const key = aKey();
    const first = await create('Mine', key);
    const written = await typesDuring(async () => {
      for (const name of ['Other', 'mine', 'Mine ']) {
        const other = await create(name, key);
        expect([other.status, other.body]).toEqual([409, errorOf('CONFLICT', 'workspaces.create')]);
      }
    });
    expect(written).toEqual([]);
    expect((await create('Mine', key)).body).toEqual(first.body);
  });

  it('a failure is not stored: a repeat tries again', async () => {
    const key = aKey();
    expect((await create('', key)).status).toBe(400);
    const missing = { id: `wsp_${'0'.repeat(26)}`, name: 'x' };
    expect((await client.mutate('workspaces.update', missing, key)).status).toBe(404);
    expect((await client.mutate('workspaces.update', missing, key)).status).toBe(404);
    const member = await organization.addMember('member');
    expect((await create('Now', key, member.client)).status).toBe(403);
    const now = await create('Now', key);
    expect([now.status, isReplayed(now)]).toEqual([200, false]);
    const stale = { id: now.data.id, name: 'Then', expectedUpdatedAt: '2020-01-01T00:00:00.000Z' };
    const update = aKey();
    expect((await client.mutate('workspaces.update', stale, update)).status).toBe(409);
    const fresh = { ...stale, expectedUpdatedAt: now.data.updatedAt };
    expect((await client.mutate('workspaces.update', fresh, update)).data.name).toBe('Then');
  });

  it('belongs to its user, organization and procedure', async () => {
    const key = aKey();
    const admin = await organization.addMember('admin');
    const elsewhere = await anOrganization({ app });
    const mine = await create('Shared', key);
    const theirs = await create('Shared', key, admin.client);
    const foreign = await create('Shared', key, elsewhere.owner.client);
    expect(new Set([mine.data.id, theirs.data.id, foreign.data.id]).size).toBe(3);
    const other = await client.mutate('workspaces.archive', { id: mine.data.id }, key);
    expect([other.status, isReplayed(other)]).toEqual([200, false]);
  });

  it('belongs to the user in both organizations, with token and session alike', async () => {
    const elsewhere = await anOrganization({ app });
    const { userId } = organization.owner;
    await app.sql.query(
      `insert into members (organization_id, user_id, role, status, joined_at, created_at, updated_at)
       values ($1, $2, 'admin', 'active', now(), now(), now())`,
      [elsewhere.id, userId],
    );
    const { cookie } = await aSession(userId, { app });
    const key = aKey();
    const byToken = await create('Both', key);
    const bySession = await create('Both', key, new WireClient(app, { cookie, slug: organization.slug }));
    const there = await create('Both', key, new WireClient(app, { cookie, slug: elsewhere.slug }));
    expect([bySession.body, isReplayed(bySession)]).toEqual([byToken.body, true]);
    expect([there.status, isReplayed(there)]).toEqual([200, false]);
  });

  it('works where no organization is required', async () => {
    const { cookie } = await aSession(organization.owner.userId, { app });
    const session = new WireClient(app, { cookie });
    const key = aKey();
    const first = await session.mutate('organizations.create', { name: 'By key' }, key);
    expect(first.status).toBe(200);
    expect((await session.mutate('organizations.create', { name: 'By key' }, key)).body).toEqual(first.body);
  });

  it('requires access: a replay authenticates the caller', async () => {
    const member = await organization.addMember('admin');
    const key = aKey();
    expect((await create('Right', key, member.client)).status).toBe(200);
    const weak = await organization.tokenFor(member, ['read']);
    expect((await create('Right', key, weak)).status).toBe(403);
    expect((await create('Right', key, new WireClient(app, { slug: organization.slug }))).status).toBe(401);
  });

  it('200: replicas that concurrently repeat a completed call all get its response', async () => {
    const key = aKey();
    const first = await create('Finished', key);
    const replicas = await Promise.all(
      Array.from({ length: 3 }, () => startApp({ DATABASE_URL: app.databaseUrl, ROLES: 'api' })),
    );
    const callers = [client, ...replicas.map((replica) => client.at(replica))];
    const calls = Array.from({ length: 180 }, (_, at) =>
      create('Finished', key, callers[at % callers.length]),
    );
    const answers = await Promise.all(calls);
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(new Set(answers.map(({ bytes }) => bytes.toString()))).toEqual(new Set([first.bytes.toString()]));
    await Promise.all(replicas.map((replica) => replica.close()));
  });

  describe('for a caller who cannot see the record any more', () => {
    const REPLAYS = ['items.create', 'items.update', 'boards.groups.create'];
    const scene = async () => {
      const workspace = await aWorkspace({ organization, visibility: 'closed' });
      const board = await aBoard({ organization, workspace });
      const itemId = await anItem(board);
      const inputs: Record<string, object> = {
        'items.create': { boardId: board.id, groupId: board.groupIds[0], name: 'Keyed' },
        'items.update': { id: itemId, name: 'Keyed too' },
        'boards.groups.create': { boardId: board.id, name: 'Keyed' },
        'items.delete': { id: itemId },
      };
      return { workspace, board, inputs };
    };

    it('404: as for a missing one, and nothing is replayed', async () => {
      const { workspace, inputs } = await scene();
      const member = await workspace.addMember();
      const key = aKey();
      const repeat = () => Promise.all(REPLAYS.map((name) => member.client.mutate(name, inputs[name], key)));
      expect((await repeat()).map(({ status }) => status)).toEqual([200, 200, 200]);
      expect((await repeat()).map(isReplayed)).toEqual([true, true, true]);
      await made(client, 'workspaces.members.remove', { workspaceId: workspace.id, userId: member.userId });
      const after = await repeat();
      expect(after.map(({ status }) => status)).toEqual([404, 404, 404]);
      expect(after.map(isReplayed)).toEqual([false, false, false]);
    });

    it('404: a guest whose share was removed', async () => {
      const { board, inputs } = await scene();
      const guest = await organization.addMember('guest');
      const share = { boardId: board.id, userId: guest.userId };
      await made(client, 'boards.members.add', { ...share, permission: 'edit' });
      const key = aKey();
      const create = () => guest.client.mutate('items.create', inputs['items.create'], key);
      expect([(await create()).status, isReplayed(await create())]).toEqual([200, true]);
      await made(client, 'boards.members.remove', share);
      expect((await create()).status).toBe(404);
    });

    it('200: a record that the call itself deleted is replayed', async () => {
      const { workspace, board, inputs } = await scene();
      const { client: member } = await workspace.addMember('admin');
      const key = aKey();
      const repeat = async () => [
        await member.mutate('items.delete', inputs['items.delete'], key),
        await member.mutate('boards.delete', { id: board.id }, key),
      ];
      expect((await repeat()).map(({ status }) => status)).toEqual([200, 200]);
      expect((await repeat()).map(isReplayed)).toEqual([true, true]);
    });
  });

  it('expires after 24 hours', async () => {
    const key = aKey();
    const first = await create('Aged', key);
    const age = (hours: number) =>
      app.sql.query(
        `update idempotency_keys set created_at = now() - make_interval(mins => $2) where key = $1`,
        [key['idempotency-key'], hours * 60],
      );
    await age(23.9);
    expect((await create('Aged', key)).body).toEqual(first.body);
    await age(24.1);
    const later = await create('Aged', key);
    expect([later.status, isReplayed(later)]).toEqual([200, false]);
    expect(later.data.id).not.toBe(first.data.id);
  });

  it.each(['', ' ', 'a b', 'ü', 'x'.repeat(256), 'a\tb'])('400: a key of %j', async (key) => {
    const written = await typesDuring(async () => {
      const answer = await create('Bad key', { 'idempotency-key': key });
      expect(answer.status).toBe(400);
      expect(answer.error!.data.issues).toEqual([
        { path: 'Idempotency-Key', message: 'Must be 1 to 255 printable ASCII characters without spaces' },
      ]);
    });
    expect(written).toEqual([]);
  });

  it.each(['a', '!', '~', 'x'.repeat(255), '"quoted"', 'a,b', "'or'1'='1"])(
    '200: a key of %j',
    async (key) => {
      const unique = { 'idempotency-key': key.replace(' ', '_') };
      const first = await create(`Key ${key.slice(0, 9)}`, unique);
      expect(first.status).toBe(200);
      expect((await create(`Key ${key.slice(0, 9)}`, unique)).body).toEqual(first.body);
    },
  );

  it('is ignored for queries', async () => {
    const answer = await client.request('GET', '/api/trpc/workspaces.list', undefined, {
      'idempotency-key': ' ',
    });
    expect([answer.status, isReplayed(answer)]).toEqual([200, false]);
  });

  describe('on a batch', () => {
    const batch = (names: string[], inputs: unknown[], headers: Record<string, string>) =>
      client.request(
        'POST',
        `/api/trpc/${names.join(',')}?batch=1`,
        Object.fromEntries(inputs.map((json, index) => [index, { json }])),
        headers,
      );
    const CREATE = 'workspaces.create';

    it('200: applies to each call by its position, also with equal inputs', async () => {
      const key = aKey();
      const inputs = [{ name: 'Twin' }, { name: 'Twin' }, { name: 'Single' }];
      const written = await typesDuring(async () => {
        const first = await batch([CREATE, CREATE, CREATE], inputs, key);
        expect([first.status, isReplayed(first)]).toEqual([200, false]);
        const ids = outputsOf(first.body).map(({ id }) => id as string);
        expect(new Set(ids).size).toBe(3);
        const again = await batch([CREATE, CREATE, CREATE], inputs, key);
        expect([again.body, isReplayed(again)]).toEqual([first.body, true]);
      });
      expect(written).toEqual(['workspace.created', 'workspace.created', 'workspace.created']);
    });

    it('207, then 200: a repeat runs failed calls again and replays the others', async () => {
      const key = aKey();
      const first = await batch([CREATE, CREATE], [{ name: 'Good' }, { name: '' }], key);
      expect(first.status).toBe(207);
      const written = await typesDuring(async () => {
        const again = await batch([CREATE, CREATE], [{ name: 'Good' }, { name: 'Better' }], key);
        expect(again.status).toBe(200);
        expect(outputsOf(again.body)[0]).toEqual(outputsOf(first.body)[0]);
      });
      expect(written).toEqual(['workspace.created']);
    });

    it('409: a position with another input', async () => {
      const key = aKey();
      await batch([CREATE, CREATE], [{ name: 'A' }, { name: 'B' }], key);
      const swapped = await batch([CREATE, CREATE], [{ name: 'B' }, { name: 'A' }], key);
      expect(swapped.status).toBe(409);
    });

    it('200: a batch of one and a single call are the same', async () => {
      const key = aKey();
      const alone = await create('Alone', key);
      const batched = await batch([CREATE], [{ name: 'Alone' }], key);
      expect([outputsOf(batched.body), isReplayed(batched)]).toEqual([[alone.data], true]);
    });
  });
});
