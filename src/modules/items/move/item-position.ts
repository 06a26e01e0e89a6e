/**
 * SQL for the exact position of `item` among the live items of its list, as joins and an expression. The
 * function item_position computes the same for the write functions; inlined it costs a third, because no
 * function is called and planned per row.
 */
const counted = (level: number, range: string) => `
  cross join lateral (
    select sum(live) as live, max(end_rank) as end_rank from item_runs
    where lane = item.list and level = ${level} and ${range})`;

export const POSITION_JOINS = `${counted(2, 'end_rank <= item.rank')} blocks${counted(
  1,
  `end_rank > coalesce(blocks.end_rank, '-infinity') and end_rank <= item.rank`,
)} runs`;

export const POSITION_VALUE = `(
    coalesce(blocks.live, 0) + coalesce(runs.live, 0) + (
      select count(*) from items
      where lane = item.list and rank < item.rank
        and rank >= coalesce(runs.end_rank, blocks.end_rank, '-infinity'))
  )::float8`;

export const POSITION = `${POSITION_VALUE} as position`;
