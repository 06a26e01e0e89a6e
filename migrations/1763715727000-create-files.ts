import type { MigrationInterface, QueryRunner } from 'typeorm';
import { functionText } from '../src/platform/database/migrations/function-files';

/** Uploaded files, their attachments, the storage that each organization uses, and files to remove (decision 0088). */
export class CreateFiles1763715727000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(functionText('files_remove_content'));
    await queryRunner.query(`
      create table files (
        organization_id text collate "C" not null,
        id text collate "C" not null,
        storage_key text collate "C" not null,
        name text not null,
        -- The media type that the content shows, never the one that the client sent.
        type text not null,
        size_bytes bigint not null,
        -- Hexadecimal.
        sha256 text collate "C" not null,
        -- Of images; null for other files, and before their thumbnail was made.
        width integer,
        height integer,
        thumbnail_key text collate "C",
        -- Null for a file that was uploaded with a form.
        uploaded_by text collate "C",
        form_id text collate "C",
        created_at timestamptz(3) not null,
        -- Null while the upload runs.
        stored_at timestamptz(3),
        -- Since when no record refers to the file; null while one does. A day later the file is removed.
        unreferenced_since timestamptz(3),
        primary key (organization_id, id),
        check ((uploaded_by is null) <> (form_id is null))
      );
      create index files_unreferenced_since_idx on files (unreferenced_since) where unreferenced_since is not null;

      -- Files of comments and of form submissions. Files in cells are in item_values.
      create table file_attachments (
        organization_id text collate "C" not null,
        id text collate "C" not null,
        file_id text collate "C" not null,
        comment_id text collate "C",
        -- The item of the comment.
        item_id text collate "C",
        submission_id text collate "C",
        -- The board of the form.
        board_id text collate "C",
        position smallint not null,
        primary key (organization_id, id),
        foreign key (organization_id, file_id) references files (organization_id, id),
        foreign key (organization_id, comment_id) references comments (organization_id, id) on delete cascade,
        foreign key (organization_id, item_id) references items (organization_id, id) on delete cascade,
        foreign key (organization_id, board_id) references boards (organization_id, id) on delete cascade,
        check (num_nonnulls(comment_id, submission_id) = 1),
        check ((comment_id is null) = (item_id is null)),
        check ((submission_id is null) = (board_id is null))
      );
      create index file_attachments_file_id_idx on file_attachments (organization_id, file_id);
      create index file_attachments_comment_id_idx on file_attachments (organization_id, comment_id, position)
        where comment_id is not null;
      create index file_attachments_item_id_idx on file_attachments (organization_id, item_id)
        where item_id is not null;
      create index file_attachments_submission_id_idx on file_attachments (organization_id, submission_id, position)
        where submission_id is not null;
      create index file_attachments_board_id_idx on file_attachments (organization_id, board_id)
        where board_id is not null;

      alter table comments add column attachment_count smallint not null default 0;

      -- Bytes of stored files.
      create table file_usage (
        organization_id text collate "C" not null primary key,
        size_bytes bigint not null
      );

      -- Keys whose rows were deleted. A worker deletes the content, then the key.
      create table file_removals (
        storage_key text collate "C" not null primary key,
        created_at timestamptz(3) not null default now()
      );
      create index file_removals_created_at_idx on file_removals (created_at);

      -- Whichever statement deletes a file, also a cascade: its content is removed and no longer counted.
      create trigger files_deleted after delete on files
        referencing old table as deleted for each statement execute function files_remove_content();
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      alter table comments drop column attachment_count;
      drop table file_removals;
      drop table file_usage;
      drop table file_attachments;
      drop table files;
    `);
  }
}
