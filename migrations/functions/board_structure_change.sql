-- Locks the board's groups and columns for a change, waits for writers that share the lock, and increments the version.
create or replace function board_structure_change(p_organization text, p_board text) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(p_board, 11)); -- BOARD_STRUCTURE
  update boards set structure_version = structure_version + 1
  where organization_id = p_organization and id = p_board;
end $$;
