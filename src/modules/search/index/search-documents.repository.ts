import { Injectable } from '@nestjs/common';
import type { OrganizationId } from '../../../kernel/ids';
import { Database, NO_TRANSACTION } from '../../../platform/database/database';
import { SEARCH_DOCUMENTS } from '../../../platform/database/locks';
import { statement } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';
import type { SearchDocument } from './search-document';
import { numberOf } from '../organization-number';
import { indexedRecord, type IndexedRecord } from '../search-types';

const SWEEP_BATCH_SIZE = 1_000;

// The default timeout could expire while a statement waits behind the indexing of long texts.
const TIMEOUT = statement('search-documents.patience', `set local statement_timeout = '60s'`);

const TAKE_TURN = statement('search-documents.take-turn', `select ${SEARCH_DOCUMENTS.exclusive('$1')}`);

const SAVE = statement(
  'search-documents.save',
  `insert into search_documents as kept (organization_number, workspace_number, type, place, name, name_words, words, body)
   select ${numberOf('$1')}, workspace.number, given.type, given.place, given.name, given.name_words, given.words, given.body
   from jsonb_to_recordset($2) as given (workspace_id text, type "char", place text, name text, name_words text, words text,
     body text)
   join workspaces workspace on workspace.organization_id = $1 and workspace.id = given.workspace_id
   on conflict (organization_number, place, type) do update
   set workspace_number = excluded.workspace_number, name = excluded.name, name_words = excluded.name_words,
     words = excluded.words, body = excluded.body
   where (kept.workspace_number, kept.name, kept.name_words, kept.words, kept.body)
     is distinct from (excluded.workspace_number, excluded.name, excluded.name_words, excluded.words, excluded.body)`,
);

// Looks up each word: while the table is not analyzed, the planner would rather sort all words of the organization for an
// anti-join, which takes 14 ms instead of 0.1 ms for 20,000 words.
const SAVE_WORDS = statement(
  'search-words.save',
  `insert into search_words (organization_number, word)
   select organization.number, given.word
   from organizations organization
   cross join unnest($2::text[]) as given (word)
   left join lateral (
     select true as "isKnown" from search_words kept
     where kept.organization_number = organization.number and kept.word = given.word collate "C" limit 1) as found on true
   where organization.id = $1 and "isKnown" is null
   order by given.word collate "C"
   on conflict do nothing`,
);

// The array is a condition for the index: a join that was planned for an empty table would read all documents of the organization
// (decision 0154).
export const REMOVE = statement(
  'search-documents.remove',
  `delete from search_documents document using unnest($2::"char"[], $3::text[]) as gone (type, place)
   where document.organization_number = ${numberOf('$1')} and document.place = any ($3) and document.place = gone.place
     and document.type = gone.type`,
);

// Across organizations: documents whose workspace, project or board was deleted.
const LOOK_FOR_ORPHANS = statement(
  'search-documents.look-for-orphans',
  `select organization.id as "organizationId", organization.number, batch.place, batch.type, coalesce(case batch.type
       when 'i' then not exists (
         select from items
         where items.organization_id = organization.id and items.id = 'itm_' || batch.place and trashed_at is null)
       when 'b' then not exists (
         select from boards
         where boards.organization_id = organization.id and boards.id = 'brd_' || batch.place and deleted_at is null)
       when 'p' then not exists (
         select from projects
         where projects.organization_id = organization.id and projects.id = 'prj_' || batch.place
           and deleted_at is null)
       when 'c' then not exists (
         select from comments
         join items on items.organization_id = comments.organization_id and items.id = comments.item_id
           and items.trashed_at is null
         where comments.organization_id = organization.id and comments.id = 'cmt_' || batch.place
           and comments.tombstone_until is null)
     end, false) as "isOrphan"
   from (
     select organization_number, place, type from search_documents
     where (organization_number, place, type) > ($1::integer, $2, $3::"char")
     order by organization_number, place, type limit ${SWEEP_BATCH_SIZE}) batch
   join organizations organization on organization.number = batch.organization_number
   order by batch.organization_number, batch.place, batch.type`,
);

/** A document that a sweep has looked at. */
export interface LookedAt extends IndexedRecord {
  organizationId: OrganizationId;
  /** Of the organization; with the record, the order of the sweep. */
  number: string;
  isOrphan: boolean;
}

export const BEFORE_ALL: Pick<LookedAt, 'number' | 'place' | 'type'> = { number: '0', place: '', type: 'b' };

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
    words: readonly string[],
  ): Promise<void> {
    if (documents.length === 0) return;
    await this.database.query(context, SAVE, [context.organizationId, JSON.stringify(documents)]);
    if (words.length === 0) return;
    await this.database.query(context, SAVE_WORDS, [context.organizationId, words]);
  }

  async remove(context: InTransaction<Context>, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const records = ids.map(indexedRecord);
    const values = [records.map(({ type }) => type), records.map(({ place }) => place)];
    await this.database.query(context, REMOVE, [context.organizationId, ...values]);
  }

  /** The next documents, and which of them no longer have a record; empty after the last. */
  lookAfter({ number, place, type }: Pick<LookedAt, 'number' | 'place' | 'type'>): Promise<LookedAt[]> {
    return this.database.query<LookedAt>(NO_TRANSACTION, LOOK_FOR_ORPHANS, [number, place, type]);
  }
}
