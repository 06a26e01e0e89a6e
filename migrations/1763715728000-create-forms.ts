import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Forms, their submissions, and the number of submissions of each form (decision 0090). */
export class CreateForms1763715728000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create table forms (
        organization_id text collate "C" not null,
        id text collate "C" not null,
        board_id text collate "C" not null,
        name text not null,
        description text not null,
        status text not null,
        schema jsonb not null,
        mappings jsonb not null,
        settings jsonb not null,
        -- Counts the changes: a submission is accepted by the version that validated it.
        version integer not null,
        created_by text collate "C" not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        -- Set when the form is deleted; its submissions are then deleted in the background.
        deleted_at timestamptz(3),
        primary key (organization_id, id),
        foreign key (organization_id, board_id) references boards (organization_id, id) on delete cascade
      );
      create index forms_board_id_idx on forms (organization_id, board_id, id);

      create table form_submissions (
        organization_id text collate "C" not null,
        id text collate "C" not null,
        form_id text collate "C" not null,
        data jsonb not null,
        -- Answers that are not part of the item, with the reason.
        omitted jsonb not null,
        -- Null when the item was permanently deleted.
        item_id text collate "C",
        status text not null,
        -- Null for an anonymous submission.
        submitted_by text collate "C",
        -- Whether the form accepted only one submission of each user.
        is_only boolean not null,
        submitted_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (organization_id, id),
        foreign key (organization_id, form_id) references forms (organization_id, id) on delete cascade,
        foreign key (organization_id, item_id) references items (organization_id, id) on delete set null (item_id)
      );
      create index form_submissions_form_id_idx on form_submissions (organization_id, form_id, id);
      create index form_submissions_status_idx on form_submissions (organization_id, form_id, status, id);
      create index form_submissions_item_id_idx on form_submissions (organization_id, item_id)
        where item_id is not null;
      create index form_submissions_submitted_by_idx on form_submissions (organization_id, form_id, submitted_by)
        where submitted_by is not null;
      -- Of parallel submissions of one user, one is accepted.
      create unique index form_submissions_only_key on form_submissions (organization_id, form_id, submitted_by)
        where is_only;

      -- The number of submissions of a form, as the sum of its rows. The shard comes from the process id of the connection:
      -- parallel submissions change different rows, and none waits for another's commit.
      create table form_submission_counts (
        organization_id text collate "C" not null,
        form_id text collate "C" not null,
        shard smallint not null,
        count integer not null,
        primary key (organization_id, form_id, shard),
        foreign key (organization_id, form_id) references forms (organization_id, id) on delete cascade
      ) with (fillfactor = 70);

      alter table file_attachments add constraint file_attachments_submission_id_fkey
        foreign key (organization_id, submission_id) references form_submissions (organization_id, id) on delete cascade;
      -- Files that were uploaded with a form and not submitted, whose size is limited.
      create index files_form_id_idx on files (organization_id, form_id)
        where form_id is not null and unreferenced_since is not null;
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      drop index files_form_id_idx;
      alter table file_attachments drop constraint file_attachments_submission_id_fkey;
      drop table form_submission_counts;
      drop table form_submissions;
      drop table forms;
    `);
  }
}
