-- Creates an item (item_create, whose parameters come first) and the submission that it is created from, with their events and
-- the number of submissions. TR007 when the form is no longer the version that validated the answers, or not published; TR008
-- when the user has submitted a form that accepts one submission of each user.
create or replace function form_submit(
  p_organization text, p_board text, p_version bigint, p_group text, p_parent text, p_position bigint,
  p_id text, p_name text, p_name_key text, p_description text, p_values jsonb, p_number_columns text[],
  p_columns bigint[], p_ordinals smallint[], p_number_keys double precision[], p_text_keys text[], p_refs text[],
  p_creator text, p_actor text, p_now timestamptz, p_event_id text, p_origin jsonb,
  p_form text, p_form_version integer, p_submission text, p_data jsonb, p_omitted jsonb, p_is_only boolean,
  p_submitted_event_id text, p_submitted_event text, p_submitted_data jsonb)
returns table (item_lane bigint, item_rank text, needs_maintenance boolean) rows 1
language plpgsql as $$
begin
  -- Locks what the foreign key locks too: a form that becomes a draft has either seen this submission or rejects it.
  perform from forms
  where organization_id = p_organization and id = p_form and version = p_form_version and status = 'published'
    and deleted_at is null
  for key share;
  if not found then
    raise exception 'the form has changed' using errcode = 'TR007';
  end if;
  if p_is_only then
    perform from form_submissions
    where organization_id = p_organization and form_id = p_form and submitted_by = p_actor;
    if found then
      raise exception 'already submitted' using errcode = 'TR008';
    end if;
  end if;
  select item.item_lane, item.item_rank, item.needs_maintenance
  into form_submit.item_lane, form_submit.item_rank, form_submit.needs_maintenance
  from item_create(p_organization, p_board, p_version, p_group, p_parent, p_position, p_id, p_name, p_name_key,
    p_description, p_values, p_number_columns, p_columns, p_ordinals, p_number_keys, p_text_keys, p_refs, p_creator,
    p_actor, p_now, p_event_id, p_origin) as item;
  insert into form_submissions (organization_id, id, form_id, data, omitted, item_id, status, submitted_by, is_only,
    submitted_at, updated_at)
  values (p_organization, p_submission, p_form, p_data, p_omitted, p_id, 'new', p_actor, p_is_only, p_now, p_now);
  insert into form_submission_counts values (p_organization, p_form, pg_backend_pid() % 16, 1)
  on conflict (organization_id, form_id, shard) do update set count = form_submission_counts.count + 1;
  insert into outbox (id, organization_id, type, board_id, item_id, actor_id, data, occurred_at, origin)
  values (p_submitted_event_id, p_organization, p_submitted_event, p_board, null, p_actor, p_submitted_data, p_now, p_origin);
  return next;
end $$;
