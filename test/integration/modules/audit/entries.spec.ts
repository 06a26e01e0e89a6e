import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { AuditTrail } from '../../../../src/access/audit/audit-trail';
import { OldAuditEntriesSweep } from '../../../../src/modules/audit/old-audit-entries.sweep';
import { anOrganization } from '../../../support/factories/organization.factory';
import { NO_TRANSACTION } from '../../../../src/platform/database/database';
import { manyEntries } from './many-entries';

/** Whether a statement that is sent has the text in one of its values. */
const isAbout = (text: string, config: unknown) =>
  ((config as { values?: unknown[] }).values ?? []).some((value) => JSON.stringify(value)?.includes(text));

describe('the table of the audit log', () => {
  it('rejects update, delete and truncate', async () => {
    const organization = await anOrganization();
    await manyEntries(organization, 3);
    const { sql } = organization.app;
    for (const text of [
      `update audit_entries set action = 'x' where organization_id = '${organization.id}'`,
      `delete from audit_entries where organization_id = '${organization.id}'`,
      'truncate audit_entries',
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

  it('keeps entries for 365 days, then the sweep deletes them', async () => {
    const organization = await anOrganization();
    const { sql, nest } = organization.app;
    await manyEntries(organization, 2);
    await sql.query(
      `insert into audit_entries (organization_id, id, at, action, outcome, request_id, details)
       select $1, 'aud_old' || at, now() - (364 + 2 * at) * interval '1 day', 'auth.signin', 'success', 'r', '{}'
       from generate_series(0, 3) as at`,
      [organization.id],
    );
    await nest.get(OldAuditEntriesSweep, { strict: false }).run(new AbortController().signal);
    const { rows } = await sql.query('select id from audit_entries where organization_id = $1 order by at', [
      organization.id,
    ]);
    expect(rows[0]).toEqual({ id: 'aud_old0' });
    expect(rows).toHaveLength(3);
  });

  it('grants the sweep its permission only for its own transaction', async () => {
    const organization = await anOrganization();
    await manyEntries(organization, 1);
    const client = await organization.app.sql.connect();
    try {
      await client.query('begin');
      await client.query(
        `select audit_entries_expire(p_cutoff => now() - interval '400 days', p_batch => 10)`,
      );
      await expect(
        client.query('delete from audit_entries where organization_id = $1', [organization.id]),
      ).rejects.toThrow('cannot be changed or deleted');
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});

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
