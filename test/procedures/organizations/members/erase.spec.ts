import { Readable } from 'node:stream';
import { beforeAll, describe, expect, it } from 'vitest';
import { erasePerson } from '../../../../src/cli/account-commands';
import type { UserId } from '../../../../src/kernel/ids';
import { OwnerCreationService } from '../../../../src/modules/accounts/recovery/owner-creation.service';
import { PersonErasureService } from '../../../../src/modules/accounts/closing/person-erasure.service';
import { ArchiveWriterService } from '../../../../src/modules/archives';
import { SealedExportsService, verifySealedLog } from '../../../../src/modules/audit';
import { ErasureService } from '../../../../src/modules/erasure';
import { EraseAccountJob } from '../../../../src/modules/erasure/erase-account.job';
import { NO_TRANSACTION } from '../../../../src/platform/database/database';
import { TransactionRunner } from '../../../../src/platform/database/transaction-runner';
import { sharedApp, type TestApp } from '../../../support/app';
import { auditEntries } from '../../../support/audit';
import { type WireAnswer, WireClient } from '../../../support/client';
import { aBoard } from '../../../support/factories/board.factory';
import {
  anOrganization,
  type TestMember,
  type TestOrganization,
} from '../../../support/factories/organization.factory';
import { aServiceAccount } from '../../../support/factories/service-account.factory';
import { made } from '../../../support/factories/workspace.factory';
import { Mailbox } from '../../../support/mailbox';

const NAME = 'organizations.members.erase';
const reasonOf = ({ error }: WireAnswer) => (error?.data as { reason?: string } | undefined)?.reason;

