-- Locks the board's groups and columns against changes until the transaction ends. TR001 if they have changed since the
-- version that the caller validated against.
create or replace function board_structure_lock(p_organization text, p_board text, p_version bigint)
returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended(p_board, 11)); -- BOARD_STRUCTURE
  perform from boards
  where organization_id = p_organization and id = p_board and structure_version = p_version
    and deleted_at is null;
  if not found then
    raise exception 'the structure of board % has changed', p_board using errcode = 'TR001';
  end if;
end $$;
