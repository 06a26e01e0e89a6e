import { Injectable } from '@nestjs/common';
import type { ColumnId, CommentId, UserId } from '../../../kernel/ids';
import type { ColumnTypeName } from '../../../column-types/column-type';
import { Database } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import type { DatabaseContext } from '../../../platform/database/transaction';

/** How many of the last replies of a thread count as its participants. */
const REPLIES_READ = 200;

// Only earlier replies: by the time of the delivery there can be later ones.
export const THREADS = statement(
  'notifications.threads',
  `select reply.id, array_agg(distinct participant.author_id) as "userIds"
   from unnest($1::text[], $2::text[], $3::text[]) as reply (organization_id, id, parent_id)
   cross join lateral (
     (select author_id from comments
      where organization_id = reply.organization_id and id = reply.parent_id and tombstone_until is null)
     union all
     (select author_id from comments
      where organization_id = reply.organization_id and parent_id = reply.parent_id and id < reply.id
        and tombstone_until is null
      order by id desc limit ${REPLIES_READ})
   ) participant
   group by reply.id`,
);

const COLUMN_TYPES = statement(
  'notifications.column-types',
  `select columns.id, columns.type
   from unnest($1::text[], $2::text[]) as named (organization_id, id)
   join columns on columns.organization_id = named.organization_id and columns.id = named.id`,
);

interface Reply {
  organizationId: string;
  id: CommentId;
  parentId: CommentId;
}

/** What events do not contain: who takes part in a thread, and which columns assign users. */
@Injectable()
export class SourcesReadModel {
  constructor(private readonly database: Database) {}

  /** By the ids of replies, the authors of their parents and of the replies before them. */
  async participants(context: DatabaseContext, replies: readonly Reply[]): Promise<Map<CommentId, UserId[]>> {
    if (replies.length === 0) return new Map();
    const rows = await this.database.query<{ id: CommentId; userIds: UserId[] }>(context, THREADS, [
      replies.map(({ organizationId }) => organizationId),
      replies.map(({ id }) => id),
      replies.map(({ parentId }) => parentId),
    ]);
    return new Map(rows.map(({ id, userIds }) => [id, userIds]));
  }

  async columnTypes(
    context: DatabaseContext,
    columns: readonly { organizationId: string; id: ColumnId }[],
  ): Promise<Map<ColumnId, ColumnTypeName>> {
    if (columns.length === 0) return new Map();
    const distinct = [...new Map(columns.map((column) => [column.id, column])).values()];
    const rows = await this.database.query<{ id: ColumnId; type: ColumnTypeName }>(context, COLUMN_TYPES, [
      distinct.map(({ organizationId }) => organizationId),
      distinct.map(({ id }) => id),
    ]);
    return new Map(rows.map(({ id, type }) => [id, type]));
  }
}
