import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Personal access tokens with limits, and the longest lifetime that an organization allows for them. */
export class LimitTokens1763716840000 implements MigrationInterface {
  name = 'LimitTokens1763716840000';

  async up(queryRunner: QueryRunner): Promise<void> {
    // Lists of ids without foreign keys: a token whose workspaces are all deleted must see nothing, not everything.
    await queryRunner.query(`
      alter table tokens
        add column workspace_ids text[],
        add column board_ids text[],
        add column allowed_cidrs text[],
        add constraint tokens_limits_check check (
          (workspace_ids is null or board_ids is null)
          and cardinality(workspace_ids) between 1 and 50
          and cardinality(board_ids) between 1 and 50
          and cardinality(allowed_cidrs) between 1 and 20);
    `);
    await queryRunner.query(`
      alter table organizations
        add column max_token_lifetime_days integer,
        add column token_lifetime_covers_existing boolean not null default false,
        add constraint organizations_max_token_lifetime_check check (max_token_lifetime_days between 1 and 366);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      alter table organizations drop column max_token_lifetime_days, drop column token_lifetime_covers_existing;
    `);
    await queryRunner.query(`
      -- Without its limits, a token would see everything.
      delete from tokens where workspace_ids is not null or board_ids is not null or allowed_cidrs is not null;
      alter table tokens drop column workspace_ids, drop column board_ids, drop column allowed_cidrs;
    `);
  }
}
