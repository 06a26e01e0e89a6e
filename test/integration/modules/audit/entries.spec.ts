import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { AuditTrail } from '../../../../src/access/audit/audit-trail';
import { OldAuditEntriesSweep } from '../../../../src/modules/audit/old-audit-entries.sweep';
import { anOrganization } from '../../../support/factories/organization.factory';
import { NO_TRANSACTION } from '../../../../src/platform/database/database';
import { TransactionRunner } from '../../../../src/platform/database/transaction-runner';
import { newId, type OrganizationId } from '../../../../src/kernel/ids';
import { AuditRepository, type NewAuditEntry } from '../../../../src/modules/audit/audit.repository';
import { startApp } from '../../../support/app';
import { auditPartitions } from '../../../support/audit-partitions';
import { manyEntries } from './many-entries';

/** Whether a statement that is sent has the text in one of its values. */
const isAbout = (text: string, query: unknown) =>
  ((query as { main?: { values: unknown[] } }).main?.values ?? []).some((value) =>
    JSON.stringify(value)?.includes(text),
  );

describe('the table of the audit log', () => {
  it('rejects update, delete and truncate', async () => {
    const organization = await anOrganization();
    await manyEntries(organization, 3);
    const { sql } = organization.app;
    const { rows: partitions } = await sql.query<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'audit_entries'::regclass`,
    );
    expect(partitions.length).toBeGreaterThan(1);
    for (const text of [
      `update audit_entries set action = 'x' where organization_id = '${organization.id}'`,
      `delete from audit_entries where organization_id = '${organization.id}'`,
      'truncate audit_entries',
      ...partitions.map(({ name }) => `truncate ${name}`),
    ]) {
      await expect(sql.query(text)).rejects.toThrow('cannot be changed or deleted');
    }
  });

  it('finds the entries about a user in all organizations with one statement', async () => {
    const organization = await anOrganization();
    const { userId } = organization.owner;
    const others = [await anOrganization(), await anOrganization()];
    const { sql, nest } = organization.app;
    await sql.query(
      `insert into members (organization_id, user_id, role, status, created_at, updated_at)
       select id, $2, 'member', 'active', now(), now() from unnest($1::text[]) id`,
      [others.map(({ id }) => id), userId],
    );
    const query = vi.spyOn(pg.Client.prototype, 'query');
    await nest
      .get(AuditTrail, { strict: false })
      .recordEverywhere(
        { ...NO_TRANSACTION, requestId: 'about-a-person' },
        { userId, ip: '127.0.0.1', userAgent: null },
        { action: 'auth.signin', outcome: 'success' },
      );
    const sent = JSON.stringify(query.mock.calls.filter(([config]) => isAbout('about-a-person', config)));
    query.mockRestore();
    // One insert, and the facts once: a list of organizations and ids is all that grows with their number.
    expect(sent.split('about-a-person')).toHaveLength(2);
    const { rows } = await sql.query<{ id: string }>(
      `select organization_id as id from audit_entries
       where request_id = 'about-a-person' and actor_id = $1 order by organization_id`,
      [userId],
    );
    expect(rows).toEqual(
      [organization, ...others].map(({ id }) => ({ id })).toSorted((one, two) => (one.id < two.id ? -1 : 1)),
    );
  });

  it('is deleted with its organization', async () => {
    const organization = await anOrganization();
    await manyEntries(organization, 3);
    const { sql } = organization.app;
    await sql.query('delete from tokens where organization_id = $1', [organization.id]);
    await sql.query('delete from organizations where id = $1', [organization.id]);
    const { rowCount } = await sql.query('select from audit_entries where organization_id = $1', [
      organization.id,
    ]);
    expect(rowCount).toBe(0);
  });

  it('shows entries for 365 days, and drops a month when all its entries are older', async () => {
    // An application of its own, because partitions contain entries of all organizations.
    const app = await startApp();
    const { id, owner } = await anOrganization({ app });
    const ages = [0, 364, 366, 398];
    await auditPartitions(app, 398);
    await app.sql.query(
      `insert into audit_entries (organization_id, id, at, action, outcome, request_id, details)
       select $1, 'aud_' || lpad(age::text, 26, '0'), now() - age * interval '1 day', 'auth.signin', 'success', 'r', '{}'
       from unnest($2::int[]) as age`,
      [id, ages],
    );
    const shown = async () => {
      const { data } = await owner.client.query('audit.list', {
        action: 'auth.signin',
        from: '2000-01-01T00:00:00Z',
      });
      return data.entries.map((entry: { id: string }) => Number(entry.id.slice(4)));
    };
    expect(await shown()).toEqual([0, 364]);
    await app.nest.get(OldAuditEntriesSweep, { strict: false }).run(new AbortController().signal);
    expect(await shown()).toEqual([0, 364]);
    const { rows } = await app.sql.query<{ age: number }>(
      `select substr(id, 5)::int as age from audit_entries where action = 'auth.signin' and request_id = 'r' order by 1`,
    );
    const stored = rows.map(({ age }) => age);
    expect(stored.slice(0, 2)).toEqual([0, 364]);
    expect(stored).not.toContain(398);
    await app.close();
  });

  it('has partitions before the first call, whose width follows the retention', async () => {
    const names = async (days: string) => {
      const app = await startApp({ AUDIT_RETENTION_DAYS: days });
      const { rows } = await app.sql.query(
        `select from pg_inherits where inhparent = 'audit_entries'::regclass and inhrelid::regclass::text > 'audit_entries_2'`,
      );
      await app.close();
      return rows.length;
    };
    expect(await names('14')).toBe(3);
    expect(await names('90')).toBe(3);
    expect([2, 3]).toContain(await names('365'));
    expect([1, 2]).toContain(await names('3650'));
  });

  it('an entry of a time without a partition is written, and rolled back with its call', async () => {
    const organization = await anOrganization();
    const { nest, sql } = organization.app;
    const recorded = async (isKept: boolean) => {
      const run = nest
        .get(TransactionRunner)
        .run({ ...NO_TRANSACTION, organizationId: organization.id }, async (tx) => {
          await nest
            .get(AuditRepository, { strict: false })
            .add(tx, [anEntryAt(organization.id, '2001-02-03T04:05:06Z')]);
          if (!isKept) throw new Error('rolled back');
        });
      await run.catch(() => undefined);
      const { rows } = await sql.query(
        `select from audit_entries where organization_id = $1 and at < '2002-01-01'`,
        [organization.id],
      );
      return rows.length;
    };
    expect([await recorded(false), await recorded(true), await recorded(true)]).toEqual([0, 1, 2]);
    await nest.get(OldAuditEntriesSweep, { strict: false }).run(new AbortController().signal);
  });
});

function anEntryAt(organizationId: OrganizationId, at: string): NewAuditEntry {
  const nothing = { reason: null, target: null, actorId: null, credentialKind: null, credentialId: null };
  const call = { ip: null, userAgent: null, requestId: 'r', details: {} };
  return {
    organizationId,
    id: newId('audit'),
    at: new Date(at),
    action: 'a',
    outcome: 'success',
    ...nothing,
    ...call,
  };
}

describe('floods of denied calls', () => {
  it('from outside, however many, hide no denied call of a member', async () => {
    const organization = await anOrganization();
    const { nest, sql } = organization.app;
    const trail = nest.get(AuditTrail, { strict: false });
    const context = { ...NO_TRANSACTION, organizationId: organization.id, requestId: 'r' };
    const rejected = { action: 'auth.signin', outcome: 'failure', reason: 'wrong_password' } as const;
    const { userId } = organization.owner;
    for (let at = 0; at < 400; at += 1) {
      const actor = { userId: at % 2 ? userId : null, ip: `10.0.${at >> 8}.${at & 255}`, userAgent: null };
      await trail.record(context, actor, rejected);
    }
    const member = { userId, ip: '127.0.0.1', userAgent: null, credential: { kind: 'token', id: 'tok_1' } };
    await trail.record(context, member, { ...rejected, action: 'audit.list', reason: 'forbidden' });
    const { rows } = await sql.query<{ action: string; count: number }>(
      'select action, count(*)::int from audit_entries where organization_id = $1 group by 1',
      [organization.id],
    );
    const counts = Object.fromEntries(rows.map(({ action, count }) => [action, count]));
    expect(counts['audit.list']).toBe(1);
    expect(counts['auth.signin']).toBeLessThan(300);
  });
});
