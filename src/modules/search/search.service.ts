import { Injectable } from '@nestjs/common';
import { type Page, pageOf, UnknownCursor } from '../../kernel/cursor';
import type { BoardId, WorkspaceId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import { HierarchyService, listedBoards, listedWorkspaceIds } from '../hierarchy';
import { type SearchExpressions, searchExpressions } from './text/search-expressions';
import { type SearchMark, SearchCursorPositionsCache } from './search-cursor-positions.cache';
import { SearchReadModel, type SearchRow } from './search.read-model';
import { indexedRecord } from './search-types';
import type { SearchQueryInput, SearchResult } from './search.schemas';
import { presentResult } from './search.presenter';
import { type SearchTerms, searchTermsOf } from './text/search-terms';

const BEGINNING: SearchMark = { rank: 0, place: '' };
const LIKELY_RANK = 5;

/** Where the caller can find records. */
interface Places {
  visible: WorkspaceId[];
  isAll: boolean;
  /** The boards of `listedBoards`, if the caller sees no others. */
  boards: BoardId[] | null;
}

/** A query, its scope, and the alternatives of its words. */
interface Search {
  /** The same for every page of one scan. */
  key: string;
  input: SearchQueryInput;
  workspaceIds: readonly WorkspaceId[];
  /** Whether these are all of the organization. */
  isAll: boolean;
  /** The only boards that the caller sees in them; null for all. */
  boardIds: readonly BoardId[] | null;
  terms: SearchTerms;
  expressions: (wantsLikely: boolean) => Promise<SearchExpressions>;
}

/**
 * Searches in ranks; each rank is queried only if the page is not full: names that equal the query or begin with
 * it, then all its words in a name, then anywhere, then words that are likely meant.
 */
@Injectable()
export class SearchService {
  constructor(
    private readonly hierarchy: HierarchyService,
    private readonly reads: SearchReadModel,
    private readonly marks: SearchCursorPositionsCache,
  ) {}

  async query(
    context: CallContext,
    input: SearchQueryInput,
  ): Promise<{ results: SearchResult[]; nextCursor: string | null }> {
    const search = await this.prepare(context, input);
    if (search.terms.terms.length === 0 || search.workspaceIds.length === 0) {
      if (input.cursor) throw new UnknownCursor();
      return { results: [], nextCursor: null };
    }
    const { rows, nextCursor } = await this.page(context, search);
    const last = rows.at(-1);
    if (nextCursor !== null && last) {
      this.marks.set(search.key, last.id, { rank: last.rank, place: indexedRecord(last.id).place });
    }
    return { results: rows.map((row) => presentResult(row, search.terms.terms)), nextCursor };
  }

  private async prepare(context: CallContext, input: SearchQueryInput): Promise<Search> {
    const { q, types, workspaceId } = input;
    const { principal, organizationId } = context;
    if (workspaceId) await this.hierarchy.workspace(context, workspaceId);
    const { visible, isAll, boards } = await this.places(context, workspaceId);
    const terms = searchTermsOf(q);
    const beginnings = await this.reads.beginnings(context, terms.terms);
    return {
      key: JSON.stringify([
        organizationId,
        principal.userId,
        q,
        types.toSorted(),
        workspaceId ?? null,
        listedWorkspaceIds(principal),
      ]),
      input,
      workspaceIds: visible,
      isAll,
      boardIds: boards,
      terms,
      expressions: async (wantsLikely) => {
        const likely = wantsLikely ? await this.reads.likelyWords(context, terms.terms) : new Map();
        return searchExpressions(types, terms.terms, { beginnings, likely });
      },
    };
  }

  private async places(context: CallContext, workspaceId: WorkspaceId | undefined): Promise<Places> {
    const boards = listedBoards(context.principal);
    if (boards !== null) {
      const shares = [...boards].filter(
        ([, share]) => workspaceId === undefined || share.workspaceId === workspaceId,
      );
      const visible = new Set(shares.map(([, share]) => share.workspaceId));
      return { visible: [...visible], isAll: false, boards: shares.map(([id]) => id) };
    }
    return workspaceId === undefined
      ? { ...(await this.reads.workspaces(context)), boards: null }
      : { visible: [workspaceId], isAll: false, boards: null };
  }

  private async page(context: CallContext, search: Search): Promise<Page<SearchRow>> {
    const { input, workspaceIds, isAll, boardIds, terms } = search;
    const { limit, types } = input;
    const { name } = terms;
    const after = input.cursor ? await this.markOf(context, search, input.cursor) : BEGINNING;
    const rows: SearchRow[] = [];
    for (let rank = Math.max(after.rank, 1); rank <= LIKELY_RANK && rows.length <= limit; rank += 1) {
      const place = after.rank === rank ? after.place : null;
      const missing = limit - rows.length;
      if (rank === 1 || rank === 2) {
        const where = { workspaceIds, boardIds, types, name, rank } as const;
        rows.push(...(await this.reads.byName(context, where, place, missing)));
        continue;
      }
      const { inName, anywhere, likely } = await search.expressions(rank === LIKELY_RANK);
      const expression = [inName, anywhere, likely][rank - 3] ?? null;
      if (expression === null) continue;
      const where = { workspaceIds, isAll, boardIds, name, expression, rank };
      rows.push(...(await this.reads.byWords(context, where, place, missing)));
    }
    return pageOf(rows, limit);
  }

  private async markOf(context: CallContext, search: Search, cursor: string): Promise<SearchMark> {
    const kept = this.marks.find(search.key, cursor);
    if (kept) return kept;
    const { workspaceIds, isAll, boardIds, terms } = search;
    const expressions = await search.expressions(true);
    const where = { workspaceIds, isAll, boardIds, name: terms.name, expressions };
    const mark = await this.reads.markOf(context, cursor, where);
    if (mark === null) throw new UnknownCursor();
    return mark;
  }
}
