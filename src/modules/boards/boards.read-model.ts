import { Injectable } from '@nestjs/common';
import { type Page, pageOf, UnknownCursor } from '../../kernel/cursor';
import type { BoardId, ProjectId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import { Database } from '../../platform/database/database';
import { statement, statementFamily } from '../../platform/database/statement';
import { type BoardFacts, sharedBoardIds } from '../hierarchy';
import type { CountedBoardOutput } from './boards.schemas';

/** $4: the boards that are shared with a guest; null for a caller who sees every board of the project. */
const SHOWN_TO_CALLER = `($4::text[] is null or id = any ($4))`;

/** Boards without a position come last. */
const PLACE = `coalesce(position, ${2 ** 31 - 1})`;

const LIST = statementFamily(
  'boards.list',
  (limit: number) => `
  select id, name, project_id as "projectId", default_view as "defaultView", created_by as "createdBy",
    archived_at as "archivedAt", created_at as "createdAt", updated_at as "updatedAt",
    (select coalesce(sum(run.live), 0)::int
     from groups join item_runs run on run.lane = groups.key and run.level = 2
     where groups.organization_id = $1 and groups.board_id = boards.id) as "itemCount"
  from boards
  where organization_id = $1 and project_id = $2 and deleted_at is null and (archived_at is not null) = $5
    and ($3::text is null or (${PLACE}, id) > (
      select ${PLACE}, id from boards where organization_id = $1 and id = $3))
    and ${SHOWN_TO_CALLER}
  order by ${PLACE}, id limit ${limit + 1}`,
);

// $1: the keys of the groups. Their counters are exact (decision 0014).
const ITEM_COUNT = statement(
  'boards.item-count',
  `select coalesce(sum(live), 0)::int as count from item_runs where lane = any ($1::bigint[]) and level = 2`,
);

// A cursor stays valid after its board is deleted or archived.
const CURSOR = statement(
  'boards.cursor',
  `select from boards where organization_id = $1 and project_id = $2 and id = $3 and ${SHOWN_TO_CALLER}`,
);

/** The counters of so many groups are read in less than a millisecond, also with a million items in each. */
const FEW_GROUPS = 20;

/** The maximum number of boards in projects.get; boards.list pages through the rest. */
const SHOWN = 500;

@Injectable()
export class BoardsReadModel {
  constructor(private readonly database: Database) {}

  /** The boards of a project that the caller can see, in their order: the live ones or the archived ones. */
  async list(
    context: CallContext,
    projectId: ProjectId,
    { cursor, limit, archived }: { cursor: BoardId | null; limit: number; archived: boolean },
  ): Promise<Page<CountedBoardOutput>> {
    const values = [context.organizationId, projectId, cursor, sharedBoardIds(context.principal)];
    if (cursor !== null && (await this.database.query(context, CURSOR, values)).length === 0) {
      throw new UnknownCursor();
    }
    const rows = await this.database.query<CountedBoardOutput>(context, LIST(limit), [...values, archived]);
    return pageOf(rows, limit);
  }

  /** The live items of a board, without sub-items. */
  async itemCount(context: CallContext, { groups }: BoardFacts): Promise<number> {
    if (groups.length === 0) return 0;
    const keys = groups.map(({ key }) => key);
    const [row] = await (keys.length <= FEW_GROUPS
      ? this.database.lookup<{ count: number }>(context, ITEM_COUNT, [keys])
      : this.database.query<{ count: number }>(context, ITEM_COUNT, [keys]));
    return row!.count;
  }

  /** The boards that are not archived, in the presentation of a project. */
  async shown(context: CallContext, projectId: ProjectId): Promise<CountedBoardOutput[]> {
    return (await this.list(context, projectId, { cursor: null, limit: SHOWN, archived: false })).rows;
  }
}
