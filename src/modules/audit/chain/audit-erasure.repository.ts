import { Injectable } from '@nestjs/common';
import type { UserId } from '../../../kernel/ids';
import { Database } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';

const OWN = `seal.organization_id = $1 and seal.at = erased.at and seal.entry_id = erased.id`;

/** Entries whose seal contains what is erased, not only its digest: a release wrote it that had no salt for it. */
const isSealedPlain = (digest: 'origin' | 'details') => `exists (
         select from audit_seals seal
         where seal.organization_id = $1 and seal.at = entry.at and seal.entry_id = entry.id and seal.${digest} is null)`;

const ACTOR = statement(
  'audit.erase-actor',
  `with erased as (
     update audit_entries set actor_name = null, actor_email = null
     where organization_id = $1 and actor_id = $2 and (actor_name is not null or actor_email is not null)
     returning id, at
   ), unsalted as (
     update audit_seals seal set salt = null from erased where ${OWN}
   )
   select count(*)::int as count from erased`,
);

// The addresses of the calls of the person, and of the sign-ins that failed: no one else is known to have tried.
const ORIGIN = statement(
  'audit.erase-origin',
  `with erased as (
     update audit_entries entry set ip = null, user_agent = null
     where organization_id = $1 and (ip is not null or user_agent is not null)
       and (actor_id = $3 or actor_id is null and (target = $3 or exists (
         select from unnest($2::text[]) as pattern (text)
         where target ~* pattern.text or details::text ~* pattern.text)))
       and not ${isSealedPlain('origin')}
     returning id, at
   ), unsalted as (
     update audit_seals seal set origin_salt = null from erased where ${OWN}
   )
   select count(*)::int as count from erased`,
);

const DETAILS = statement(
  'audit.erase-details',
  `with erased as (
     update audit_entries entry set details = '{}'
     where organization_id = $1 and details <> '{}' and (
       exists (select from unnest($2::text[]) as pattern (text) where details::text ~* pattern.text)
       or (actor_id = $3 or target = $3 or strpos(details::text, $3) > 0) and exists (
         select from unnest($4::text[]) as name (text) where strpos(details::text, to_json(name.text)::text) > 0))
       and not ${isSealedPlain('details')}
     returning id, at
   ), unsalted as (
     update audit_seals seal set details_salt = null from erased where ${OWN}
   )
   select count(*)::int as count from erased`,
);

/** Names, and regular expressions of addresses. */
export interface ErasedTraces {
  userId: UserId | null;
  names: readonly string[];
  patterns: readonly string[];
}

/** Deletes what the entries of the audit log contain about people, with the salts of its digests (decision 0142). */
@Injectable()
export class AuditErasureRepository {
  constructor(private readonly database: Database) {}

  /** Requires the lock of the chains: otherwise an entry could get its seal meanwhile. */
  async erase(context: TenantContext, { userId, names, patterns }: ErasedTraces): Promise<number> {
    const { organizationId } = context;
    const details = [organizationId, patterns, userId, names];
    const count = async (rows: Promise<{ count: number }[]>) => (await rows)[0]!.count;
    return (
      // First: the details show whose sign-in failed.
      (await count(this.database.query(context, ORIGIN, details.slice(0, 3)))) +
      (await count(this.database.query(context, ACTOR, [organizationId, userId]))) +
      (await count(this.database.query(context, DETAILS, details)))
    );
  }
}
