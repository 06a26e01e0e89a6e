import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What Trash shows (decision 0042). */
export class AddTrashEntries1763715755000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- A row for each item that went to Trash by itself; sub-items that went with their parent have none. It names the
      -- workspace, so that a page for somebody who sees some workspaces is one range of each, whatever lies in others.
      create table trash_entries (
        organization_id text collate "C" not null,
        item_id text collate "C" not null,
        board_id text collate "C" not null,
        workspace_id text collate "C" not null,
        trashed_at timestamptz(3) not null,
        trashed_by text collate "C",
        -- Set when the item is restored or purged: until then the row marks the place of a cursor that names it.
        tombstone_until timestamptz(3),
        primary key (organization_id, item_id)
      );
      create index trash_entries_workspace_id_idx on trash_entries (organization_id, workspace_id, trashed_at, item_id)
        where tombstone_until is null;
      create index trash_entries_board_id_idx on trash_entries (organization_id, board_id, trashed_at, item_id)
        where tombstone_until is null;
      -- For the daily purge, which works for all organizations at once.
      create index trash_entries_trashed_at_idx on trash_entries (trashed_at) where tombstone_until is null;
      create index trash_entries_tombstone_until_idx on trash_entries (tombstone_until)
        where tombstone_until is not null;

      insert into trash_entries (organization_id, item_id, board_id, workspace_id, trashed_at)
      select item.organization_id, item.id, item.board_id, board.workspace_id, item.trashed_at
      from items item
      join boards board on board.organization_id = item.organization_id and board.id = item.board_id
      left join items parent on parent.organization_id = item.organization_id and parent.id = item.parent_id
      where item.trashed_at is not null and item.trashed_at is distinct from parent.trashed_at;

      drop index items_trashed_at_idx;

      -- Brings the entries of items in Trash to the board that the items have come to with their parent.
      create function trash_entries_follow(p_organization text, p_items text[], p_board text)
      returns void language plpgsql as $$
      begin
        update trash_entries set board_id = board.id, workspace_id = board.workspace_id
        from boards board
        where board.organization_id = p_organization and board.id = p_board
          and trash_entries.organization_id = p_organization and item_id = any (p_items);
      end $$;
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop function trash_entries_follow(text, text[], text);
      create index items_trashed_at_idx on items (organization_id, board_id, trashed_at, id)
        where trashed_at is not null;
      drop table trash_entries;
    `);
  }
}
