import type { Statement } from './statements';

export const FORM: Statement = {
  name: 'form',
  text: 'select board_id, group_id, message, mappings from forms where id = $1',
};

/** Item, submission, number of submissions and both events in one statement. */
export const SUBMIT_FORM: Statement = {
  name: 'submit-form',
  text: `
    with item as materialized (
      select created from create_item($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, null)
    ), submission as (
      insert into submissions (id, form_id, data, item_id, submitted_by) select $13, $14, $15, $1, $5 from item
    ), counted as (
      insert into submission_counts (form_id, shard, count) select $14, pg_backend_pid() % 16, 1 from item
      on conflict (form_id, shard) do update set count = submission_counts.count + 1
    )
    insert into outbox (id, type, payload)
    select $16, 'form.submitted', jsonb_build_object('formId', $14::text, 'submissionId', $13::text, 'itemId', $1::text)
    from item`,
};
