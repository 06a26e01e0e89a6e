import { Injectable } from '@nestjs/common';
import type { BoardId, ItemId } from '../../../kernel/ids';
import { foldCase, foldCaseSql } from '../../../kernel/fold-case';
import type { CallContext } from '../../../access/principal';
import { Database } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import { HierarchyService } from '../../hierarchy';

/** With this many items of the same name, the name identifies none of them. */
const FOUND_MAX = 200_000;

// $2 limits the boards; null means all. Trashed items have no lane.
const NAMED = statement(
  'items.named',
  `with given as materialized (
     select distinct ${foldCaseSql('text')} as text from unnest($3::text[]) as each (text))
   select id, name from items
   where organization_id = $1 and ($2::text[] is null or board_id = any ($2)) and board_id <> $4
     and lane is not null and (${foldCaseSql('name')} in (select text from given) or lower(id) in (select text from given))
   limit ${FOUND_MAX}`,
);

/** Finds items by the text with which users refer to them. */
@Injectable()
export class NamedItemsReadModel {
  constructor(
    private readonly database: Database,
    private readonly hierarchy: HierarchyService,
  ) {}

  /**
   * The items that the caller sees, outside of a board, by id and by name, without case ({@link foldCase}); null for a
   * name that several items have.
   */
  async find(
    context: CallContext,
    texts: readonly string[],
    { boardIds, outside }: { boardIds: readonly BoardId[] | null; outside: BoardId | null },
  ): Promise<Map<string, ItemId | null>> {
    if (texts.length === 0) return new Map();
    const rows = await this.database.query<{ id: ItemId; name: string }>(context, NAMED, [
      context.organizationId,
      boardIds,
      texts,
      outside ?? '',
    ]);
    const visible = await this.hierarchy.visibleItemBoards(
      context,
      rows.map(({ id }) => id),
    );
    const seen = rows.filter(({ id }) => visible.has(id));
    const found = new Map<string, ItemId | null>();
    for (const { id, name } of seen) {
      const key = foldCase(name);
      found.set(key, found.has(key) ? null : id);
    }
    for (const { id } of seen) found.set(foldCase(id), id);
    return found;
  }
}
