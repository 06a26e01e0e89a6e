-- The number of runs of a block in a lane with so many items: half their cube root, and at least 16. The lane then has about four times
-- as many blocks as a block has runs.
create or replace function item_block_size(p_items numeric) returns integer language plpgsql immutable as $$
begin
  return greatest(16, cbrt(p_items) / 2);
end $$;
