/**
 * SQL for the exact position of `item` among the live items of its list, as joins and an expression. The function
 * item_position computes the same for the write functions; written into a statement it costs a third, because nothing
 * is called and planned per row.
 */
const LIST = 'coalesce(item.parent_id, item.group_id)';

export const POSITION_JOINS = `
  left join lateral (
    select start_rank from item_runs
    where organization_id = $1 and lane = ${LIST} and level = 2 and start_rank <= item.rank
    order by start_rank desc limit 1) block on true
  left join lateral (
    select start_rank from item_runs
    where organization_id = $1 and lane = ${LIST} and level = 1 and start_rank <= item.rank
    order by start_rank desc limit 1) run on true`;

export const POSITION_VALUE = `(
    coalesce((
      select sum(live) from item_runs
      where organization_id = $1 and lane = ${LIST} and level = 2 and start_rank < block.start_rank), 0)
    + coalesce((
      select sum(live) from item_runs
      where organization_id = $1 and lane = ${LIST} and level = 1
        and start_rank >= block.start_rank and start_rank < run.start_rank), 0)
    + (select count(*) from items
       where organization_id = $1 and lane = ${LIST} and rank >= run.start_rank and rank < item.rank)
  )::float8`;

export const POSITION = `${POSITION_VALUE} as position`;
