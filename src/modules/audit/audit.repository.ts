import { Injectable } from '@nestjs/common';
import type { OrganizationId, UserId } from '../../kernel/ids';
import type { Json } from '../../kernel/json';
import { Database } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import type { DatabaseContext } from '../../platform/database/transaction';
import { AuditPartitionsService } from './audit-partitions.service';

/** The organization and the id of an entry. */
export interface AuditEntryPlace {
  organizationId: OrganizationId;
  id: string;
}

/** An entry without its organization and id, and without the actor's name and address, which the database looks up. */
export interface AuditFacts {
  at: Date;
  action: string;
  outcome: 'success' | 'failure';
  reason: string | null;
  target: string | null;
  actorId: UserId | string | null;
  credentialKind: string | null;
  credentialId: string | null;
  ip: string | null;
  userAgent: string | null;
  requestId: string;
  details: { [key: string]: Json };
}

export type NewAuditEntry = AuditEntryPlace & AuditFacts;

const ADD = statement(
  'audit.add',
  `insert into audit_entries
     (organization_id, id, at, action, outcome, reason, target, actor_id, actor_name, actor_email,
      credential_kind, credential_id, ip, user_agent, request_id, details)
   select entry."organizationId", entry.id, entry.at, entry.action, entry.outcome, entry.reason, entry.target,
     entry."actorId", person.name, person.email, entry."credentialKind", entry."credentialId", entry.ip,
     entry."userAgent", entry."requestId", entry.details
   from jsonb_to_recordset($1::jsonb) as entry (
     "organizationId" text, id text, at timestamptz, action text, outcome text, reason text, target text,
     "actorId" text, "credentialKind" text, "credentialId" text, ip text, "userAgent" text, "requestId" text,
     details jsonb)
   left join users person on person.id = entry."actorId"`,
);

// The facts are sent and parsed once, for any number of organizations.
const ADD_TO_EACH = statement(
  'audit.add-to-each',
  `insert into audit_entries
     (organization_id, id, at, action, outcome, reason, target, actor_id, actor_name, actor_email,
      credential_kind, credential_id, ip, user_agent, request_id, details)
   select place.organization_id, place.id, entry.at, entry.action, entry.outcome, entry.reason, entry.target,
     entry."actorId", entry.name, entry.email, entry."credentialKind", entry."credentialId", entry.ip,
     entry."userAgent", entry."requestId", entry.details
   from (
     select entry.*, person.name, person.email
     from jsonb_to_record($3::jsonb) as entry (
       at timestamptz, action text, outcome text, reason text, target text, "actorId" text,
       "credentialKind" text, "credentialId" text, ip text, "userAgent" text, "requestId" text, details jsonb)
     left join users person on person.id = entry."actorId" offset 0) entry
   cross join unnest($1::text[], $2::text[]) as place (organization_id, id)`,
);

const ORGANIZATIONS_OF = statement(
  'audit.organizations-of',
  `select organization_id as id from members where user_id = $1 and status = 'active' order by organization_id`,
);

@Injectable()
export class AuditRepository {
  constructor(
    private readonly database: Database,
    private readonly partitions: AuditPartitionsService,
  ) {}

  async add(context: DatabaseContext, entries: readonly NewAuditEntry[]): Promise<void> {
    if (entries.length === 0) return;
    await this.partitions.ensure(
      context,
      entries.map(({ at }) => at),
    );
    await this.database.query(context, ADD, [JSON.stringify(entries)]);
  }

  /** Adds the same facts to several organizations. */
  async addToEach(
    context: DatabaseContext,
    places: readonly AuditEntryPlace[],
    facts: AuditFacts,
  ): Promise<void> {
    if (places.length === 0) return;
    await this.partitions.ensure(context, [facts.at]);
    const organizationIds = places.map(({ organizationId }) => organizationId);
    const ids = places.map(({ id }) => id);
    await this.database.query(context, ADD_TO_EACH, [organizationIds, ids, JSON.stringify(facts)]);
  }

  async organizationsOf(context: DatabaseContext, userId: string): Promise<OrganizationId[]> {
    const rows = await this.database.query<{ id: OrganizationId }>(context, ORGANIZATIONS_OF, [userId]);
    return rows.map(({ id }) => id);
  }
}
