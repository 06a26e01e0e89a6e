import type { MigrationInterface, QueryRunner } from 'typeorm';
import { functionText } from '../src/platform/database/migrations/function-files';

/** Five characters, with which the entries of an organization began. */
const MARK = `left(translate(encode(sha256(convert_to(organization.id, 'UTF8')), 'base64'), '+/', '-_'), 5)`;

/** The words after a mark and a letter, in the entries of a document. */
const WORDS = (kind: 'n' | 'w') => `array(
  select substr(entry, 7) from unnest(tsvector_to_array(document.lexemes)) entry where substr(entry, 6, 1) = '${kind}')`;

const SPLIT = (text: string) => `string_to_array(${text}, ' ')`;
const JOINED = (words: string) => `array_to_string(${words}, ' ')`;

const PREFIX = (type: string) =>
  `case ${type} when 'i' then 'itm_' when 'b' then 'brd_' when 'p' then 'prj_' else 'cmt_' end`;

/**
 * The search index with numbers of organizations and workspaces instead of their ids, and with each word once (decision 0111).
 * Existing documents are converted. Searches continue meanwhile; what writes to the index waits.
 */
export class ShrinkSearchIndex1763716501000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('lock table search_documents, search_words in share mode');
    await queryRunner.query(functionText('search_lexemes'));
    await queryRunner.query(functionText('search_trigrams'));
    await queryRunner.query(`
      -- A record as search sees it, written shortly after the record; results are shown from the records.
      create table new_search_documents (
        organization_number integer not null,
        workspace_number integer not null,
        -- The first letter of item, board, project or comment.
        type "char" not null check (type in ('i', 'b', 'p', 'c')),
        -- The id without its prefix, which begins with the time of creation: the order of results.
        place text collate "C" not null,
        -- The name's words, folded, in their order.
        name text collate "C" not null,
        -- What is looked up in the name, where that differs from name: texts without spaces are split into pairs of characters.
        name_words text collate "C",
        -- What is looked up in the other text, without that of the name.
        words text collate "C" not null,
        -- The beginning of the other text, for excerpts.
        body text not null
      );
      insert into new_search_documents
      select organization.number, workspace.number, left(document.type, 1)::"char", substr(document.id, 5), document.name,
        case when array(select unnest(words.in_name) order by 1)
          <> array(select distinct unnest(${SPLIT('document.name')}) order by 1) then ${JOINED('words.in_name')} end,
        ${JOINED('array(select unnest(words.anywhere) except select unnest(words.in_name))')}, document.body
      from search_documents document
      join organizations organization on organization.id = document.organization_id
      join workspaces workspace
        on workspace.organization_id = document.organization_id and workspace.id = document.workspace_id
      cross join lateral (select ${WORDS('n')} as in_name, ${WORDS('w')} as anywhere offset 0) words
      order by organization.number, substr(document.id, 5);
      alter table new_search_documents add primary key (organization_number, place, type);
      create index new_search_documents_name_idx on new_search_documents (workspace_number, type, name);
      -- Every search reads the whole pending list, so it is limited.
      create index new_search_documents_lexemes_idx on new_search_documents
        using gin (search_lexemes(organization_number, workspace_number, type, name, name_words, words))
        with (gin_pending_list_limit = 512);

      -- Every word that occurs, for parts of words and misspellings: far fewer rows than documents.
      create table new_search_words (
        organization_number integer not null,
        word text collate "C" not null
      );
      insert into new_search_words
      select organization.number, word.word
      from search_words word join organizations organization on organization.id = word.organization_id;
      alter table new_search_words add primary key (organization_number, word);
      create index new_search_words_trigrams_idx on new_search_words
        using gin (search_trigrams(organization_number, '^' || word || '$')) with (gin_pending_list_limit = 512);

      analyze new_search_documents, new_search_words;
    `);
    await replaceTables(queryRunner, `references organizations (number)`, 'organization_number');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      lock table search_documents, search_words in share mode;
      create table new_search_documents (
        organization_id text collate "C" not null,
        id text collate "C" not null,
        type text not null check (type in ('item', 'board', 'project', 'comment')),
        workspace_id text collate "C" not null,
        -- The name's words, folded.
        name text collate "C" not null,
        -- The beginning of the other text, for excerpts.
        body text not null,
        -- Words in the name and anywhere, type and workspace, each prefixed with the organization.
        lexemes tsvector not null
      );
      insert into new_search_documents
      select organization.id, ${PREFIX('document.type')} || document.place, kind.name, workspace.id, document.name, document.body,
        array_to_tsvector(array[mark || 't' || kind.name, mark || 's' || workspace.id]
          || array(select mark || kind || word from unnest(in_name) word cross join unnest('{n,w}'::text[]) kind)
          || array(select mark || 'w' || word from unnest(${SPLIT('document.words')}) word))
      from search_documents document
      join organizations organization on organization.number = document.organization_number
      join workspaces workspace on workspace.number = document.workspace_number
      cross join lateral (
        select ${MARK} as mark, ${SPLIT('coalesce(document.name_words, document.name)')} as in_name) given
      join unnest('{item,board,project,comment}'::text[]) kind (name) on left(kind.name, 1) = document.type::text;
      alter table new_search_documents add primary key (organization_id, id);
      create index new_search_documents_name_idx on new_search_documents (organization_id, workspace_id, type, name);
      -- The time of creation within the id, for queries that match very many documents.
      create index new_search_documents_place_idx on new_search_documents (organization_id, substr(id, 5));
      -- Every search reads the whole pending list, so it is limited.
      create index new_search_documents_lexemes_idx on new_search_documents using gin (lexemes)
        with (gin_pending_list_limit = 512);

      create table new_search_words (
        organization_id text collate "C" not null,
        word text collate "C" not null,
        -- Each prefixed with the organization.
        trigrams text[] not null
      );
      insert into new_search_words
      select organization.id, word.word, array(
        select ${MARK} || substr(trigram, length(organization.number::text) + 1)
        from unnest(search_trigrams(word.organization_number, '^' || word.word || '$')) with ordinality as given (trigram, at)
        group by trigram order by min(at))
      from search_words word join organizations organization on organization.number = word.organization_number;
      alter table new_search_words add primary key (organization_id, word);
      create index new_search_words_trigrams_idx on new_search_words using gin (trigrams) with (gin_pending_list_limit = 512);
    `);
    await replaceTables(queryRunner, 'references organizations (id)', 'organization_id');
    await queryRunner.query(`
      alter index new_search_documents_place_idx rename to search_documents_place_idx;
      drop function search_lexemes, search_trigrams;
    `);
  }
}

/** Drops the tables that the new ones replace, at last: nothing can read the index from here on until the end. */
async function replaceTables(queryRunner: QueryRunner, organization: string, column: string): Promise<void> {
  await queryRunner.query(`
    drop table search_documents, search_words;
    alter table new_search_documents rename to search_documents;
    alter table search_documents rename constraint new_search_documents_pkey to search_documents_pkey;
    alter table search_documents rename constraint new_search_documents_type_check to search_documents_type_check;
    alter index new_search_documents_name_idx rename to search_documents_name_idx;
    alter index new_search_documents_lexemes_idx rename to search_documents_lexemes_idx;
    alter table new_search_words rename to search_words;
    alter table search_words rename constraint new_search_words_pkey to search_words_pkey;
    alter index new_search_words_trigrams_idx rename to search_words_trigrams_idx;
    alter table search_documents add foreign key (${column}) ${organization} on delete cascade;
    alter table search_words add foreign key (${column}) ${organization} on delete cascade;
  `);
}
