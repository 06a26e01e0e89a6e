import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Parts of item names, by board (decision 0050). */
export class AddItemNamesByBoard1763715812000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop index items_name_trigrams_idx;

      -- Every three letters that follow each other in a text, each as one number together with its board. Two that get the
      -- same number only make a search test a few names more.
      create function item_name_grams(p_board text, p_text text) returns integer[]
      language plpgsql immutable parallel safe as $$
      declare
        -- Board ids are in the collation "C", which folds a to z alone: without its own, the text would follow them.
        folded constant text := lower(p_text collate "default");
        grams integer[] := '{}';
      begin
        for at in 1 .. length(folded) - 2 loop
          grams[at] := hashtext(p_board || substr(folded, at, 3));
        end loop;
        return grams;
      end $$;

      -- What is new waits in a short list, which every search reads whole, and is sorted in once it has grown to a quarter
      -- of a megabyte.
      create index items_name_grams_idx on items using gin (item_name_grams(board_id, name))
        with (gin_pending_list_limit = 256);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop index items_name_grams_idx;
      drop function item_name_grams(text, text);
      create index items_name_trigrams_idx on items using gin (organization_id, lower(name) gin_trgm_ops)
        with (gin_pending_list_limit = 256);
    `);
  }
}