describe('organizations.members.erase', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await sharedApp();
    // It keeps only what is sent from now on.
    Mailbox.of(app);
  });

  const removed = async () => {
    const own = await anOrganization();
    const person = await own.addMember('member', `Quirin ${Date.now()} Unmistakable`);
    await own.owner.client.mutate('organizations.members.remove', { userId: person.userId });
    return { own, person };
  };
  /** The columns of all tables that contain one of the texts, but not the job that waits for the end of the period. */
  const placesOf = async (texts: readonly string[]) => {
    const { rows: columns } = await app.sql.query<{ schema: string; table: string; column: string }>(
      `select tables.table_schema as schema, tables.table_name as table, column_name as column
       from information_schema.columns join information_schema.tables using (table_schema, table_name)
       where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
         and data_type in ('text', 'character varying', 'json', 'jsonb', 'ARRAY')`,
    );
    const found: string[] = [];
    for (const { schema, table, column } of columns) {
      const { rows } = await app.sql.query(
        `select from "${schema}"."${table}" where exists (
           select from unnest($1::text[]) as needle (text) where strpos(lower("${column}"::text), lower(needle.text)) > 0) limit 1`,
        [texts],
      );
      if (rows.length > 0) found.push(`${table}.${column}`);
    }
    return found;
  };
  /** The entries of the log that say from where the person called, or tried to sign in. */
  const originsOf = async ({ id }: TestOrganization, userId: UserId) => {
    const { rows } = await app.sql.query<{ count: number }>(
      `select count(*)::int as count from audit_entries
       where organization_id = $1 and (actor_id = $2 or actor_id is null and target = $2) and (ip is not null or user_agent is not null)`,
      [id, userId],
    );
    return rows[0]!.count;
  };
  const sealedLines = async ({ id }: TestOrganization) => {
    const chunks: string[] = [];
    const context = { organizationId: id, transaction: null };
    for await (const chunk of app.nest.get(SealedExportsService, { strict: false }).lines(context))
      chunks.push(chunk);
    return chunks.join('').trimEnd().split('\n');
  };
  /** What the end of the period does, now. */
  const endPeriod = async (userId: UserId) => {
    const { rows } = await app.sql.query<{ id: string; payload: never }>(
      `select job.id, job.payload from graphile_worker._private_jobs job
       join graphile_worker._private_tasks task on task.id = job.task_id
       where task.identifier = 'erasure.erase' and job.payload->>'userId' = $1`,
      [userId],
    );
    expect(rows).toHaveLength(1);
    await app.nest.get(EraseAccountJob, { strict: false }).perform(rows[0]!.payload);
    await app.sql.query('select graphile_worker.complete_jobs(array[$1::bigint])', [rows[0]!.id]);
  };
  /** Leaves traces in as many tables as a test can. */
  const aLife = async () => {
    const own = await anOrganization();
    const admin = own.owner.client;
    const board = await aBoard({ organization: own });
    const person: TestMember = await board.workspace.addMember('member', `Quirin ${Date.now()} Unmistakable`);
    const { userId } = person;
    const place = { boardId: board.id, groupId: board.groupIds[0] };
    const item = await made(person.client, 'items.create', { ...place, name: 'Kept' });
    const later = `Quirina ${Date.now()} Remarkable`;
    const comment = await made(person.client, 'comments.create', { itemId: item.id, body: 'Mine' });
    await made(admin, 'comments.create', { itemId: item.id, body: `Ask @${userId}` });
    await person.client.mutate('auth.updateProfile', { name: later });
    await made(person.client, 'auth.tokens.create', { name: 'Sync', scopes: ['read'] });
    const signInWrongly = () =>
      new WireClient(app, { slug: own.slug }).request('POST', '/api/auth/signin', {
        email: person.email,
        password: 'a wrong password',
      });
    await signInWrongly();
    await admin.mutate('organizations.members.updateRole', { userId, role: 'admin' });
    await admin.mutate('organizations.members.deactivate', { userId });
    await admin.mutate('organizations.members.reactivate', { userId });
    await admin.mutate('organizations.members.remove', { userId });
    await admin.mutate('organizations.members.invite', { email: person.email, role: 'member' });
    await signInWrongly();
    await Mailbox.of(app).next(person.email, /invit/i);
    return { own, person, item, comment, texts: [person.name, later, person.email] };
  };

  it('200: after seven days, no column of the database contains the name or the address; the log and the archive are valid', async () => {
    const { own, person, item, comment, texts } = await aLife();
    const before = await verifySealedLog(Readable.from(await sealedLines(own)));
    expect(before.erased).toBe(0);
    expect(await originsOf(own, person.userId)).toBeGreaterThan(1);
    const found = await placesOf(texts);
    expect(found).toEqual(expect.arrayContaining(['users.name', 'users.email', 'invitations.email']));
    expect(found.some((place) => place.startsWith('audit_entries'))).toBe(true);
    const { status, data } = await own.owner.client.mutate(NAME, { userId: person.userId });
    expect(status).toBe(200);
    expect(Date.parse(data.erasedAt)).toBeGreaterThan(Date.now());
    await Mailbox.of(app).next(person.email, /restore-account/);
    await endPeriod(person.userId);
    expect(await placesOf(texts)).toEqual([]);
    expect(await originsOf(own, person.userId)).toBe(0);
    const after = await verifySealedLog(Readable.from(await sealedLines(own)));
    expect(after.erased).toBeGreaterThan(0);
    expect(after.entries).toBeGreaterThan(before.entries);
    const settings = { signal: new AbortController().signal, onProgress: () => undefined };
    const read = async (content: Readable) => {
      let size = 0;
      for await (const chunk of content) size += (chunk as Buffer).length;
      return size;
    };
    const manifest = await app.nest
      .get(ArchiveWriterService, { strict: false })
      .write(own.id, read, settings);
    expect(manifest.organization.slug).toBe(own.slug);
    expect((await own.owner.client.query('items.get', { id: item.id })).status).toBe(200);
    const { data: listed } = await own.owner.client.query('comments.list', { itemId: item.id });
    const shown = listed.comments.map(({ id, bodyHtml, author }: Record<string, never>) => [
      id,
      bodyHtml,
      author,
    ]);
    expect(shown).toContainEqual([
      comment.id,
      expect.stringContaining('<p>Mine</p>'),
      expect.objectContaining({ id: person.userId, name: 'Deleted user' }),
    ]);
    expect(JSON.stringify(shown)).toContain('>@Deleted user</span>');
  });

  it('200: a service account, which has no address; what others did is kept', async () => {
    const own = await anOrganization();
    const name = `Robot ${Date.now()} Unmistakable`;
    const account = await aServiceAccount(own, { name, role: 'admin' });
    const other = await aServiceAccount(own, { name: 'Other robot', role: 'admin' });
    await made(account.client, 'organizations.update', { name: 'By the robot' });
    await made(other.client, 'organizations.update', { name: 'By the other robot' });
    await made(own.owner.client, 'organizations.serviceAccounts.delete', { id: account.id });
    await made(own.owner.client, NAME, { userId: account.id });
    const entriesOf = async (actor: string) =>
      (await own.owner.client.query('audit.list', { actor, limit: 200 })).data.entries;
    const kept = [await entriesOf(other.id), await entriesOf(own.owner.userId)];
    await endPeriod(account.id);
    expect(await placesOf([name])).toEqual([]);
    const [byOther, byOwner] = [await entriesOf(other.id), await entriesOf(own.owner.userId)];
    expect(byOther).toEqual(kept[0]);
    expect(byOwner.map(({ ip }: { ip: string }) => ip)).toEqual(kept[1].map(({ ip }: { ip: string }) => ip));
  });

  it('an erasure without an address finds no one by it', async () => {
    const { own, person, texts } = await aLife();
    const account = await aServiceAccount(own);
    const before = await placesOf(texts);
    const originsBefore = await originsOf(own, person.userId);
    const { rows: waiting } = await app.sql.query<{ id: string }>(
      `select (graphile_worker.add_job('erasure.test', run_at => now() + interval '1 day')).id`,
    );
    const ids = waiting.map(({ id }) => id);
    const runner = app.nest.get(TransactionRunner, { strict: false });
    const erasure = app.nest.get(ErasureService, { strict: false });
    for (const email of ['', ' '])
      await runner.run(NO_TRANSACTION, (tx) =>
        erasure.erase(tx, { userId: account.id, emails: [email], names: [''] }),
      );
    expect(await placesOf(texts)).toEqual(before);
    expect(await originsOf(own, person.userId)).toBe(originsBefore);
    const { rows: done } = await app.sql.query('select from graphile_worker.complete_jobs($1::bigint[])', [
      ids,
    ]);
    expect(done).toHaveLength(1);
  });

  it('409: an active member, and a member of another organization', async () => {
    const own = await anOrganization();
    const { userId } = await own.addMember('member');
    const active = await own.owner.client.mutate(NAME, { userId });
    expect([active.status, reasonOf(active)]).toEqual([409, 'member_active']);
    const other = await anOrganization();
    await app.sql.query(
      `insert into members (organization_id, user_id, role, status, joined_at, created_at, updated_at)
       values ($1, $2, 'member', 'active', now(), now(), now())`,
      [other.id, userId],
    );
    await own.owner.client.mutate('organizations.members.remove', { userId });
    const elsewhere = await own.owner.client.mutate(NAME, { userId });
    expect([elsewhere.status, reasonOf(elsewhere)]).toEqual([409, 'member_elsewhere']);
  });

  it('404: a user who was never a member, as for an unknown id; 409 twice', async () => {
    const { own, person } = await removed();
    const other = await anOrganization();
    expect((await other.owner.client.mutate(NAME, { userId: person.userId })).status).toBe(404);
    expect((await own.owner.client.mutate(NAME, { userId: person.userId })).status).toBe(200);
    expect(reasonOf(await own.owner.client.mutate(NAME, { userId: person.userId }))).toBe('account_deleted');
  });

  it('403: a member, and an admin for a deactivated admin', async () => {
    const own = await anOrganization();
    const [member, admin, gone] = [
      await own.addMember('member'),
      await own.addMember('admin'),
      await own.addMember('admin'),
    ];
    await own.owner.client.mutate('organizations.members.deactivate', { userId: gone.userId });
    expect((await member.client.mutate(NAME, { userId: gone.userId })).status).toBe(403);
    expect((await admin.client.mutate(NAME, { userId: gone.userId })).status).toBe(403);
    expect((await own.owner.client.mutate(NAME, { userId: gone.userId })).status).toBe(200);
  });

  describe('by the operator', () => {
    const erasure = () => app.nest.get(PersonErasureService, { strict: false });

    it('erases a person at once, after a dry run that changes nothing', async () => {
      const { person, texts } = await aLife();
      const before = await placesOf(texts);
      const counted = await erasure().erase(person.email, { isDryRun: true });
      expect(counted.rows.get('audit_entries')).toBeGreaterThan(0);
      expect(await placesOf(texts)).toEqual(before);
      const { userId } = await erasure().erase(person.email.toUpperCase(), { isDryRun: false });
      expect(userId).toBe(person.userId);
      expect(await placesOf(texts)).toEqual([]);
    });

    it('is in the audit log, unlike its dry run', async () => {
      const own = await anOrganization();
      const { email, userId } = await own.addMember('member');
      const deletions = { action: 'auth.deleteAccount', target: userId };
      await erasure().erase(email, { isDryRun: true });
      expect(await auditEntries(own, deletions)).toEqual([]);
      await erasure().erase(email, { isDryRun: false });
      expect(await auditEntries(own, deletions)).toHaveLength(1);
    });

    it('erases an address that was only invited, and not a longer one that contains it', async () => {
      const own = await anOrganization();
      const email = `x${own.slug}@example.com`;
      await own.owner.client.mutate('organizations.members.invite', { email, role: 'member' });
      await own.owner.client.mutate('organizations.members.invite', {
        email: `prefix.${email}`,
        role: 'member',
      });
      await Mailbox.of(app).next(email, /invit/i);
      const { userId } = await erasure().erase(email, { isDryRun: false });
      expect(userId).toBeNull();
      const { data } = await own.owner.client.query('audit.list', {});
      expect(JSON.stringify(data)).toContain(`prefix.${email}`);
      expect(JSON.stringify(data)).not.toContain(`"${email}"`);
    });

    it('rejects a text that is no address', async () => {
      for (const email of ['', ' ', 'ada', '@'])
        await expect(erasePerson(app.nest, email, { isDryRun: false })).rejects.toMatchObject({
          code: 'BAD_REQUEST',
        });
    });

    it('rejects the owner of an organization', async () => {
      const { owner } = await anOrganization();
      await expect(erasure().erase(owner.email, { isDryRun: false })).rejects.toMatchObject({
        reason: 'owner_of_organization',
      });
    });
  });

  describe('the owner that the operator sets', () => {
    it('takes the place of the owner; the administrators are notified, and the log says so', async () => {
      const own = await anOrganization();
      const member = await own.addMember('member');
      const owners = app.nest.get(OwnerCreationService, { strict: false });
      const assign = (email: string) => owners.create({ email, slug: own.slug }, { isReplacing: true });
      expect(await assign(member.email)).toMatchObject({ userId: member.userId, isNewAccount: false });
      const admin = await own.addMember('admin');
      expect(await assign(admin.email)).toMatchObject({ userId: admin.userId });
      await Mailbox.of(app).next(member.email, new RegExp(`made ${admin.email} the owner`));
      const { data } = await admin.client.query('audit.list', { action: 'organizations.transferOwnership' });
      expect(data.entries).toHaveLength(2);
    });
  });
});
