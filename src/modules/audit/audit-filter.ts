import { type Statement, statementFamily } from '../../platform/database/statement';
import type { AuditExportInput } from './audit.schemas';

/** What entries are asked for, but for when; undefined is any. */
export type AuditFilter = Omit<AuditExportInput, 'from' | 'to'>;

/** `%` stands for the number of the parameter. */
const CONDITIONS: Readonly<Record<string, string>> = {
  actor: 'actor_id = %',
  action: 'action = %',
  // The sign after the dot ends the range: in this collation, all that begin with `oauth.` and nothing else.
  beginning: `action >= % || '.' and action < % || '/'`,
  target: 'target = %',
  ip: 'ip = %',
  // No parameter: the index of failures is for a statement that says so.
  failure: `outcome = 'failure'`,
  success: `outcome = 'success'`,
};

/** The conditions that a filter comes to, and the values that they take. */
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

const FIELDS = `
  id, action, outcome, reason, target, actor_id as "actorId", actor_name as "actorName",
    actor_email as "actorEmail", credential_kind as "credentialKind", credential_id as "credentialId", ip,
    user_agent as "userAgent", request_id as "requestId", details, at as "createdAt"`;

/** From the newest back. The bounds in time are always there: without a wish they lie outside of what can be. */
function auditPage(conditions: readonly string[], rows: number): string {
  return `
  select ${FIELDS}
  from audit_entries
  where organization_id = $1 and (at, id) < ($2, $3) and at >= $4 and at <= $5${conditions.map((each) => ` and ${each}`).join('')}
  order by at desc, id desc limit ${rows}`;
}

function filteredPage(names: readonly string[], rows: number): string {
  return auditPage(
    names.map((name, at) => CONDITIONS[name]!.replaceAll('%', `$${at + 6}`)),
    rows,
  );
}

/**
 * A page of the entries whose action begins alike: the actions that occur are found one by one along their index, and a
 * page of each is merged. Reading the range of the index instead would sort every entry that begins so.
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
 * A page of entries. Under several conditions it has no name, and so is planned for its values: which of their indexes is
 * the shorter way depends on them, and the others are tested on the way.
 */
export function listAudit(names: readonly string[], rows: number): Statement {
  return names.length > 1 ? { name: '', text: filteredPage(names, rows) } : NAMED(names[0] ?? '', rows);
}
