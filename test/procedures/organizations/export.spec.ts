import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { verifyArchive } from '../../../src/modules/archives';
import { ExportOrganizationJob } from '../../../src/modules/archives/export-organization.job';
import { SendArchiveNoticeJob } from '../../../src/modules/archives/notice/send-archive-notice.job';
import type { ExportId } from '../../../src/modules/archives/archives.repository';
import { newId } from '../../../src/kernel/ids';
import { sha256Text } from '../../../src/platform/crypto/digest';
import { FileStorage } from '../../../src/platform/storage/file-storage';
import { startApp, type TestApp } from '../../support/app';
import { auditEntries } from '../../support/audit';
import { WireClient } from '../../support/client';
import { aSession } from '../../support/factories/account.factory';
import {
  anOrganization,
  type TestMember,
  type TestOrganization,
} from '../../support/factories/organization.factory';
import { UNINTERRUPTED } from '../../support/job-run';
import { Mailbox } from '../../support/mailbox';

interface Export {
  id: ExportId;
  status: string;
  progress: number;
  url: string | null;
  size: number | null;
  sha256: string | null;
  completedAt: string | null;
}

describe('organizations.export', () => {
  let app: TestApp;
  let organization: TestOrganization;
  beforeAll(async () => {
    // Without workers: each test performs the job when it wants to.
    app = await startApp({ ROLES: 'api' });
    organization = await anOrganization({ app });
  });
  afterAll(() => app?.close());

  const start = async (of = organization): Promise<Export> => {
    const { status, data } = await of.owner.client.mutate('organizations.export', {});
    expect(status).toBe(200);
    return data as Export;
  };
  const get = async (id: string, of = organization): Promise<Export> =>
    (await of.owner.client.query('organizations.exports.get', { id })).data as Export;
  const perform = (id: ExportId, of = organization, isLastAttempt = false) =>
    app.nest
      .get(ExportOrganizationJob, { strict: false })
      .perform({ organizationId: of.id, exportId: id }, { ...UNINTERRUPTED, isLastAttempt });
  const sessionOf = async ({ userId }: TestMember, of = organization): Promise<WireClient> =>
    new WireClient(app, { cookie: (await aSession(userId, { app })).cookie, slug: of.slug });
  const download = (client: WireClient, id: string) =>
    client.request('GET', `/api/organizations/exports/${id}`);
  const storedFiles = async (of = organization): Promise<string[]> => {
    const { rows } = await app.sql.query<{ key: string }>(
      'select storage_key as key from organization_exports where organization_id = $1 and storage_key is not null',
      [of.id],
    );
    return rows.map(({ key }) => key);
  };
  const notice = async (id: ExportId, of = organization) => {
    const mailbox = Mailbox.of(app);
    await app.nest
      .get(SendArchiveNoticeJob, { strict: false })
      .perform({ organizationId: of.id, exportId: id });
    return mailbox;
  };

  it('200: runs in the background, and becomes an archive that can be downloaded and verified', async () => {
    const started = await start();
    expect(started).toMatchObject({ status: 'running', progress: 0, url: null, size: null, sha256: null });
    const owner = await sessionOf(organization.owner);
    expect((await download(owner, started.id)).status).toBe(409);

    await perform(started.id);
    const ready = await get(started.id);
    expect(ready).toMatchObject({ id: started.id, status: 'ready', progress: 100 });
    expect(new URL(ready.url!).pathname).toBe(`/api/organizations/exports/${started.id}`);
    const answer = await download(owner, started.id);
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-length': String(ready.size),
      'cache-control': 'no-store',
    });
    expect(answer.headers['content-disposition']).toMatch(/filename="organization-\d{4}-\d\d-\d\d\.zip"/);
    expect(sha256Text(answer.bytes, 'hex')).toBe(ready.sha256);
    const directory = mkdtempSync(join(tmpdir(), 'trestle-export-'));
    try {
      const file = join(directory, 'archive.zip');
      writeFileSync(file, answer.bytes);
      expect((await verifyArchive(file)).manifest.organization.id).toBe(organization.id);
    } finally {
      rmSync(directory, { recursive: true });
    }
    const actions = (await auditEntries(organization)).map(({ action }) => action);
    expect(actions).toContain('organizations.export');
    expect(actions).toContain('organizations.export.download');
  });

  it('200: sends a mail when it has ended, only to a member, without a link to the archive', async () => {
    const own = await anOrganization({ app });
    const { id } = await start(own);
    await perform(id, own);
    const mailbox = await notice(id, own);
    const mail = await mailbox.next(own.owner.email, /is complete/);
    expect(mail.text).toContain(id);
    expect(mail.text).not.toContain('/api/');
  });

  it('200: replaces the archive before, whose file is removed', async () => {
    const own = await anOrganization({ app });
    const first = await start(own);
    await perform(first.id, own);
    const [key] = await storedFiles(own);
    const second = await start(own);
    // Until the new one is complete.
    expect((await get(first.id, own)).status).toBe('ready');
    await perform(second.id, own);
    expect((await own.owner.client.query('organizations.exports.get', { id: first.id })).status).toBe(404);
    const { rows } = await app.sql.query('select from file_removals where storage_key = $1', [key]);
    expect(rows).toHaveLength(1);
  });

  it('409: while another one is running, also in parallel', async () => {
    const own = await anOrganization({ app });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => own.owner.client.mutate('organizations.export', {})),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
  });

  it('403: a download with a token, and with a session that began too long ago', async () => {
    const own = await anOrganization({ app });
    const { id } = await start(own);
    await perform(id, own);
    expect((await download(own.owner.client, id)).status).toBe(403);
    const { id: sessionId, cookie } = await aSession(own.owner.userId, { app });
    const client = new WireClient(app, { cookie, slug: own.slug });
    expect((await download(client, id)).status).toBe(200);
    await app.sql.query(`update sessions set created_at = now() - interval '11 minutes' where id = $1`, [
      sessionId,
    ]);
    const late = await download(client, id);
    expect([late.status, late.body]).toMatchObject([
      403,
      { error: { data: { reason: 'recent_sign_in_needed' } } },
    ]);
  });

  it('403 and 404: members, guests, other organizations, missing and expired exports', async () => {
    const own = await anOrganization({ app });
    const { id } = await start(own);
    await perform(id, own);
    for (const role of ['member', 'guest'] as const) {
      const member = await own.addMember(role);
      expect((await member.client.mutate('organizations.export', {})).status).toBe(403);
      expect((await member.client.query('organizations.exports.get', { id })).status).toBe(403);
      expect((await download(await sessionOf(member, own), id)).status).toBe(403);
    }
    const admin = await own.addMember('admin');
    expect((await download(await sessionOf(admin, own), id)).status).toBe(200);
    expect((await organization.owner.client.query('organizations.exports.get', { id })).status).toBe(404);
    const stranger = await sessionOf(organization.owner);
    expect((await download(stranger, id)).status).toBe(404);
    expect((await download(stranger, newId('organizationExport'))).status).toBe(404);
    expect((await download(stranger, 'exp_1')).status).toBe(400);
    await app.sql.query('update organization_exports set expires_at = now() where id = $1', [id]);
    expect((await download(await sessionOf(own.owner, own), id)).status).toBe(404);
  });

  it('an attempt whose process died is repeated, and its file removed', async () => {
    const own = await anOrganization({ app });
    const { id } = await start(own);
    const storage = app.nest.get(FileStorage, { strict: false });
    // The first attempt is cut off after it has recorded its file.
    const put = vi.spyOn(storage, 'put').mockRejectedValueOnce(new Error('the process died'));
    await expect(perform(id, own)).rejects.toThrow('the process died');
    put.mockRestore();
    const [abandoned] = await storedFiles(own);
    expect((await get(id, own)).status).toBe('running');
    await perform(id, own);
    expect((await get(id, own)).status).toBe('ready');
    expect(await storedFiles(own)).not.toContain(abandoned);
    const { rows } = await app.sql.query('select from file_removals where storage_key = $1', [abandoned]);
    expect(rows).toHaveLength(1);
    // The job can run again after it has succeeded.
    await perform(id, own);
    expect((await get(id, own)).status).toBe('ready');
  });

  it('fails after the last attempt, with a mail, and can be started again', async () => {
    const own = await anOrganization({ app });
    const { id } = await start(own);
    const storage = app.nest.get(FileStorage, { strict: false });
    const put = vi.spyOn(storage, 'put').mockRejectedValueOnce(new Error('the disk is full'));
    await perform(id, own, true);
    put.mockRestore();
    expect(await get(id, own)).toMatchObject({ status: 'failed', url: null });
    const mailbox = await notice(id, own);
    expect((await mailbox.next(own.owner.email, /failed/)).text).toContain(id);
    await perform((await start(own)).id, own);
  });
});
