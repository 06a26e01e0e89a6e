import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Comments, reactions, and the number of comments of each item (decision 0086). */
export class CreateComments1763715725000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create table comments (
        organization_id text collate "C" not null,
        id text collate "C" not null,
        item_id text collate "C" not null,
        -- Null for a top-level comment; a reply has no replies.
        parent_id text collate "C",
        author_id text collate "C" not null,
        -- Markdown.
        body text not null,
        -- Mentions are empty elements: their names are added when the comment is read.
        body_html text not null,
        mentions text[] not null,
        reply_count integer not null default 0,
        is_pinned boolean not null default false,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        -- Set when the comment is deleted: until then its row keeps a cursor that names it valid.
        tombstone_until timestamptz(3),
        primary key (organization_id, id),
        foreign key (organization_id, item_id) references items (organization_id, id) on delete cascade,
        foreign key (organization_id, parent_id) references comments (organization_id, id) on delete cascade
      );
      create index comments_item_id_idx on comments (organization_id, item_id, id)
        where parent_id is null and tombstone_until is null;
      create index comments_pinned_idx on comments (organization_id, item_id, id)
        where is_pinned and tombstone_until is null;
      -- Every comment of an item, for the foreign key and the search index.
      create index comments_item_id_all_idx on comments (organization_id, item_id, id);
      create index comments_parent_id_idx on comments (organization_id, parent_id, id);
      create index comments_tombstone_until_idx on comments (tombstone_until) where tombstone_until is not null;

      create table comment_reactions (
        organization_id text collate "C" not null,
        comment_id text collate "C" not null,
        user_id text collate "C" not null,
        emoji text not null,
        created_at timestamptz(3) not null,
        primary key (organization_id, comment_id, user_id, emoji),
        foreign key (organization_id, comment_id) references comments (organization_id, id) on delete cascade
      );

      -- The number of comments of an item, replies included, as the sum of its rows. The shard comes from the process id of
      -- the connection: parallel writers change different rows, and none waits for another's commit.
      create table comment_counts (
        organization_id text collate "C" not null,
        item_id text collate "C" not null,
        shard smallint not null,
        count integer not null,
        primary key (organization_id, item_id, shard),
        foreign key (organization_id, item_id) references items (organization_id, id) on delete cascade
      ) with (fillfactor = 70);
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop table comment_counts;
      drop table comment_reactions;
      drop table comments;
    `);
  }
}
