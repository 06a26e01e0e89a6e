import { Injectable } from '@nestjs/common';
import type { BoardId, ItemId, ProjectId, WorkspaceId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import { ReadDatabase } from '../../platform/database/replica/read-database';
import type { Statement } from '../../platform/database/statement';
import { idOf, type IndexedRecord, indexedRecord, type SearchType, typeCode, typeOf } from './search-types';
import type { Alternatives, SearchExpression, SearchExpressions } from './text/search-expressions';
import type { SearchMark } from './search-cursor-positions.cache';
import { hasAlternatives, type Term } from './text/search-terms';
import {
  BY_NAME,
  BY_NAME_SCAN,
  BY_WORDS,
  BY_WORDS_SCAN,
  CANDIDATES,
  CURSOR,
  type NameRank,
  ALTERNATIVE_WORDS,
  WORDS_BEGINNING,
  WORKSPACES,
} from './search.statements';
import { slipsAllowed, wordDistance } from './text/word-distance';
import { trigramsOf } from './text/words';
import { listedWorkspaceIds, visibleWorkspaces } from '../hierarchy';

export interface SearchRow {
  id: string;
  type: SearchType;
  /** 1 the exact name, 2 its prefix, 3 words of it, 4 words anywhere, 5 words that are likely meant. */
  rank: number;
  name: string;
  body: string;
  /** The item itself, or the item of a comment. */
  itemId: ItemId | null;
  boardId: BoardId | null;
  boardName: string | null;
  projectId: ProjectId;
  projectName: string;
  workspaceId: WorkspaceId;
  workspaceName: string;
  archived: boolean;
}

/** A result as the statements return it. */
type IndexedRow = Omit<SearchRow, 'id' | 'type'> & IndexedRecord;

/** Sorts after every text with the prefix before it. */
const LAST_CHARACTER = '\u{10FFFF}';
/** Words for which a word can be a typing error. */
const SLIPS_MAX = 12;

@Injectable()
export class SearchReadModel {
  constructor(private readonly database: ReadDatabase) {}

  /** Workspaces that the caller, who is not a guest, sees, and whether these are all. */
  async workspaces(context: CallContext): Promise<{ visible: WorkspaceId[]; isAll: boolean }> {
    const { principal } = context;
    const values = [context.organizationId, visibleWorkspaces(principal), principal.userId];
    const rows = await this.database.query<{ id: WorkspaceId; isVisible: boolean }>(
      context,
      WORKSPACES,
      values,
    );
    const limit = listedWorkspaceIds(principal);
    const visible = rows
      .filter(({ id, isVisible }) => isVisible && (limit === null || limit.includes(id)))
      .map(({ id }) => id);
    return { visible, isAll: visible.length === rows.length };
  }

  /** Up to limit + 1 records whose name is the query (rank 1) or begins with it (rank 2), after a position. */
  byName(
    context: CallContext,
    where: {
      workspaceIds: readonly WorkspaceId[];
      boardIds: readonly BoardId[] | null;
      types: readonly SearchType[];
      name: string;
      rank: NameRank;
    },
    after: string | null,
    limit: number,
  ): Promise<SearchRow[]> {
    const { workspaceIds, boardIds, types, name, rank } = where;
    const values = [
      context.organizationId,
      workspaceIds,
      types.map(typeCode),
      name,
      name + LAST_CHARACTER,
      after,
      boardIds,
    ];
    return this.fewOrScan(context, BY_NAME(rank, limit), BY_NAME_SCAN(rank, limit), values);
  }

  /** Up to limit + 1 records that match the expression, except those found by name, after a position. */
  byWords(
    context: CallContext,
    where: {
      workspaceIds: readonly WorkspaceId[];
      isAll: boolean;
      boardIds: readonly BoardId[] | null;
      name: string;
      expression: SearchExpression;
      rank: number;
    },
    after: string | null,
    limit: number,
  ): Promise<SearchRow[]> {
    const { workspaceIds, isAll, boardIds, name, expression, rank } = where;
    const values = [
      context.organizationId,
      workspaceIds,
      expression.query,
      name,
      name + LAST_CHARACTER,
      after,
      boardIds,
      rank,
      isAll ? null : workspaceIds,
    ];
    return this.fewOrScan(context, BY_WORDS(limit), BY_WORDS_SCAN(limit), values, [expression.part]);
  }

  private async fewOrScan(
    context: CallContext,
    few: Statement,
    scan: Statement,
    values: unknown[],
    scanValues: unknown[] = [],
  ): Promise<SearchRow[]> {
    const rows = await this.database.query<IndexedRow & { total: number }>(context, few, values);
    if (rows[0]!.total > CANDIDATES)
      return (await this.database.query<IndexedRow>(context, scan, [...values, ...scanValues])).map(withId);
    // The number is returned even if no record is shown.
    return rows.flatMap(({ total: _total, ...row }) => (row.place === null ? [] : [withId(row)]));
  }

  /** Null when the record is not in this list. */
  async markOf(
    context: CallContext,
    cursor: string,
    where: {
      workspaceIds: readonly WorkspaceId[];
      isAll: boolean;
      boardIds: readonly BoardId[] | null;
      name: string;
      expressions: SearchExpressions;
    },
  ): Promise<SearchMark | null> {
    const { workspaceIds, isAll, boardIds, name, expressions } = where;
    const { inName, anywhere, likely } = expressions;
    const { place, type } = indexedRecord(cursor);
    const values = [context.organizationId, cursor, workspaceIds, name, name + LAST_CHARACTER];
    const [row] = await this.database.query<{ rank: number | null }>(context, CURSOR, [
      ...values,
      [inName, anywhere, likely].flatMap((each) => each?.query ?? []),
      boardIds,
      isAll ? null : workspaceIds,
      place,
      type,
    ]);
    return row === undefined || row.rank === null ? null : { rank: row.rank, place };
  }

  /** Words that begin with an unfinished term. */
  async beginnings(context: CallContext, terms: readonly Term[]): Promise<Alternatives> {
    const typed = terms.find(({ match }) => match === 'short');
    if (!typed) return new Map();
    const values = [context.organizationId, typed.text, typed.text + LAST_CHARACTER];
    const rows = await this.database.query<{ word: string }>(context, WORDS_BEGINNING, values);
    return new Map([[typed.text, rows.map(({ word }) => word)]]);
  }

  /** Words that contain a term or differ from it by one or two typing errors. */
  async likelyWords(context: CallContext, terms: readonly Term[]): Promise<Alternatives> {
    const words = terms.filter(hasAlternatives).map(({ text }) => text);
    if (words.length === 0) return new Map();
    const rows = await this.database.query<{ word: string; near: string; containsIt: boolean }>(
      context,
      ALTERNATIVE_WORDS,
      [context.organizationId, words, words.map((word) => `{${trigramsOf(word).join()}}`)],
    );
    return new Map(
      words.map((word) => {
        const near = rows.filter((row) => row.word === word);
        const containing = near.filter(({ containsIt }) => containsIt).map((row) => row.near);
        return [
          word,
          [
            ...containing,
            ...slipsFor(
              word,
              near.map((row) => row.near),
            ),
          ],
        ];
      }),
    );
  }
}

function withId({ place, type, ...row }: IndexedRow): SearchRow {
  return { id: idOf({ place, type }), type: typeOf(type), ...row };
}

/** Those for which `word` can be a typing error, the nearest first. */
function slipsFor(word: string, candidates: readonly string[]): string[] {
  const most = slipsAllowed(word);
  return candidates
    .map((candidate) => ({ candidate, distance: wordDistance(word, candidate, most) }))
    .filter(({ distance }) => distance > 0 && distance <= most)
    .toSorted((one, other) => one.distance - other.distance)
    .slice(0, SLIPS_MAX)
    .map(({ candidate }) => candidate);
}
