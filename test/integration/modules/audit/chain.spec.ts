import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LogBroken, verifySealedLog } from '../../../../src/modules/audit';
import { AuditSealerService } from '../../../../src/modules/audit/chain/audit-sealer.service';
import { SealedExportsService } from '../../../../src/modules/audit/chain/sealed-exports.service';
import { NO_TRANSACTION } from '../../../../src/platform/database/database';
import { auditPartitions } from '../../../support/audit-partitions';
import { OldAuditEntriesSweep } from '../../../../src/modules/audit/old-audit-entries.sweep';
import { startApp, TEST_SECRET, type TestApp } from '../../../support/app';
import { anOrganization, type TestOrganization } from '../../../support/factories/organization.factory';
import { made } from '../../../support/factories/workspace.factory';

async function exported({ owner }: TestOrganization): Promise<string[]> {
  const { status, bytes } = await owner.client.request('GET', '/api/audit/export?form=sealed');
  expect(status).toBe(200);
  return bytes.toString('utf8').trimEnd().split('\n');
}

async function* written(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}

const verified = async (organization: TestOrganization) =>
  verifySealedLog(written(await exported(organization)));

async function problemOf(organization: TestOrganization): Promise<string> {
  const error = await verified(organization).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(LogBroken);
  return (error as LogBroken).broken.problem;
}

const rename = (organization: TestOrganization, name: string) =>
  made(organization.owner.client, 'organizations.update', { name });

