import { type Statement, statementFamily } from '../../platform/database/statement';
import type { AuditExportInput } from './audit.schemas';

/** The filter of a list, without the period and the form; an undefined field matches every entry. */
export type AuditFilter = Omit<AuditExportInput, 'from' | 'to' | 'form'>;

/** `%` is replaced with the number of the parameter. */
const CONDITIONS: Readonly<Record<string, string>> = {
  actor: 'actor_id = %',
  action: 'action = %',
  // `/` is the character after the dot: in this collation, the range contains exactly the actions that begin with
  // `oauth.`.
  beginning: `action >= % || '.' and action < % || '/'`,
  target: 'target = %',
  ip: 'ip = %',
  // Without a parameter, so that the planner can use the partial index of failures.
  failure: `outcome = 'failure'`,
  success: `outcome = 'success'`,
};

/** The conditions of a filter and their values. */
export function conditionsOf({ actor, action, target, ip, outcome }: AuditFilter): {
  names: string[];
  values: string[];
} {
  const isBeginning = action?.endsWith('.*') ?? false;
  const wished: [string, string | undefined][] = [
    ['actor', actor],
    [isBeginning ? 'beginning' : 'action', isBeginning ? action?.slice(0, -2) : action],
    ['target', target],
    ['ip', ip],
  ];
  const given = wished.filter((each): each is [string, string] => each[1] !== undefined);
  return {
    names: [...given.map(([name]) => name), ...(outcome === undefined ? [] : [outcome])],
    values: given.map(([, value]) => value),
  };
}

/** The columns of AuditRow. */
export const AUDIT_FIELDS = `
  id, action, outcome, reason, target, actor_id as "actorId", actor_name as "actorName",
    actor_email as "actorEmail", credential_kind as "credentialKind", credential_id as "credentialId", ip,
    user_agent as "userAgent", request_id as "requestId", details, at as "createdAt"`;

/**
 * Newest first. The statement always has a period; an absent bound is replaced with the end of the retention or the latest
 * possible time. The conditions on `at` alone exclude partitions.
 */
function auditPage(conditions: readonly string[], rows: number): string {
  return `
  select ${AUDIT_FIELDS}
  from audit_entries
  where organization_id = $1 and (at, id) < ($2, $3) and at <= $2 and at >= $4 and at <= $5${conditions.map((each) => ` and ${each}`).join('')}
  order by at desc, id desc limit ${rows}`;
}

function filteredPage(names: readonly string[], rows: number): string {
  return auditPage(
    names.map((name, at) => CONDITIONS[name]!.replaceAll('%', `$${at + 6}`)),
    rows,
  );
}

/**
 * A page of the entries whose actions have a common prefix: finds the distinct actions one by one in the index and
 * merges a page of each. Reading the whole range of the index would sort all of its entries.
 */
function pageOfBeginning(rows: number): string {
  const nextAction = (after: string) => `
    select action from audit_entries
    where organization_id = $1 and action ${after} and action < $6 || '/' order by action limit 1`;
  return `
  with recursive occurring (action) as (
    (${nextAction(`>= $6 || '.'`)})
    union all
    select (${nextAction('> occurring.action')}) from occurring where occurring.action is not null)
  select entry.*
  from occurring
  cross join lateral (${auditPage(['action = occurring.action'], rows)}) as entry
  where occurring.action is not null
  order by entry."createdAt" desc, entry.id desc limit ${rows}`;
}

const NAMED = statementFamily('audit.list', (name: string, rows: number) =>
  name === 'beginning' ? pageOfBeginning(rows) : filteredPage(name === '' ? [] : [name], rows),
);

/**
 * A page of entries. With several conditions the statement is not prepared, so that it is planned for its values: which
 * index is the most selective depends on them, and the other conditions are filters.
 */
export function listAudit(names: readonly string[], rows: number): Statement {
  return names.length > 1 ? { name: '', text: filteredPage(names, rows) } : NAMED(names[0] ?? '', rows);
}
