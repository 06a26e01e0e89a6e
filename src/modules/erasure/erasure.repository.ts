import { Injectable } from '@nestjs/common';
import type { OrganizationId, UserId } from '../../kernel/ids';
import { Database } from '../../platform/database/database';
import { statement, statementFamily } from '../../platform/database/statement';
import type { DatabaseContext, InTransaction } from '../../platform/database/transaction';
import { accountsEvents } from '../accounts/accounts.events';
import { deletedEmail, DELETED_NAME } from './erased-person';

const ALLOW_LONG = statement('erasure.allow-long', `set local statement_timeout = '600s'`);

const DELETED_AT = statement(
  'erasure.deleted-at',
  `select deleted_at as "deletedAt" from users where id = $1 for update`,
);

const ORGANIZATIONS = statement(
  'erasure.organizations',
  `select id from organizations where id in (
     select organization_id from members where user_id = $1
     union select organization_id from former_members where user_id = $1
     union select organization_id from invitations where email_key = any ($2))
   order by id`,
);

// Earlier names are in the events of the last weeks. Those in the audit log are erased there by the id of the actor.
const EARLIER_NAMES = statement(
  'erasure.earlier-names',
  `select distinct data->>'name' as name from events
   where organization_id = any ($1) and type = $3 and data->>'userId' = $2`,
);

const REPLACE_EMAIL = statementFamily(
  'erasure.replace-email',
  (table: string, column: string, type: string) =>
    `update "${table}" set "${column}" = regexp_replace("${column}"::text, $2, $3, 'gi')::${type}
     where organization_id = $1 and "${column}"::text ~* $2`,
);

// A text of JSON that equals the name, in a row about the user: other people can have the same name.
const REPLACE_NAME = statementFamily(
  'erasure.replace-name',
  (table: string, column: string, type: string) =>
    `update "${table}" set "${column}" = replace("${column}"::text, to_json($2::text)::text, '"${DELETED_NAME}"')::${type}
     where organization_id = $1 and strpos("${column}"::text, to_json($2::text)::text) > 0 and strpos("${column}"::text, $3) > 0`,
);

const FORGET = statementFamily(
  'erasure.forget',
  (table: string) => `delete from "${table}" where user_id = $1`,
);

const INVITATIONS = statementFamily(
  'erasure.invitations',
  (table: string) =>
    `update "${table}" set email = lower(id) || '@deleted.invalid', email_key = 'deleted:' || id, token_digest = null,
       status = case status when 'pending' then 'revoked' else status end
     where email_key = any ($1)`,
);

const BY_KEY = statementFamily(
  'erasure.by-key',
  (table: string) => `delete from "${table}" where email_key = any ($1)`,
);

const REPEATED = statementFamily(
  'erasure.repeated',
  (table: string) => `delete from "${table}" where answer ~* $1`,
);

// Mails that wait for another attempt, among others. Not the job that erases.
const JOBS = statement(
  'erasure.jobs',
  `select from graphile_worker.complete_jobs(array(
     select job.id from graphile_worker._private_jobs job
     join graphile_worker._private_tasks task on task.id = job.task_id
     where job.locked_at is null and task.identifier <> 'erasure.erase' and job.payload::text ~* $1))`,
);

type Tx = InTransaction<DatabaseContext>;

/** Erases copies of names and addresses, in all tables that keep some. */
@Injectable()
export class ErasureRepository {
  constructor(private readonly database: Database) {}

  async allowLong(tx: Tx): Promise<void> {
    await this.database.query(tx, ALLOW_LONG, []);
  }

  /** When the account was deleted, as ISO 8601; null for one that is not. Locked until the transaction ends. */
  async deletedAt(tx: Tx, userId: UserId): Promise<string | null> {
    const [row] = await this.database.query<{ deletedAt: string | null }>(tx, DELETED_AT, [userId]);
    return row?.deletedAt ?? null;
  }

  /** The organizations that know the person. */
  async organizations(
    tx: Tx,
    userId: UserId | null,
    emailKeys: readonly string[],
  ): Promise<OrganizationId[]> {
    const rows = await this.database.query<{ id: OrganizationId }>(tx, ORGANIZATIONS, [userId, emailKeys]);
    return rows.map(({ id }) => id);
  }

  async earlierNames(tx: Tx, organizations: readonly OrganizationId[], userId: UserId): Promise<string[]> {
    const rows = await this.database.query<{ name: string }>(tx, EARLIER_NAMES, [
      organizations,
      userId,
      accountsEvents.renamed.name,
    ]);
    return rows.map(({ name }) => name);
  }

  replaceEmail(
    tx: Tx,
    organizationId: OrganizationId,
    [table, column, type]: readonly [string, string, string],
    { pattern, userId }: { pattern: string; userId: UserId | null },
  ): Promise<number> {
    const values = [organizationId, pattern, deletedEmail(userId ?? 'unknown')];
    return this.change(tx, REPLACE_EMAIL(table, column, type), values);
  }

  replaceName(
    tx: Tx,
    organizationId: OrganizationId,
    [table, column, type]: readonly [string, string, string],
    { name, userId }: { name: string; userId: UserId },
  ): Promise<number> {
    return this.change(tx, REPLACE_NAME(table, column, type), [organizationId, name, userId]);
  }

  forget(tx: Tx, table: string, userId: UserId): Promise<number> {
    return this.change(tx, FORGET(table), [userId]);
  }

  /** Also revokes those that are pending. */
  invitations(tx: Tx, emailKeys: readonly string[]): Promise<number> {
    return this.change(tx, INVITATIONS('invitations'), [emailKeys]);
  }

  invitationMails(tx: Tx, emailKeys: readonly string[]): Promise<number> {
    return this.change(tx, BY_KEY('invitation_mails'), [emailKeys]);
  }

  /** Responses that are kept for repeated calls. */
  repeatedAnswers(tx: Tx, pattern: string): Promise<number> {
    return this.change(tx, REPEATED('idempotency_keys'), [pattern]);
  }

  async jobs(tx: Tx, pattern: string): Promise<number> {
    return (await this.database.query(tx, JOBS, [pattern])).length;
  }

  private async change(
    tx: Tx,
    { name, text }: { name: string; text: string },
    values: unknown[],
  ): Promise<number> {
    const rows = await this.database.query(tx, { name, text: `${text} returning 1` }, values);
    return rows.length;
  }
}
