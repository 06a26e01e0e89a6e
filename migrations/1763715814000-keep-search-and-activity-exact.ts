import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Documents equal their records, pages of results end nowhere, moves stand on both boards (decision 0053). */
export class KeepSearchAndActivityExact1763715814000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- Writers of documents take turns now, and times of several processes do not tell which state is the newer one.
      alter table search_documents drop column version;
      -- By when the record was made, for questions that match very many.
      create index search_documents_place_idx on search_documents (organization_id, substr(id, 5));
      -- What earlier races left out is taken up once more.
      insert into search_fills (organization_id)
      select id from organizations where exists (select from projects where projects.organization_id = organizations.id)
      on conflict do nothing;

      -- The board that an item has left by this change, when it has.
      alter table activity add column previous_board_id text collate "C";
      update activity set previous_board_id = details ->> 'previousBoardId' where details ? 'previousBoardId';
      create index activity_previous_board_id_sequence_idx on activity (organization_id, previous_board_id, sequence)
        where previous_board_id is not null;
      -- What is gone from Trash for good leaves its name in the log, and no values.
      update activity entry
      set details = details - '{values,value,previousValue}'::text[] #- '{changes,description}' #- '{previous,description}'
        #- '{description}'
      where item_id is not null and not exists (
        select from items where items.organization_id = entry.organization_id and items.id = entry.item_id);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop index activity_previous_board_id_sequence_idx;
      alter table activity drop column previous_board_id;
      drop index search_documents_place_idx;
      alter table search_documents add column version timestamptz(3) not null default now();
      alter table search_documents alter column version drop default;
    `);
  }
}
