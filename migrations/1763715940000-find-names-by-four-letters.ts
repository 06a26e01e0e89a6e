import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEX = `create index items_name_grams_idx on items using gin (item_name_grams(board_id, name))
        with (gin_pending_list_limit = 256)`;

/** Among a million names, three letters in a row are in thousands, four in hundreds (decision 0050). */
export class FindNamesByFourLetters1763715940000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop index items_name_grams_idx;

      -- Every three and every four letters that follow each other in a text, each as one number together with its board. Two that
      -- get the same number only make a search test a few names more.
      create or replace function item_name_grams(p_board text, p_text text) returns integer[]
      language plpgsql immutable parallel safe as $$
      declare
        -- Board ids are in the collation "C", which folds a to z alone: without its own, the text would follow them.
        folded constant text := lower(p_text collate "default");
        threes constant integer := greatest(length(folded) - 2, 0);
        grams integer[] := '{}';
      begin
        for at in 1 .. threes loop
          grams[at] := hashtext(p_board || substr(folded, at, 3));
        end loop;
        for at in 1 .. threes - 1 loop
          grams[threes + at] := hashtext(p_board || substr(folded, at, 4));
        end loop;
        return grams;
      end $$;

      -- Of a part of a name, as few as cover it: all of them are in each name that holds the part.
      create function item_name_needles(p_board text, p_part text) returns integer[]
      language plpgsql immutable parallel safe as $$
      declare
        folded constant text := lower(p_part collate "default");
        needles integer[] := '{}';
        at integer := 1;
      begin
        if length(folded) < 4 then
          return item_name_grams(p_board, p_part);
        end if;
        while at <= length(folded) loop
          needles := needles || hashtext(p_board || substr(folded, least(at, length(folded) - 3), 4));
          at := at + 4;
        end loop;
        return needles;
      end $$;

      ${INDEX};
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop index items_name_grams_idx;
      drop function item_name_needles(text, text);
      create or replace function item_name_grams(p_board text, p_text text) returns integer[]
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
      ${INDEX};
    `);
  }
}
