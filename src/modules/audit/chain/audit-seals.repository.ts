import { Injectable } from '@nestjs/common';
import type { OrganizationId } from '../../../kernel/ids';
import { Database } from '../../../platform/database/database';
import { LOCK_AUDIT_SEALS } from '../../../platform/database/locks';
import { ReadDatabase } from '../../../platform/database/replica/read-database';
import { statement } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { DatabaseContext, InTransaction } from '../../../platform/database/transaction';
import { AUDIT_FIELDS } from '../audit-filter';
import type { AuditRow } from '../audit.read-model';
import type { HashedEntry } from './entry-hash';

/** The entries of one batch, of at most 12 kB each. */
const SEAL_BATCH_SIZE = 500;
/** The number of lines that an export has in memory. */
const EXPORT_BATCH_SIZE = 250;
const REMOVAL_BATCH_SIZE = 1_000;

export interface UnsealedEntry {
  organizationId: OrganizationId;
  entry: AuditRow;
}

/** The end of a chain. `at` is when it was signed. */
export interface ChainEnd {
  organizationId: OrganizationId;
  sequence: number;
  hash: string;
  at: string;
  keyId: string | null;
  signature: string | null;
}

export interface Seal {
  organizationId: OrganizationId;
  sequence: number;
  entryId: string;
  at: string;
  previous: string;
  hash: string;
  salt: string | null;
  personal: string | null;
  details: string | null;
  detailsSalt: string | null;
  origin: string | null;
  originSalt: string | null;
  signedAt: string | null;
  keyId: string | null;
  signature: string | null;
}

/** `entry` is null when the entry of the seal does not exist. */
export type SealedRow = Omit<Seal, 'organizationId' | 'at'> & { entry: AuditRow | null };

// Writers of entries never wait for it.
const LOCK = statement('audit.lock-seals', `select ${LOCK_AUDIT_SEALS}`);

/** The entry of the row `place` as JSON whose texts are those of the columns, and null if it does not exist. */
const ENTRY = `
  left join lateral (
    select ${AUDIT_FIELDS} from audit_entries
    where organization_id = place.organization_id and audit_entries.id = place.entry_id and at = place.at) entry on true`;

// Lowest number first, never after the last number seen: a transaction that commits late has a lower one (decision 0017).
// The entries of an organization that was deleted meanwhile are deleted with it.
const TAKE = statement(
  'audit.take-unsealed',
  `with place as (
     delete from unsealed_audit_entries
     where number in (select number from unsealed_audit_entries order by number limit ${SEAL_BATCH_SIZE})
     returning number, organization_id, entry_id, at)
   select place.organization_id as "organizationId", entry.*
   from place ${ENTRY} order by place.number`,
);

// The last seal, unsigned, when someone has removed or reset the end: the chain continues, and does not attest it.
const ENDS = statement(
  'audit.chain-ends',
  `select organization.id as "organizationId", last.*
   from unnest($1::text[]) as organization (id)
   cross join lateral (
     select sequence::float8 as sequence, hash, signed_at as at, key_id as "keyId", signature
     from audit_chains where organization_id = organization.id
     union all
     (select sequence, hash, at, null, null from audit_seals
      where organization_id = organization.id order by audit_seals.sequence desc limit 1)
     order by sequence desc, "keyId" nulls last limit 1) last`,
);

// With the names and addresses that they were written with, which are part of the chain.
const ADD_ENTRIES = statement(
  'audit.add-sealed-entries',
  `insert into audit_entries
     (organization_id, id, at, action, outcome, reason, target, actor_id, actor_name, actor_email,
      credential_kind, credential_id, ip, user_agent, request_id, details)
   select $1, id, "createdAt", action, outcome, reason, target, actor ->> 'id', actor ->> 'name', actor ->> 'email',
     credential ->> 'kind', credential ->> 'id', ip, "userAgent", "requestId", details
   from jsonb_to_recordset($2::jsonb) as entry (
     id text, "createdAt" timestamptz, action text, outcome text, reason text, target text, actor jsonb,
     credential jsonb, ip text, "userAgent" text, "requestId" text, details jsonb)`,
);

const REMOVE_FROM_QUEUE = statement(
  'audit.remove-from-queue',
  'delete from unsealed_audit_entries where organization_id = $1',
);

const ADD = statement(
  'audit.add-seals',
  `insert into audit_seals
     (organization_id, sequence, entry_id, at, previous, hash, salt, personal, details, details_salt, origin, origin_salt, signed_at,
      key_id, signature)
   select "organizationId", sequence, "entryId", at, previous, hash, salt, personal, details, "detailsSalt", origin, "originSalt",
     "signedAt", "keyId", signature
   from jsonb_to_recordset($1::jsonb) as seal (
     "organizationId" text, sequence bigint, "entryId" text, at timestamptz, previous text, hash text, salt text, personal text,
     details text, "detailsSalt" text, origin text, "originSalt" text, "signedAt" timestamptz, "keyId" text, signature text)`,
);

const ADVANCE = statement(
  'audit.advance-chains',
  `insert into audit_chains (organization_id, sequence, hash, signed_at, key_id, signature)
   select "organizationId", sequence, hash, at, "keyId", signature
   from jsonb_to_recordset($1::jsonb) as chain (
     "organizationId" text, sequence bigint, hash text, at timestamptz, "keyId" text, signature text)
   on conflict (organization_id) do update set sequence = excluded.sequence, hash = excluded.hash,
     signed_at = excluded.signed_at, key_id = excluded.key_id, signature = excluded.signature`,
);