describe('the chain of the audit log', () => {
  let app: TestApp;
  beforeAll(async () => {
    // Without workers: each test continues the chains when it wants to.
    app = await startApp({ ROLES: 'api' });
  });
  afterAll(() => app?.close());

  const sealer = (of = app) => of.nest.get(AuditSealerService, { strict: false });

  /** Changes rows as an administrator of the database can, without triggers. */
  const tamper = (text: string) =>
    app.sql.query(`begin; set local session_replication_role = replica; ${text}; commit`);

  /** With entries 1 to 5; the last one is the download. */
  async function anExportedLog(): Promise<TestOrganization> {
    const organization = await anOrganization({ app });
    for (const name of ['One', 'Two', 'Three', 'Four']) await rename(organization, name);
    expect(await verified(organization)).toMatchObject({ entries: 5, from: 1, to: 5 });
    return organization;
  }

  const entryOf = ({ id }: TestOrganization, sequence: number) =>
    `(select entry_id from audit_seals where organization_id = '${id}' and sequence = ${sequence})`;

  it('200 parallel calls and parallel exports are one chain without gaps', async () => {
    const [organization, other] = [await anOrganization({ app }), await anOrganization({ app })];
    const calls = Array.from({ length: 200 }, (_, at) =>
      at % 20 === 0 ? sealer().seal() : rename(at % 3 === 0 ? other : organization, `Name ${at}`),
    );
    await Promise.all(calls);
    for (const one of [organization, other]) {
      // The download is an entry as well.
      const { rows } = await app.sql.query<{ count: number }>(
        'select count(*)::int as count from audit_entries where organization_id = $1',
        [one.id],
      );
      expect(await verified(one)).toMatchObject({ entries: rows[0]!.count + 1, from: 1 });
    }
  });

  it('the entry of a transaction that is rolled back, and of a sealing that is killed, leaves no gap', async () => {
    const organization = await anOrganization({ app });
    await rename(organization, 'One');
    const killed = await app.sql.query(
      `begin; delete from unsealed_audit_entries; insert into audit_seals
         (organization_id, sequence, entry_id, at, previous, hash) values ('${organization.id}', 1, 'aud_0', now(), '', '');
       rollback`,
    );
    expect(killed).toBeDefined();
    expect((await organization.owner.client.mutate('organizations.update', { name: '' })).status).toBe(400);
    await rename(organization, 'Two');
    const result = await verified(organization);
    expect(result).toMatchObject({ from: 1, to: result.entries });
  });

  it('finds entries that were changed, deleted, and inserted in the database', async () => {
    const changed = await anExportedLog();
    await tamper(`update audit_entries set action = 'x' where id = ${entryOf(changed, 2)}`);
    expect(await problemOf(changed)).toContain('Entry 2 or its seal was changed');

    const deleted = await anExportedLog();
    await tamper(`delete from audit_entries where id = ${entryOf(deleted, 3)}`);
    expect(await problemOf(deleted)).toBe('Entry 3 was removed from the database');

    const inserted = await anExportedLog();
    await tamper(`insert into audit_entries (organization_id, id, at, action, outcome, request_id, details)
      select organization_id, id || 'x', at, action, outcome, request_id, details from audit_entries
      where id = ${entryOf(inserted, 2)}`);
    expect(await problemOf(inserted)).toContain('inserted into the database');

    const renamed = await anExportedLog();
    await tamper(`update audit_entries set actor_name = 'Eve' where id = ${entryOf(renamed, 2)}`);
    expect(await problemOf(renamed)).toBe('The actor of entry 2 was changed');
  });

  it('finds an entry that was deleted with its seal, and an exchange of two seals', async () => {
    const deleted = await anExportedLog();
    await tamper(`delete from audit_entries where id = ${entryOf(deleted, 3)};
      delete from audit_seals where organization_id = '${deleted.id}' and sequence = 3`);
    expect(await problemOf(deleted)).toContain('Entry 3 is missing');

    const exchanged = await anExportedLog();
    await tamper(`update audit_seals set entry_id = ${entryOf(exchanged, 3)}, at = (
        select at from audit_seals where organization_id = '${exchanged.id}' and sequence = 3)
      where organization_id = '${exchanged.id}' and sequence = 2`);
    expect(await problemOf(exchanged)).toContain('The details of entry 2 were changed');
  });

  it.each(['changed', 'removed', 'reset'])('does not attest what follows an end that was %s', async (how) => {
    const organization = await anExportedLog();
    const where = `where organization_id = '${organization.id}'`;
    await tamper(
      {
        changed: `update audit_chains set hash = reverse(hash) ${where}`,
        removed: `delete from audit_chains ${where}`,
        reset: `update audit_chains set sequence = 1 ${where}`,
      }[how]!,
    );
    await rename(organization, 'Later');
    await expect(verified(organization)).rejects.toThrow(/not signed|was changed/);
    // The entries of others have their places nevertheless.
    expect(await verified(await anExportedLog())).toMatchObject({ from: 1 });
  });

  it('verifies from the oldest entry that is kept, before and after the others are removed', async () => {
    const organization = await anOrganization({ app });
    const short = await startApp({ ROLES: 'api', DATABASE_URL: app.databaseUrl, AUDIT_RETENTION_DAYS: '5' });
    try {
      await auditPartitions(short, 9);
      // The later of two entries at the end of the retention was written first.
      for (const ages of ['8.5, 7.5, 6.5', '4.9', '5.1', '4.5, 1, 0.1'])
        await app.sql.query(
          `insert into audit_entries (organization_id, id, at, action, outcome, request_id, details)
           select $1, 'aud_' || age, now() - age * interval '1 day', 'x', 'success', 'r', '{}' from unnest(array[${ages}]) age`,
          [organization.id],
        );
      const kept = async () => {
        const lines: string[] = [];
        const exports = short.nest.get(SealedExportsService, { strict: false });
        for await (const text of exports.lines({ ...NO_TRANSACTION, organizationId: organization.id }))
          lines.push(...text.split('\n').filter((line) => line !== ''));
        return verifySealedLog(written(lines));
      };
      expect(await kept()).toMatchObject({ entries: 3, from: 6, to: 8 });
      await short.nest.get(OldAuditEntriesSweep, { strict: false }).run(new AbortController().signal);
      const { rows } = await app.sql.query<{ first: number }>(
        'select min(sequence)::int as first from audit_seals where organization_id = $1',
        [organization.id],
      );
      expect(rows[0]!.first).toBe(4);
      expect(await kept()).toMatchObject({ entries: 3, from: 6, to: 8 });
    } finally {
      await short.close();
    }
  });

  it('remains valid after a rotation of the secret, and gets a new key when the secret is lost', async () => {
    const organization = await anExportedLog();
    const keysIn = async () => (await verified(organization)).keys;
    const [first] = await keysIn();
    const lost = await startApp({
      ROLES: 'api',
      DATABASE_URL: app.databaseUrl,
      APP_SECRET: `${TEST_SECRET} lost`,
    });
    try {
      await rename(organization, 'Later');
      await sealer(lost).seal();
      const { rows } = await app.sql.query<{ id: string }>(
        'select id from audit_signing_keys where is_current',
      );
      expect(rows).toHaveLength(1);
      expect(rows[0]!.id).not.toBe(first);
    } finally {
      await lost.close();
    }
    expect(await keysIn()).toContain(first);
  });
});
