import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { BoardId } from '../../kernel/ids';
import type { ChangedIds } from './changed-records';
import { documentOf, type SearchDocument, type SearchSource, type SearchWord } from './search-document';
import { SearchDocumentsRepository } from './search-documents.repository';
import { type SearchContext, SearchSourcesReadModel } from './search-sources.read-model';

/** Brings the index to what the records are now. Repeatable: it reads them itself, whatever it is told of them. */
@Injectable()
export class SearchIndexer {
  constructor(
    private readonly sources: SearchSourcesReadModel,
    private readonly documents: SearchDocumentsRepository,
  ) {}

  async follow(context: SearchContext, { items, parents, boards, projects }: ChangedIds): Promise<void> {
    const found = [
      ...(items.length > 0 ? await this.sources.items(context, items) : []),
      ...(boards.length > 0 ? await this.sources.boards(context, boards) : []),
      ...(projects.length > 0 ? await this.sources.projects(context, projects) : []),
    ];
    await this.save(context, found);
    const live = new Set(found.map(({ id }) => id));
    await this.documents.remove(
      context,
      [...items, ...boards, ...projects].filter((id) => !live.has(id)),
    );
    if (parents.length > 0) await this.followItems(context, { parents });
  }

  /** All items of a board, or all sub-items of these items, some at a time. */
  async followItems(
    context: SearchContext,
    where: { boardId: BoardId } | { parents: readonly string[] },
    signal?: AbortSignal,
  ): Promise<void> {
    let last: string | undefined = '';
    while (last !== undefined) {
      signal?.throwIfAborted();
      const found: SearchSource[] = await this.sources.itemsAfter(context, where, last);
      await this.save(context, found);
      last = found.at(-1)?.id;
    }
  }

  private async save(context: SearchContext, sources: readonly SearchSource[]): Promise<void> {
    const documents: SearchDocument[] = [];
    const words = new Map<string, SearchWord>();
    for (const source of sources) {
      const made = documentOf(context.organizationId, source);
      documents.push(made.document);
      for (const word of made.words) words.set(word.word, word);
      // A long text takes ten milliseconds and more, and this process may serve requests as well.
      await setImmediate();
    }
    await this.documents.save(context, documents, [...words.values()]);
  }
}
