import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { BoardId } from '../../../kernel/ids';
import type { InTransaction } from '../../../platform/database/transaction';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import type { ChangedIds } from './changed-records';
import { documentOf, type SearchDocument, type SearchSource } from './search-document';
import { SearchDocumentsRepository } from './search-documents.repository';
import { type SearchContext, SearchSourcesReadModel } from './search-sources.read-model';

type Tx = InTransaction<SearchContext>;

const NOTHING = { items: [], boards: [], projects: [], comments: [] };

/**
 * Updates the index to the current state of the records. Idempotent: it reads them itself, whatever the events
 * contain. Reads and writes are one unit, with one writer per organization at a time (decision 0053).
 */
@Injectable()
export class SearchIndexerService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly sources: SearchSourcesReadModel,
    private readonly documents: SearchDocumentsRepository,
  ) {}

  async follow(context: SearchContext, { parents, ...changed }: ChangedIds): Promise<void> {
    await this.alone(context, (tx) => this.bring(tx, changed));
    if (parents.length === 0) return;
    await this.followComments(context, { itemIds: parents });
    let after: string | undefined = '';
    while (after !== undefined) {
      const items: string[] = await this.sources.subItemsAfter(context, parents, after);
      if (items.length > 0) {
        await this.alone(context, (tx) => this.bring(tx, { ...NOTHING, items }));
        await this.followComments(context, { itemIds: items });
      }
      after = items.at(-1);
    }
  }

  /** All items of a board and their comments, in batches. */
  async followBoard(context: SearchContext, boardId: BoardId, signal?: AbortSignal): Promise<void> {
    await this.saveAll(context, (tx, after) => this.sources.itemsAfter(tx, boardId, after), signal);
    await this.followComments(context, { boardId }, signal);
  }

  /** Comments whose items have changed their board, and with it maybe their workspace. */
  private followComments(
    context: SearchContext,
    of: Parameters<SearchSourcesReadModel['commentsAfter']>[1],
    signal?: AbortSignal,
  ): Promise<void> {
    return this.saveAll(context, (tx, after) => this.sources.commentsAfter(tx, of, after), signal);
  }

  private async saveAll(
    context: SearchContext,
    next: (tx: Tx, after: string) => Promise<SearchSource[]>,
    signal?: AbortSignal,
  ): Promise<void> {
    let last: string | undefined = '';
    while (last !== undefined) {
      signal?.throwIfAborted();
      const after: string = last;
      last = await this.alone(context, async (tx) => {
        const found = await next(tx, after);
        await this.save(tx, found);
        return found.at(-1)?.id;
      });
    }
  }

  private alone<T>(context: SearchContext, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.transactions.runQuietly(context, async (tx) => {
      await this.documents.takeTurn(tx);
      return work(tx);
    });
  }

  private async bring(
    tx: Tx,
    { items, boards, projects, comments }: Omit<ChangedIds, 'parents'>,
  ): Promise<void> {
    const found = [
      ...(items.length > 0 ? await this.sources.items(tx, items) : []),
      ...(boards.length > 0 ? await this.sources.boards(tx, boards) : []),
      ...(projects.length > 0 ? await this.sources.projects(tx, projects) : []),
      ...(comments.length > 0 ? await this.sources.comments(tx, comments) : []),
    ];
    await this.save(tx, found);
    const live = new Set(found.map(({ id }) => id));
    await this.documents.remove(
      tx,
      [...items, ...boards, ...projects, ...comments].filter((id) => !live.has(id)),
    );
  }

  private async save(tx: Tx, sources: readonly SearchSource[]): Promise<void> {
    const documents: SearchDocument[] = [];
    const words = new Set<string>();
    for (const source of sources) {
      const made = documentOf(source);
      documents.push(made.document);
      for (const word of made.words) words.add(word);
      // A long text takes ten milliseconds and more, and this process may serve requests too.
      await setImmediate();
    }
    await this.documents.save(tx, documents, [...words]);
  }
}
