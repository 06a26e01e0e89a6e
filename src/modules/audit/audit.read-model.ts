import { Injectable } from '@nestjs/common';
import { type Page, pageOf, UnknownCursor } from '../../kernel/cursor';
import { Database } from '../../platform/database/database';
import { statement, statementFamily } from '../../platform/database/statement';
import type { TenantContext } from '../../platform/database/tenant.repository';

export interface AuditRow {
  id: string;
  action: string;
  outcome: string;
  reason: string | null;
  target: string | null;
  actorId: string | null;
  actorName: string | null;
  actorEmail: string | null;
  credentialKind: string | null;
  credentialId: string | null;
  ip: string | null;
  userAgent: string | null;
  requestId: string;
  details: Record<string, unknown>;
  createdAt: string;
}

export interface AuditWishes {
  cursor: string | null;
  limit: number;
  actor: string | null;
  action: string | null;
  from: Date | null;
  to: Date | null;
}

export type ActionWish = 'any' | 'one' | 'beginning';

const ACTION: Readonly<Record<ActionWish, string>> = {
  any: '',
  one: 'and action = $6',
  // The sign after the dot ends the range: in this collation, all that begin with `oauth.` and nothing else.
  beginning: `and action >= $6 || '.' and action < $6 || '/'`,
};

/** From the newest back. The bounds in time are always there: without a wish they lie outside of what can be. */
export const LIST_AUDIT = statementFamily(
  'audit.list',
  (action: ActionWish, isOfActor: boolean, limit: number) => `
  select id, action, outcome, reason, target, actor_id as "actorId", actor_name as "actorName",
    actor_email as "actorEmail", credential_kind as "credentialKind", credential_id as "credentialId", ip,
    user_agent as "userAgent", request_id as "requestId", details, at as "createdAt"
  from audit_entries
  where organization_id = $1 and (at, id) < ($2, $3) and at >= $4 and at <= $5
    ${ACTION[action]} ${isOfActor ? `and actor_id = $${action === 'any' ? 6 : 7}` : ''}
  order by at desc, id desc limit ${limit + 1}`,
);

const CURSOR = statement(
  'audit.cursor',
  `select at from audit_entries where organization_id = $1 and id = $2`,
);

const BEGINNING = new Date('0001-01-01T00:00:00Z');
const END = new Date('9999-12-31T23:59:59.999Z');
/** Behind every id. */
const LAST_ID = '~';

@Injectable()
export class AuditReadModel {
  constructor(private readonly database: Database) {}

  /** Newest first. */
  async list(context: TenantContext, wishes: AuditWishes): Promise<Page<AuditRow>> {
    const { cursor, limit, actor, action, from, to } = wishes;
    const before = cursor === null ? END : await this.timeOf(context, cursor);
    const isBeginning = action?.endsWith('.*') ?? false;
    const kind = action === null ? 'any' : isBeginning ? 'beginning' : 'one';
    const rows = await this.database.query<AuditRow>(context, LIST_AUDIT(kind, actor !== null, limit), [
      context.organizationId,
      before,
      cursor ?? LAST_ID,
      from ?? BEGINNING,
      to ?? END,
      ...(action === null ? [] : [isBeginning ? action.slice(0, -2) : action]),
      ...(actor === null ? [] : [actor]),
    ]);
    return pageOf(rows, limit);
  }

  private async timeOf(context: TenantContext, cursor: string): Promise<string> {
    const [row] = await this.database.query<{ at: string }>(context, CURSOR, [
      context.organizationId,
      cursor,
    ]);
    if (row === undefined) throw new UnknownCursor();
    return row.at;
  }
}
