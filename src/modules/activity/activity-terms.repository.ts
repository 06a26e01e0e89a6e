import { Injectable } from '@nestjs/common';
import { Database, NO_TRANSACTION } from '../../platform/database/database';
import { ReadDatabase } from '../../platform/database/replica/read-database';
import { statement } from '../../platform/database/statement';
import type { TenantContext } from '../../platform/database/tenant.repository';

const ADD = statement(
  'activity-terms.add',
  `insert into activity_terms (organization_id, term) select $1, term from unnest($2::text[]) as term
   on conflict do nothing`,
);

const KEYS = statement(
  'activity-terms.keys',
  `select term, key from activity_terms where organization_id = $1 and term = any ($2)`,
);

const TERMS = statement(
  'activity-terms.terms',
  `select term, key from activity_terms where organization_id = $1 and key = any ($2)`,
);

interface TermRow {
  readonly term: string;
  readonly key: number;
}

/** Terms of all organizations that are kept in memory, about 30 MB; with more, all of them are read again. */
const MAX_TERMS = 200_000;

/** The terms of an organization that this process knows. Their keys never change. */
class KnownTerms {
  readonly keys = new Map<string, number>();
  readonly terms = new Map<number, string>();

  add({ term, key }: TermRow): void {
    this.keys.set(term, key);
    this.terms.set(key, term);
  }
}

/** Numbers for what many entries of an organization contain: ids of boards, columns, labels and users, and actions. */
@Injectable()
export class ActivityTermsRepository {
  private readonly known = new Map<string, KnownTerms>();
  /** Of all organizations. */
  private knownTerms = 0;

  constructor(
    private readonly database: Database,
    private readonly reads: ReadDatabase,
  ) {}

  /**
   * The keys of these terms. New ones are committed immediately, outside a transaction of the caller: what this process
   * remembers always exists. Outside the organization's share of connections too: the delivery of events of all
   * organizations would wait for it.
   */
  async keysOf(
    { organizationId }: TenantContext,
    terms: ReadonlySet<string>,
  ): Promise<ReadonlyMap<string, number>> {
    const known = this.of(organizationId);
    let unknown = [...terms].filter((term) => !known.keys.has(term));
    for (const isAdded of [false, true]) {
      if (unknown.length === 0) break;
      if (isAdded) await this.database.query(NO_TRANSACTION, ADD, [organizationId, unknown.sort()]);
      this.remember(
        known,
        await this.database.query<TermRow>(NO_TRANSACTION, KEYS, [organizationId, unknown]),
      );
      unknown = unknown.filter((term) => !known.keys.has(term));
    }
    return known.keys;
  }

  /** The key of a term that entries contain; null when none does. */
  async keyOf(context: TenantContext, term: string): Promise<number | null> {
    const known = this.of(context.organizationId);
    if (!known.keys.has(term)) {
      this.remember(known, await this.reads.query<TermRow>(context, KEYS, [context.organizationId, [term]]));
    }
    return known.keys.get(term) ?? null;
  }

  /** The terms of these keys. */
  async termsOf(context: TenantContext, keys: ReadonlySet<number>): Promise<ReadonlyMap<number, string>> {
    const known = this.of(context.organizationId);
    const unknown = [...keys].filter((key) => !known.terms.has(key));
    if (unknown.length > 0) {
      this.remember(
        known,
        await this.reads.query<TermRow>(context, TERMS, [context.organizationId, unknown]),
      );
    }
    return known.terms;
  }

  private remember(known: KnownTerms, rows: readonly TermRow[]): void {
    for (const row of rows) known.add(row);
    this.knownTerms += rows.length;
  }

  private of(organizationId: string): KnownTerms {
    if (this.knownTerms > MAX_TERMS) {
      this.known.clear();
      this.knownTerms = 0;
    }
    let found = this.known.get(organizationId);
    if (found === undefined) this.known.set(organizationId, (found = new KnownTerms()));
    return found;
  }
}
