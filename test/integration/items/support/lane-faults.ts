import type { TestOrganization } from '../../../support/factories/organization.factory';
import { ofOrganization } from '../../../support/record-keys';

/**
 * What is wrong with an organization's lists: each row names a rule and where it is broken. One statement, so that it
 * sees one moment.
 */
const FAULTS = `
  with own as materialized (
    select * from items where organization_id = $1),
  live as materialized (
    select lane, id, rank, row_number() over (partition by lane order by rank, id) - 1 as position
    from own where lane is not null and lane > 0),
  runs as materialized (
    select *, lag(end_rank, 1, '-infinity') over (partition by lane, level order by end_rank) as start_rank
    from (
      select lane, level, end_rank, sum(live) as live from item_runs where ${ofOrganization('item_runs')}
      group by lane, level, end_rank) summed)
  select 'ranks are unique in a lane' as rule, lane::text as place
  from own where lane is not null group by lane, rank having count(*) > 1
  union all
  select 'level ' || level || ' counts the lane', coalesce(counted.lane, actual.lane)::text
  from (select lane, level, sum(live) as live from runs group by lane, level) counted
  full join (select lane, level, count(*) as live from live, (values (1), (2)) levels (level) group by lane, level) actual
    using (lane, level)
  where coalesce(counted.live, 0) <> coalesce(actual.live, 0)
  union all
  select 'each level has a run to the end', lane::text
  from runs group by lane, level having max(end_rank) <> 'infinity'
  union all
  select 'a run counts its items', lane::text
  from runs where level = 1 and live <> (
    select count(*) from live where live.lane = runs.lane and rank >= start_rank and rank < end_rank)
  union all
  select 'a block counts its runs', lane::text
  from runs blocks where level = 2 and live <> (
    select coalesce(sum(live), 0) from runs inner_run
    where inner_run.lane = blocks.lane and inner_run.level = 1
      and inner_run.end_rank > blocks.start_rank and inner_run.end_rank <= blocks.end_rank)
  union all
  select 'a block ends with a run', lane::text
  from runs blocks where level = 2 and not exists (
    select from runs inner_run
    where inner_run.lane = blocks.lane and inner_run.level = 1 and inner_run.end_rank = blocks.end_rank)
  union all
  select 'item_position is the place in the list', id
  from live where item_position(p_lane => lane, p_rank => rank) <> position
  union all
  select 'item_rank_at finds the item at a place', id
  from live where item_rank_at(p_lane => lane, p_position => position) is distinct from rank
  union all
  select 'index rows have the lane and rank of their item', own.id
  from item_values join own on own.key = item_values.item_key
  where (item_values.lane is distinct from own.lane or item_values.rank <> own.rank)
  union all
  select 'a sub-item is where its parent is', sub.id
  from own sub join own parent on parent.id = sub.parent_id
  where sub.board_id <> parent.board_id or sub.group_id <> parent.group_id
    or (sub.trashed_at is null and parent.trashed_at is not null)
    or (sub.archived_at is null and sub.trashed_at is null and parent.archived_at is not null)
  union all
  select 'a live item is in a group of its board', own.id
  from own where trashed_at is null and not exists (
    select from groups
    where groups.organization_id = $1 and groups.id = own.group_id and groups.board_id = own.board_id)
  union all
  select 'index rows belong to the columns of the item’s board', own.id
  from item_values join own on own.key = item_values.item_key
  join columns on columns.organization_id = $1 and columns.key = item_values.column_key
  where columns.board_id <> own.board_id
  union all
  select 'an item is in the list of its parent or of its group', own.id
  from own left join own parent on parent.id = own.parent_id
  left join groups on groups.organization_id = $1 and groups.id = own.group_id
  where own.trashed_at is null and own.list is distinct from coalesce(parent.key, groups.key)
  union all
  select 'an index row has an item', item_key::text
  from item_values where ${ofOrganization('item_values')} and not exists (select from own where own.key = item_key)
  union all
  select 'what went to Trash by itself has an entry', item.id
  from items item left join items parent on parent.organization_id = $1 and parent.id = item.parent_id
  where item.organization_id = $1 and item.trashed_at is not null and item.trashed_at is distinct from parent.trashed_at and not exists (
    select from trash_entries
    where organization_id = $1 and item_id = item.id and tombstone_until is null)
  union all
  select 'an entry is where and as its item is', entry.item_id
  from trash_entries entry
  left join items own on own.organization_id = $1 and own.id = entry.item_id
  left join boards on boards.organization_id = $1 and boards.id = own.board_id
  where entry.organization_id = $1 and entry.tombstone_until is null
    and (entry.board_id, entry.workspace_id, entry.trashed_at) is distinct from
      (own.board_id, boards.workspace_id, own.trashed_at)`;

export async function laneFaults({ app, id }: TestOrganization): Promise<string[]> {
  const { rows } = await app.sql.query<{ rule: string; place: string }>(FAULTS, [id]);
  return rows.map(({ rule, place }) => `${rule}: ${place}`);
}
