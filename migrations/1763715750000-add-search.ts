import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What search.query reads (decision 0046). It needs no extension: words and trigrams are made by the service. */
export class AddSearch1763715750000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- A record as search sees it, written a moment after the record itself; results are shown from the records.
      create table search_documents (
        organization_id text collate "C" not null references organizations (id) on delete cascade,
        id text collate "C" not null,
        type text not null check (type in ('item', 'board', 'project', 'comment')),
        workspace_id text collate "C" not null,
        -- The name's words, folded.
        name text collate "C" not null,
        -- The beginning of the other text, for excerpts.
        body text not null,
        -- Words in the name and anywhere, type and workspace, each marked with the organization.
        lexemes tsvector not null,
        -- The record's updated_at.
        version timestamptz(3) not null,
        primary key (organization_id, id)
      );
      create index search_documents_name_idx on search_documents (organization_id, workspace_id, type, name);
      -- What waits to be sorted in is read by every search: little of it, therefore.
      create index search_documents_lexemes_idx on search_documents using gin (lexemes)
        with (gin_pending_list_limit = 512);

      -- Every word that occurs, for parts of words and slips of the finger: far fewer than there are records.
      create table search_words (
        organization_id text collate "C" not null references organizations (id) on delete cascade,
        word text collate "C" not null,
        -- Each marked with the organization.
        trigrams text[] not null,
        primary key (organization_id, word)
      );
      create index search_words_trigrams_idx on search_words using gin (trigrams)
        with (gin_pending_list_limit = 512);

      -- Organizations with records that are older than these tables; a job takes them up.
      create table search_fills (
        organization_id text collate "C" primary key references organizations (id) on delete cascade
      );
      insert into search_fills (organization_id)
      select id from organizations where exists (select from projects where projects.organization_id = organizations.id);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop table search_fills;
      drop table search_words;
      drop table search_documents;
    `);
  }
}
