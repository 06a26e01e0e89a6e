import { Injectable } from '@nestjs/common';
import type { ColumnId, CommentId, UserId } from '../../../kernel/ids';
import type { ColumnTypeName } from '../../../column-types/column-type';
import { Database } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import type { DatabaseContext } from '../../../platform/database/transaction';

/** How many of the last replies of a thread count as its participants. */
const REPLIES_READ = 200;

export const THREADS = statement(
  'notifications.threads',
  `select thread.id, array_agg(distinct participant.author_id) as "userIds"
   from unnest($1::text[], $2::text[]) as thread (organization_id, id)
   cross join lateral (
     (select author_id from comments
      where organization_id = thread.organization_id and id = thread.id and tombstone_until is null)
     union all
     (select author_id from comments
      where organization_id = thread.organization_id and parent_id = thread.id and tombstone_until is null
      order by id desc limit ${REPLIES_READ})
   ) participant
   group by thread.id`,
);

const COLUMN_TYPES = statement(
  'notifications.column-types',
  `select columns.id, columns.type
   from unnest($1::text[], $2::text[]) as named (organization_id, id)
   join columns on columns.organization_id = named.organization_id and columns.id = named.id`,
);

/** A record of any organization. */
interface Located<Id> {
  organizationId: string;
  id: Id;
}

/** What events do not contain: who takes part in a thread, and which columns assign users. */
@Injectable()
export class SourcesReadModel {
  constructor(private readonly database: Database) {}

  /** The authors of top-level comments and of their replies. */
  async threads(
    context: DatabaseContext,
    parents: readonly Located<CommentId>[],
  ): Promise<Map<CommentId, UserId[]>> {
    const rows = await this.byId<{ id: CommentId; userIds: UserId[] }>(context, THREADS, parents);
    return new Map(rows.map(({ id, userIds }) => [id, userIds]));
  }

  async columnTypes(
    context: DatabaseContext,
    columns: readonly Located<ColumnId>[],
  ): Promise<Map<ColumnId, ColumnTypeName>> {
    const rows = await this.byId<{ id: ColumnId; type: ColumnTypeName }>(context, COLUMN_TYPES, columns);
    return new Map(rows.map(({ id, type }) => [id, type]));
  }

  private async byId<Row>(
    context: DatabaseContext,
    text: ReturnType<typeof statement>,
    records: readonly Located<string>[],
  ): Promise<Row[]> {
    if (records.length === 0) return [];
    const distinct = [...new Map(records.map((record) => [record.id, record])).values()];
    return this.database.query<Row>(context, text, [
      distinct.map(({ organizationId }) => organizationId),
      distinct.map(({ id }) => id),
    ]);
  }
}
