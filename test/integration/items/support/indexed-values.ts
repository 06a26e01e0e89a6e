import {
  type ColumnConfig,
  type ColumnTypeName,
  type IndexEntry,
  NOTHING_LOADED,
  type StoredValue,
} from '../../../../src/column-types/column-type';
import { columnTypes } from '../../../../src/column-types/types';
import type { TestBoard } from '../../../support/factories/board.factory';

interface StoredItem {
  id: string;
  board_id: string;
  lane: string | null;
  rank: string;
  values: Record<string, StoredValue>;
}

interface StoredColumn {
  id: string;
  board_id: string;
  type: ColumnTypeName;
  config: ColumnConfig;
}

/** The rows of `item_values` that an organization's items should have by their values, and those that they do have. */
export async function indexedValues({
  organization,
}: TestBoard): Promise<{ expected: string[]; found: string[] }> {
  const { sql } = organization.app;
  const rowsOf = async <Row>(text: string): Promise<Row[]> =>
    (await sql.query(text, [organization.id])).rows as Row[];
  // One statement, so that nothing is written in between.
  const [world] = await rowsOf<{ items: StoredItem[]; columns: StoredColumn[]; index: string[] }>(
    `select
       (select json_agg(json_build_object('id', id, 'board_id', board_id, 'lane', lane::text, 'rank', rank::text,
          'values', values)) from items where organization_id = $1) as items,
       (select json_agg(json_build_object('id', id, 'board_id', board_id, 'type', type, 'config', config))
        from columns where organization_id = $1) as columns,
       (select json_agg(json_build_array(items.id, columns.id, entry.ordinal, entry.lane::text, entry.rank::text,
          entry.number_key, entry.text_key, entry.ref)::text)
        from item_values entry
        left join items on items.key = entry.item_key
        join columns on columns.organization_id = $1 and columns.key = entry.column_key) as index`,
  );
  const names = new Map(
    (
      await rowsOf<{ id: string; name: string }>(
        `select users.id, name from users join members on user_id = users.id where organization_id = $1`,
      )
    ).map(({ id, name }) => [id, name]),
  );
  const loaded = { ...NOTHING_LOADED, memberName: (id: string) => names.get(id) };
  const expected = (world!.items ?? []).flatMap((item) =>
    world!.columns
      .filter((column) => column.board_id === item.board_id && item.values[column.id] !== undefined)
      .flatMap((column) =>
        columnTypes[column.type]
          .indexEntries(item.values[column.id]!, column.config, loaded)
          .map((entry) => rowOf(item, column.id, entry)),
      ),
  );
  const found = (world!.index ?? []).map((row) => JSON.stringify(JSON.parse(row)));
  return { expected: expected.toSorted(), found: found.toSorted() };
}

function rowOf(item: StoredItem, columnId: string, { ordinal, numberKey, textKey, ref }: IndexEntry): string {
  return JSON.stringify([item.id, columnId, ordinal, item.lane, item.rank, numberKey, textKey, ref]);
}
