import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The index that search.query reads (decisions 0046 and 0053). The service splits texts into words and trigrams. */
export class CreateSearch1763715770000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- A record as search sees it, written shortly after the record; results are shown from the records.
      create table search_documents (
        organization_id text collate "C" not null references organizations (id) on delete cascade,
        id text collate "C" not null,
        type text not null check (type in ('item', 'board', 'project', 'comment')),
        workspace_id text collate "C" not null,
        -- The name's words, folded.
        name text collate "C" not null,
        -- The beginning of the other text, for excerpts.
        body text not null,
        -- Words in the name and anywhere, type and workspace, each prefixed with the organization.
        lexemes tsvector not null,
        primary key (organization_id, id)
      );
      create index search_documents_name_idx on search_documents (organization_id, workspace_id, type, name);
      -- The time of creation within the id, for queries that match very many documents.
      create index search_documents_place_idx on search_documents (organization_id, substr(id, 5));
      -- Every search reads the whole pending list, so it is limited.
      create index search_documents_lexemes_idx on search_documents using gin (lexemes) with (gin_pending_list_limit = 512);

      -- Every word that occurs, for parts of words and misspellings: far fewer rows than documents.
      create table search_words (
        organization_id text collate "C" not null references organizations (id) on delete cascade,
        word text collate "C" not null,
        -- Each prefixed with the organization.
        trigrams text[] not null,
        primary key (organization_id, word)
      );
      create index search_words_trigrams_idx on search_words using gin (trigrams) with (gin_pending_list_limit = 512);

      -- Organizations whose documents must be built from their records; a job does that.
      create table search_fills (
        organization_id text collate "C" primary key references organizations (id) on delete cascade
      );
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
