import { Injectable } from '@nestjs/common';
import type { OrganizationId } from '../../../kernel/ids';
import { Database, NO_TRANSACTION } from '../../../platform/database/database';
import { SEARCH_DOCUMENTS } from '../../../platform/database/locks';
import { statement } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';
import type { SearchDocument, SearchWord } from './search-document';
import type { SearchType } from '../search-types';

const SWEEP_BATCH_SIZE = 1_000;

// The default timeout could expire while a statement waits behind the indexing of long texts.
const TIMEOUT = statement('search-documents.patience', `set local statement_timeout = '60s'`);

const TAKE_TURN = statement('search-documents.take-turn', `select ${SEARCH_DOCUMENTS.exclusive('$1')}`);

const SAVE = statement(
  'search-documents.save',
  `insert into search_documents as kept (organization_id, id, type, workspace_id, name, body, lexemes)
   select $1, given.id, given.type, given.workspace_id, given.name, given.body, array_to_tsvector(given.lexemes)
   from jsonb_to_recordset($2) as given (id text, type text, workspace_id text, name text, body text, lexemes text[])
   on conflict (organization_id, id) do update
   set workspace_id = excluded.workspace_id, name = excluded.name, body = excluded.body, lexemes = excluded.lexemes
   where (kept.name, kept.body, kept.lexemes) is distinct from (excluded.name, excluded.body, excluded.lexemes)`,
);

// Looks up each word: while the table is not analyzed, the planner would rather sort all words of the organization for an
// anti-join, which takes 14 ms instead of 0.1 ms for 20,000 words.
const SAVE_WORDS = statement(
  'search-words.save',
  `insert into search_words (organization_id, word, trigrams)
   select $1, given.word, given.trigrams
   from jsonb_to_recordset($2) as given (word text, trigrams text[])
   left join lateral (
     select true as "isKnown" from search_words kept
     where kept.organization_id = $1 and kept.word = given.word collate "C" limit 1) as found on true
   where "isKnown" is null
   order by given.word collate "C"
   on conflict do nothing`,
);

const REMOVE = statement(
  'search-documents.remove',
  `delete from search_documents where organization_id = $1 and id = any ($2)`,
);

// Across organizations: documents whose workspace, project or board was deleted.
const LOOK_FOR_ORPHANS = statement(
  'search-documents.look-for-orphans',
  `select batch.organization_id as "organizationId", batch.id, batch.type, coalesce(case batch.type
       when 'item' then not exists (
         select from items
         where items.organization_id = batch.organization_id and items.id = batch.id and trashed_at is null)
       when 'board' then not exists (
         select from boards
         where boards.organization_id = batch.organization_id and boards.id = batch.id and deleted_at is null)
       when 'project' then not exists (
         select from projects
         where projects.organization_id = batch.organization_id and projects.id = batch.id and deleted_at is null)
       when 'comment' then not exists (
         select from comments
         join items on items.organization_id = comments.organization_id and items.id = comments.item_id
           and items.trashed_at is null
         where comments.organization_id = batch.organization_id and comments.id = batch.id
           and comments.tombstone_until is null)
     end, false) as "isOrphan"
   from (
     select organization_id, id, type from search_documents
     where (organization_id, id) > ($1, $2) order by organization_id, id limit ${SWEEP_BATCH_SIZE}) batch
   order by batch.organization_id, batch.id`,
);

export interface LookedAt {
  organizationId: OrganizationId;
  id: string;
  type: SearchType;
  isOrphan: boolean;
}

type Context = TenantContext & { organizationId: OrganizationId };

/** The index: documents, and the words that occur in them. */
@Injectable()
export class SearchDocumentsRepository {
  constructor(private readonly database: Database) {}

  /**
   * Serializes indexing of the organization until the transaction ends; records that are read afterwards are the
   * latest.
   */
  async takeTurn(context: InTransaction<Context>): Promise<void> {
    await this.database.query(context, TIMEOUT, []);
    await this.database.query(context, TAKE_TURN, [context.organizationId]);
  }

  /** Writes the documents that have changed. */
  async save(
    context: InTransaction<Context>,
    documents: readonly SearchDocument[],
    words: readonly SearchWord[],
  ): Promise<void> {
    if (documents.length === 0) return;
    await this.database.query(context, SAVE, [context.organizationId, JSON.stringify(documents)]);
    if (words.length === 0) return;
    await this.database.query(context, SAVE_WORDS, [context.organizationId, JSON.stringify(words)]);
  }

  async remove(context: InTransaction<Context>, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.database.query(context, REMOVE, [context.organizationId, ids]);
  }

  /** The next documents, and which of them no longer have a record; empty after the last. */
  lookAfter(organizationId: string, id: string): Promise<LookedAt[]> {
    return this.database.query<LookedAt>(NO_TRANSACTION, LOOK_FOR_ORPHANS, [organizationId, id]);
  }
}