const REMOVE = statement(
  'audit.remove-seals',
  `delete from audit_seals
   where ctid = any (array(select ctid from audit_seals where at < $1 limit ${REMOVAL_BATCH_SIZE})) returning 1`,
);

// Entries that were added at nearly the same time can have places in another order: the last of those that are not shown.
const LAST_NOT_SHOWN = statement(
  'audit.last-seal-not-shown',
  `select coalesce(max(sequence), 0)::float8 as sequence from audit_seals where organization_id = $1 and at < $2`,
);

const AFTER = statement(
  'audit.seals-after',
  `select place.sequence::float8 as sequence, place.entry_id as "entryId", place.previous, place.hash, place.salt, place.personal,
     place.details as "sealedDetails", place.details_salt as "detailsSalt", place.origin, place.origin_salt as "originSalt",
     place.signed_at as "signedAt", place.key_id as "keyId", place.signature, entry.*
   from (
     select * from audit_seals where organization_id = $1 and sequence > $2 and sequence <= $3
     order by sequence limit ${EXPORT_BATCH_SIZE}) place ${ENTRY}
   order by place.sequence`,
);

// Seals and the queue in one snapshot: an entry that was added regularly is in one of them.
const NEVER_QUEUED = statement(
  'audit.entries-without-seal',
  `select ${AUDIT_FIELDS} from audit_entries
   where organization_id = $1 and at >= $2
     and not exists (
       select from audit_seals seal where seal.organization_id = $1 and seal.entry_id = audit_entries.id)
     and not exists (
       select from unsealed_audit_entries queued
       where queued.organization_id = $1 and queued.entry_id = audit_entries.id)
   order by at, audit_entries.id limit ${EXPORT_BATCH_SIZE}`,
);

@Injectable()
export class AuditSealsRepository {
  constructor(
    private readonly database: Database,
    private readonly reads: ReadDatabase,
  ) {}

  async lock(context: DatabaseContext): Promise<void> {
    await this.database.query(context, LOCK, []);
  }

  /** Removes the oldest entries from the queue; `taken` counts those that no longer exist as well. */
  async take(context: DatabaseContext): Promise<{ taken: number; entries: UnsealedEntry[] }> {
    const rows = await this.database.query<AuditRow & { organizationId: OrganizationId; id: string | null }>(
      context,
      TAKE,
      [],
    );
    const entries = rows
      .filter(({ id }) => id !== null)
      .map(({ organizationId, ...entry }) => ({ organizationId, entry }));
    return { taken: rows.length, entries };
  }

  ends(context: DatabaseContext, organizationIds: readonly OrganizationId[]): Promise<ChainEnd[]> {
    return this.database.query(context, ENDS, [organizationIds]);
  }

  async add(context: DatabaseContext, seals: readonly Seal[], ends: readonly ChainEnd[]): Promise<void> {
    await this.database.query(context, ADD, [JSON.stringify(seals)]);
    await this.database.query(context, ADVANCE, [JSON.stringify(ends)]);
  }

  /** Entries that have their seals already. */
  async addEntries(context: TenantContext, entries: readonly HashedEntry[]): Promise<void> {
    await this.database.query(context, ADD_ENTRIES, [context.organizationId, JSON.stringify(entries)]);
  }

  /** All entries of the organization that the transaction sees have seals. */
  async removeFromQueue(context: InTransaction<TenantContext>): Promise<void> {
    await this.database.query(context, REMOVE_FROM_QUEUE, [context.organizationId]);
  }

  async removeBefore(context: DatabaseContext, time: Date): Promise<number> {
    return (await this.database.query(context, REMOVE, [time])).length;
  }

  async lastNotShown(context: TenantContext, keptSince: Date): Promise<number> {
    const [row] = await this.database.query<{ sequence: number }>(context, LAST_NOT_SHOWN, [
      context.organizationId,
      keptSince,
    ]);
    return row!.sequence;
  }

  /** A batch of the chain after a place and until the end. */
  async after(context: TenantContext, sequence: number, end: number): Promise<SealedRow[]> {
    type Row = Omit<SealedRow, 'entry' | 'details'> &
      AuditRow & { id: string | null; sealedDetails: string | null };
    const rows = await this.reads.query<Row>(context, AFTER, [context.organizationId, sequence, end]);
    return rows.map(
      ({
        sequence: place,
        entryId,
        previous,
        hash,
        salt,
        personal,
        sealedDetails,
        detailsSalt,
        origin,
        originSalt,
        signedAt,
        keyId,
        signature,
        ...entry
      }) => ({
        sequence: place,
        entryId,
        previous,
        hash,
        salt,
        personal,
        details: sealedDetails,
        detailsSalt,
        origin,
        originSalt,
        signedAt,
        keyId,
        signature,
        entry: entry.id === null ? null : entry,
      }),
    );
  }

  /** Some of the entries that were added to the table by other means than an insert of the service. */
  withoutSeal(context: TenantContext, keptSince: Date): Promise<AuditRow[]> {
    return this.reads.query(context, NEVER_QUEUED, [context.organizationId, keptSince]);
  }
}
