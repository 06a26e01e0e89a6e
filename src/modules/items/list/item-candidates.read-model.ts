import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import type { RecordKey } from '../../../kernel/record-key';
import type { CallContext } from '../../../access/principal';
import { Database } from '../../../platform/database/database';
import type { AddParameter, CompiledFilters } from '../../columns';
import {
  type CandidateOrder,
  type CandidateStart,
  countCandidates,
  ofCandidates,
  ofEntries,
  ofFewCandidates,
} from './item-candidates.statements';

/** Fetching and sorting this many items takes 0.2 s. */
const MAX_CANDIDATES = 20_000;
/** For this many items, reading the counters for each costs less than summing those of the whole list. */
const MAX_COUNTED_EACH = 4;
const MAX_REMEMBERED = 1_000;
const REMEMBERED_MS = 30_000;

type Narrow = CompiledFilters['narrows'][number];

/** The select to start from, and an estimate of the number of its rows. */
interface Candidates {
  narrow: Narrow;
  count: number;
}

/** As Candidates; the select by its number among those of the filters. */
interface Choice {
  at: number;
  count: number;
}

export interface CandidatesQuery {
  /** Identifies lists, order and filters. */
  scan: string;
  lanes: readonly RecordKey[];
  limit: number;
  filters: CompiledFilters;
}

/**
 * Selective filters: scanning a list in its order would skip nearly all of it, so the items are found with the
 * index of the filter's column and then sorted. The estimate is refreshed every 30 s; it affects only speed,
 * never the result (decision 0038).
 */
@Injectable()
export class ItemCandidatesReadModel {
  private readonly remembered = new Map<string, { untilMs: number; choice: Choice | null }>();

  constructor(private readonly database: Database) {}

  /** Null when a scan in the list's order is faster. */
  async find(context: CallContext, query: CandidatesQuery): Promise<Candidates | null> {
    const { narrows } = query.filters;
    if (narrows.length === 0) return null;
    const choice = await this.choice(context, query);
    return choice === null ? null : { narrow: narrows[choice.at]!, count: choice.count };
  }

  page<Row>(
    context: CallContext,
    query: CandidatesQuery,
    { narrow, count }: Candidates,
    order: CandidateOrder,
    start: CandidateStart | null,
  ): Promise<Row[]> {
    const values: unknown[] = [context.organizationId, query.lanes];
    const add = parametersOf(values);
    const isSmall = count <= MAX_COUNTED_EACH;
    if (!isSmall && order.by === 'rank' && narrow.entries !== undefined) {
      // One condition, which has these entries.
      const isExact = query.filters.exact?.length === 1;
      const entries = narrow.entries(add);
      const test = isExact ? null : query.filters.test(add);
      const page = ofEntries(add, start, query.limit, { entries, test });
      return this.database.query<Row>(context, page, values);
    }
    const narrowed = { of: narrow.of, narrow: narrow.select(add), test: query.filters.test(add) };
    if (isSmall) {
      const page = ofFewCandidates(add, order, start, query.limit, narrowed);
      return this.database.lookup<Row>(context, page, values);
    }
    const page = ofCandidates(add, order, start, query.limit, narrowed);
    return this.database.query<Row>(context, page, values);
  }

  private async choice(context: CallContext, query: CandidatesQuery): Promise<Choice | null> {
    const key = `${context.organizationId} ${query.scan}`;
    const known = this.remembered.get(key);
    if (known !== undefined && known.untilMs > clock.nowMs()) return known.choice;
    const choice = await this.choose(context, query);
    this.remembered.delete(key);
    this.remembered.set(key, { untilMs: clock.nowMs() + REMEMBERED_MS, choice });
    if (this.remembered.size > MAX_REMEMBERED) this.remembered.delete(this.remembered.keys().next().value!);
    return choice;
  }

  private async choose(
    context: CallContext,
    { lanes, limit, filters }: CandidatesQuery,
  ): Promise<Choice | null> {
    let best: Choice | null = null;
    for (const [at, narrow] of filters.narrows.entries()) {
      const values: unknown[] = [context.organizationId, lanes];
      const statement = countCandidates(narrow.select(parametersOf(values)), MAX_CANDIDATES);
      const [row] = await this.database.query<{ count: number; total: number }>(context, statement, values);
      const { count, total } = row!;
      // In order, a page of matches is in the first (limit / count) of the items. Archived lists have no total.
      const scanned = ((limit + 1) * total) / count;
      const isFewer = count <= MAX_CANDIDATES && (total === 0 || count <= scanned);
      if (isFewer && (best === null || count < best.count)) best = { at, count };
    }
    return best;
  }
}

/** Numbers parameters as they are appended to the existing ones. */
export function parametersOf(values: unknown[]): AddParameter {
  return (value) => `$${values.push(value)}`;
}
