import { Injectable } from '@nestjs/common';
import type { OrganizationId } from '../../kernel/ids';
import { Database, NO_TRANSACTION } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import type { TenantContext } from '../../platform/database/tenant.repository';
import type { SearchDocument, SearchWord } from './search-document';

const SWEPT_AT_ONCE = 1_000;

// In one order, so that two writers of the same documents wait for each other and never crosswise.
const SAVE = statement(
  'search-documents.save',
  `insert into search_documents as kept (organization_id, id, type, workspace_id, name, body, lexemes, version)
   select $1, given.id, given.type, given.workspace_id, given.name, given.body, array_to_tsvector(given.lexemes),
     given.version
   from jsonb_to_recordset($2) as given (id text, type text, workspace_id text, name text, body text,
     lexemes text[], version timestamptz)
   order by given.id
   on conflict (organization_id, id) do update
   set workspace_id = excluded.workspace_id, name = excluded.name, body = excluded.body, lexemes = excluded.lexemes,
     version = excluded.version
   where kept.version <= excluded.version
     and (kept.name, kept.body, kept.lexemes) is distinct from (excluded.name, excluded.body, excluded.lexemes)`,
);

const SAVE_WORDS = statement(
  'search-words.save',
  `insert into search_words (organization_id, word, trigrams)
   select $1, given.word, given.trigrams
   from jsonb_to_recordset($2) as given (word text, trigrams text[])
   where not exists (
     select from search_words kept where kept.organization_id = $1 and kept.word = given.word collate "C")
   order by given.word collate "C"
   on conflict do nothing`,
);

const REMOVE = statement(
  'search-documents.remove',
  `delete from search_documents where organization_id = $1 and id = any ($2)`,
);

// Over all organizations: what a deleted workspace, project or board took with it.
const SWEEP = statement(
  'search-documents.sweep',
  `with batch as (
     select organization_id, id, type from search_documents
     where (organization_id, id) > ($1, $2) order by organization_id, id limit ${SWEPT_AT_ONCE}),
   gone as (
     delete from search_documents using batch
     where search_documents.organization_id = batch.organization_id and search_documents.id = batch.id
       and case batch.type
         when 'item' then not exists (
           select from items
           where items.organization_id = batch.organization_id and items.id = batch.id and trashed_at is null)
         when 'board' then not exists (
           select from boards
           where boards.organization_id = batch.organization_id and boards.id = batch.id and deleted_at is null)
         when 'project' then not exists (
           select from projects
           where projects.organization_id = batch.organization_id and projects.id = batch.id and deleted_at is null)
       end)
   select organization_id as "organizationId", id from batch order by organization_id desc, id desc limit 1`,
);

export interface SweptUpTo {
  organizationId: string;
  id: string;
}

/** The index: documents, and the words that occur in them. */
@Injectable()
export class SearchDocumentsRepository {
  constructor(private readonly database: Database) {}

  /** Writes what is new in them; a document of an older version than the one kept is passed over. */
  async save(
    context: TenantContext & { organizationId: OrganizationId },
    documents: readonly SearchDocument[],
    words: readonly SearchWord[],
  ): Promise<void> {
    if (documents.length === 0) return;
    await this.database.query(context, SAVE, [context.organizationId, JSON.stringify(documents)]);
    if (words.length === 0) return;
    await this.database.query(context, SAVE_WORDS, [context.organizationId, JSON.stringify(words)]);
  }

  async remove(context: TenantContext, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.database.query(context, REMOVE, [context.organizationId, ids]);
  }

  /** Removes documents whose record is gone, of a batch after this one; null when none is left. */
  async sweepAfter({ organizationId, id }: SweptUpTo): Promise<SweptUpTo | null> {
    const [last] = await this.database.query<SweptUpTo>(NO_TRANSACTION, SWEEP, [organizationId, id]);
    return last ?? null;
  }
}
