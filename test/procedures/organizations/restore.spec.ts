import { beforeAll, describe, expect, it } from 'vitest';
import { OrganizationPurgeJob } from '../../../src/modules/organizations/deletion/organization-purge.job';
import { RestorationLinksService } from '../../../src/modules/organizations/deletion/restoration-links.service';
import { useClock } from '../../../src/kernel/clock';
import { sharedApp, type TestApp } from '../../support/app';
import { aBoard } from '../../support/factories/board.factory';
import { aSession, anAccount, type TestAccount } from '../../support/factories/account.factory';
import { anOrganization, type TestOrganization } from '../../support/factories/organization.factory';
import { eventsDuring } from '../../support/refusals';
import { Mailbox } from '../../support/mailbox';
import { PageBrowser, wordsOf } from '../../support/page-browser';

const LINK = /http:\/\/trestle\.test(\/restore-(?:organization|ownership)\?token=[\w.-]+)\r?\n/;

describe('reverting', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await sharedApp();
  });

  const linkTo = async (address: string) => {
    const { text } = await Mailbox.of(app).next(address, LINK);
    return LINK.exec(text)![1]!;
  };
  const browserOf = async (userId: TestAccount['userId']) =>
    new PageBrowser(app, { cookie: (await aSession(userId)).cookie });
  const press = async (browser: PageBrowser, path: string, fields: Record<string, string> = {}) =>
    browser.submit(await browser.get(path), path.split('?')[0]!, fields);

  describe('the deletion of an organization', () => {
    const deleted = async () => {
      const own = await anOrganization();
      const board = await aBoard({ organization: own });
      const { status } = await own.owner.client.mutate('organizations.delete', { slug: own.slug });
      expect(status).toBe(200);
      return { own, board, path: await linkTo(own.owner.email) };
    };
    const purge = (own: TestOrganization) =>
      app.sql
        .query<{ payload: { organizationId: string; deletedAt: string; keepsRow: boolean }; runAt: string }>(
          `select payload, job.run_at as "runAt" from graphile_worker._private_jobs job
           join graphile_worker._private_tasks task on task.id = job.task_id
           where task.identifier = 'organizations.purge' and payload->>'organizationId' = $1 order by job.run_at`,
          [own.id],
        )
        .then(({ rows }) => rows);

    it('by the owner returns everything to everyone, and its purge does nothing', async () => {
      const { own, board, path } = await deleted();
      const browser = await browserOf(own.owner.userId);
      const written = await eventsDuring(own, async () => {
        const done = await press(browser, path);
        expect([done.status, wordsOf(done).includes('The organization is restored')]).toEqual([200, true]);
      });
      expect(written.map(({ type }) => type)).toEqual(['organization.restored']);
      const run = { id: '1', attempt: 1, isLastAttempt: false, signal: new AbortController().signal };
      const jobs = await purge(own);
      expect(jobs).toHaveLength(1);
      for (const { payload } of jobs)
        await app.nest.get(OrganizationPurgeJob, { strict: false }).perform(payload as never, run);
      expect((await own.owner.client.query('organizations.get')).data).toMatchObject({ slug: own.slug });
      expect((await own.owner.client.query('boards.get', { id: board.id })).status).toBe(200);
      const { data } = await own.owner.client.query('audit.list', {});
      expect(data.entries.map(({ action }: { action: string }) => action).slice(0, 2)).toEqual([
        'organizations.restore',
        'organizations.delete',
      ]);
      // The link reverts that deletion only.
      expect((await press(browser, path)).status).toBe(400);
    });

    it('is possible for seven days, after which the content is purged', async () => {
      const { own } = await deleted();
      const days = (await purge(own)).map(({ runAt }) =>
        Math.round((Date.parse(runAt) - Date.now()) / 86_400_000),
      );
      expect(days).toEqual([7]);
    });

    it('400: after seven days, also with a link that was mailed later', async () => {
      const { own } = await deleted();
      const { rows } = await app.sql.query<{ deletedAt: string }>(
        `update organizations set deleted_at = deleted_at - interval '7 days' where id = $1 returning deleted_at as "deletedAt"`,
        [own.id],
      );
      const deletion = {
        organizationId: own.id,
        slug: own.slug,
        deletedAt: rows[0]!.deletedAt,
      };
      const token = app.nest.get(RestorationLinksService, { strict: false }).create(deletion);
      const late = await press(await browserOf(own.owner.userId), `/restore-organization?token=${token}`);
      expect(late.status).toBe(400);
    });

    it('is not possible for an admin, who is only notified', async () => {
      const own = await anOrganization();
      const admin = await own.addMember('admin');
      await own.owner.client.mutate('organizations.delete', { slug: own.slug });
      const { text } = await Mailbox.of(app).next(admin.email, /was deleted/);
      expect(text).not.toContain('http');
      const rejected = await press(await browserOf(admin.userId), await linkTo(own.owner.email));
      expect(rejected.status).toBe(400);
      expect((await own.owner.client.query('organizations.get')).status).toBe(401);
    });

    it('by a new owner can be reverted by the previous one, who owns it again, even after being removed', async () => {
      const own = await anOrganization();
      const thief = await own.addMember('admin');
      await own.owner.client.mutate('organizations.transferOwnership', { userId: thief.userId });
      await Mailbox.of(app).next(own.owner.email, /restore-ownership/);
      await thief.client.mutate('organizations.members.remove', { userId: own.owner.userId });
      await thief.client.mutate('organizations.delete', { slug: own.slug });
      const { text } = await Mailbox.of(app).next(own.owner.email, /was deleted/);
      const done = await press(await browserOf(own.owner.userId), LINK.exec(text)![1]!);
      expect(done.status).toBe(200);
      // The tokens of the removed owner are deleted; the new owner is an admin now.
      expect((await thief.client.query('organizations.get')).data).toMatchObject({ slug: own.slug });
      const { rows } = await app.sql.query(
        `select user_id from members where organization_id = $1 and role = 'owner'`,
        [own.id],
      );
      expect(rows).toEqual([{ user_id: own.owner.userId }]);
    });

    it('is not possible for an owner of more than a week ago', async () => {
      const own = await anOrganization();
      const heir = await own.addMember('admin');
      await own.owner.client.mutate('organizations.transferOwnership', { userId: heir.userId });
      await app.sql.query(
        `update previous_owners set owned_until = owned_until - interval '8 days' where organization_id = $1`,
        [own.id],
      );
      await heir.client.mutate('organizations.delete', { slug: own.slug });
      const path = await linkTo(heir.email);
      expect((await press(await browserOf(own.owner.userId), path)).status).toBe(400);
      expect((await press(await browserOf(heir.userId), path)).status).toBe(200);
    });

    it('takes another slug when the previous one is taken', async () => {
      const { own, path } = await deleted();
      const other = await anAccount();
      const apex = other.client.as({ slug: '' });
      await apex.mutate('organizations.create', { name: 'Another', slug: own.slug });
      const browser = await browserOf(own.owner.userId);
      expect((await press(browser, path)).status).toBe(409);
      expect((await press(browser, path, { slug: 'Not A Slug' })).status).toBe(400);
      const slug = `${own.slug.slice(0, 40)}-again`;
      expect((await press(browser, path, { slug })).status).toBe(200);
      const { data } = await other.client.query('auth.me');
      expect(data.memberships).toHaveLength(2);
    });

    it('leaves nothing to purge early when the organization is deleted again', async () => {
      const { own, path } = await deleted();
      const [first] = await purge(own);
      await press(await browserOf(own.owner.userId), path);
      await own.owner.client.mutate('organizations.delete', { slug: own.slug });
      const run = { id: '1', attempt: 1, isLastAttempt: false, signal: new AbortController().signal };
      await app.nest.get(OrganizationPurgeJob, { strict: false }).perform(first!.payload as never, run);
      const { rows } = await app.sql.query('select from boards where organization_id = $1', [own.id]);
      expect(rows).not.toEqual([]);
    });
  });

  describe('a transfer of ownership', () => {
    const ownerOf = async (own: TestOrganization) => {
      const { rows } = await app.sql.query<{ userId: string }>(
        `select user_id as "userId" from members where organization_id = $1 and role = 'owner'`,
        [own.id],
      );
      return rows.map(({ userId }) => userId);
    };
    const transferred = async () => {
      const own = await anOrganization();
      const heir = await own.addMember('admin');
      await own.owner.client.mutate('organizations.transferOwnership', { userId: heir.userId });
      await Mailbox.of(app).next(heir.email, /was transferred to you/);
      return { own, heir, path: await linkTo(own.owner.email) };
    };

    it('by the previous owner, even after being removed and after another transfer', async () => {
      const { own, heir, path } = await transferred();
      const third = await own.addMember('admin');
      await heir.client.mutate('organizations.members.remove', { userId: own.owner.userId });
      await heir.client.mutate('organizations.transferOwnership', { userId: third.userId });
      expect(await ownerOf(own)).toEqual([third.userId]);
      const done = await press(await browserOf(own.owner.userId), path);
      expect([done.status, wordsOf(done).includes('You are the owner again')]).toEqual([200, true]);
      expect(await ownerOf(own)).toEqual([own.owner.userId]);
    });

    it('403: by another user; 400: after seven days', async () => {
      const { own, heir, path } = await transferred();
      expect((await press(await browserOf(heir.userId), path)).status).toBe(403);
      const now = Date.now();
      useClock({ now: () => new Date(now + 8 * 86_400_000) });
      try {
        expect((await press(await browserOf(own.owner.userId), path)).status).toBe(400);
      } finally {
        useClock();
      }
      expect(await ownerOf(own)).toEqual([heir.userId]);
    });
  });

  describe.each([
    ['organizations.delete', async (own: TestAccount) => ({ slug: own.slug })],
    [
      'organizations.transferOwnership',
      async ({ organizationId }: TestAccount) => {
        const heir = await anAccount();
        await app.sql.query(
          `insert into members (organization_id, user_id, role, status, created_at, updated_at)
           values ($1, $2, 'admin', 'active', now(), now())`,
          [organizationId, heir.userId],
        );
        return { userId: heir.userId };
      },
    ],
  ])('%s', (name, inputOf) => {
    it('asks for the password or a code once the sign-in is older than ten minutes', async () => {
      const account = await anAccount();
      const input = await inputOf(account);
      const now = Date.now();
      useClock({ now: () => new Date(now + 11 * 60_000) });
      try {
        const { error } = await account.client.mutate(name, input);
        expect(error?.data).toMatchObject({ code: 'BAD_REQUEST', reason: 'owner_proof_needed' });
        for (const wrong of [{ password: 'not this one' }, { code: '000000' }]) {
          const rejected = await account.client.mutate(name, { ...input, ...wrong });
          expect(rejected.error?.data.issues).toMatchObject([{ path: Object.keys(wrong)[0] }]);
        }
        const { password } = account;
        expect((await account.client.mutate(name, { ...input, password })).status).toBe(200);
      } finally {
        useClock();
      }
    });
  });
});
