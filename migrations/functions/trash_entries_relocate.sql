-- Moves the Trash entries of items to the board to which the items moved with their parent.
create or replace function trash_entries_relocate(p_organization text, p_items text[], p_board text)
returns void language plpgsql as $$
begin
  update trash_entries set board_id = board.id, workspace_id = board.workspace_id
  from boards board
  where board.organization_id = p_organization and board.id = p_board
    and trash_entries.organization_id = p_organization and item_id = any (p_items);
end $$;
