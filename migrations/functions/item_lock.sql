-- Locks the board's groups and columns and then one of its items until the transaction ends, and returns the item. No row if the
-- board does not have it or it is in Trash; TR001 if the board has changed since the version that the caller validated against.
create or replace function item_lock(p_organization text, p_board text, p_version bigint, p_item text)
returns setof items rows 1 language plpgsql as $$
declare
  -- Locked in the declaration, so that the statement below takes its snapshot after the wait for the lock.
  structure_lock constant text := pg_advisory_xact_lock_shared(hashtextextended(p_board, 11)); -- BOARD_STRUCTURE
begin
  return query
    select * from items
    where organization_id = p_organization and id = p_item and board_id = p_board and trashed_at is null
      and exists (
        select from boards
        where organization_id = p_organization and id = p_board and structure_version = p_version
          and deleted_at is null)
    for no key update;
  if not found then
    perform board_structure_lock(p_organization, p_board, p_version);
  end if;
end $$;
