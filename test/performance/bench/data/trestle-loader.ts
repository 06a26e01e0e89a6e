import type { ClientBase } from 'pg';
import { newId, type OrganizationId, type UserId } from '../../../../src/kernel/ids';
import { type ColumnConfig, NOTHING_LOADED, type StoredValue } from '../../../../src/column-types/column-type';
import { naturalKey } from '../../../../src/column-types/kinds/natural-key';
import { columnTypes } from '../../../../src/column-types/types';
import type { BoardPlan, LoadedBoard } from '../subject';
import { BOARD_COLUMNS, type ColumnKey, STATUS_LABELS } from './board-shape';
import { FORM_COMPONENTS, FORM_FIELDS, FORM_MESSAGE } from './bench-form';
import { type CopyField, copyIn, FASTER_LOADING, LARGE } from './copy-in';
import { generateItems, type ItemRecord } from './item-generator';
import { loadTrestleComments } from './trestle-comments';
import { loadTrestleNotifications } from './trestle-notifications';
import { createComputedBoard } from './trestle-computed-board';
import { followItems } from './trestle-followers';

/** Calls the running service, so that the structure of a board is created as by any client. */
export type CallProcedure = (name: string, input: object) => Promise<never>;

export interface TrestlePlace {
  organizationId: OrganizationId;
  projectId: string;
  userIds: readonly UserId[];
}

const ESTIMATE = BOARD_COLUMNS.findIndex(({ key }) => key === 'estimate');
const GIVEN_COLUMNS = BOARD_COLUMNS.filter(({ type }) => type !== 'formula');

interface CreatedBoard {
  id: string;
  groups: { id: string }[];
  columns: { id: string; config: ColumnConfig }[];
}

/** Loads one board with COPY; only its groups and columns are created over the wire. */
export async function loadTrestleBoard(
  client: ClientBase,
  call: CallProcedure,
  place: TrestlePlace,
  plan: BoardPlan,
): Promise<LoadedBoard> {
  const board: CreatedBoard = await call('boards.create', {
    projectId: place.projectId,
    name: `Bench board of ${plan.itemCount}`,
    groups: Array.from({ length: plan.groupCount }, (_, at) => ({ name: `Group ${at + 1}`, color: '#579BFC' })),
    columns: GIVEN_COLUMNS.map(({ name, type, config }) => ({ name, type, config })),
  });
  for (const { name, type, config } of BOARD_COLUMNS.slice(GIVEN_COLUMNS.length)) {
    const column: CreatedBoard['columns'][number] = await call('columns.create', {
      boardId: board.id,
      name,
      type,
      config,
    });
    board.columns.push({ id: column.id, config: { ...column.config, result: 'number' } });
  }
  const itemIds = Array.from({ length: plan.itemCount }, () => newId('item') as string);
  const firstRank = await takeNumbers(client, 'item_ranks', plan.itemCount);
  const keys = await keysOf(client, place, board, await takeNumbers(client, 'record_keys', plan.itemCount));
  const rows = new TrestleRows(board, place, itemIds, firstRank, keys);
  const records = () => generateItems(plan.itemCount, plan.seed, plan.groupCount);

  await client.query(FASTER_LOADING);
  const indexes = plan.itemCount >= LARGE ? await dropIndexes(client) : [];
  await copyIn(
    client,
    `copy items (organization_id, id, key, list, board_id, group_id, name, name_key, "values", rank, created_by, created_at,
       updated_at) from stdin`,
    rows.items(records()),
  );
  await copyIn(
    client,
    `copy item_values (column_key, item_key, lane, number_key, ordinal, rank, text_key, ref) from stdin`,
    rows.entries(records()),
  );
  for (const definition of indexes) await client.query(definition);
  await loadTrestleComments(client, place, itemIds);
  await loadTrestleNotifications(client, place, board.id, itemIds);
  await client.query('vacuum (analyze)');
  for (const lane of keys.groups) await client.query('select item_lane_rebuild(p_lane => $1)', [lane]);
  await client.query('vacuum (analyze) item_runs');
  const estimate = board.columns[ESTIMATE]!.id;
  await followItems(call, place.projectId, itemIds, estimate);
  const computedBoardId = await createComputedBoard(call, place, itemIds, estimate);
  const columnIds = {} as Record<ColumnKey, string>;
  for (const [at, { key }] of BOARD_COLUMNS.entries()) columnIds[key] = board.columns[at]!.id;
  const groupIds = board.groups.map(({ id }) => id);
  const formId = await createForm(call, board.id, groupIds[0]!, columnIds);
  return { boardId: board.id, computedBoardId, groupIds, columnIds, itemIds, formId, userIds: place.userIds };
}

async function createForm(
  call: CallProcedure,
  boardId: string,
  groupId: string,
  columnIds: Readonly<Record<ColumnKey, string>>,
): Promise<string> {
  const mappings = Object.entries(FORM_FIELDS).map(([formField, key]) =>
    key === null ? { formField, target: 'item_name' } : { formField, target: 'column', columnId: columnIds[key] },
  );
  const { id }: { id: string } = await call('forms.create', {
    boardId,
    name: 'Bench form',
    schema: { components: FORM_COMPONENTS },
    mappings,
    settings: { groupId, successMessage: FORM_MESSAGE },
  });
  await call('forms.update', { id, status: 'published' });
  return id;
}

class TrestleRows {
  private readonly now = new Date().toISOString();

  constructor(
    private readonly board: CreatedBoard,
    private readonly place: TrestlePlace,
    private readonly itemIds: readonly string[],
    private readonly firstRank: number,
    private readonly keys: BoardKeys,
  ) {}

  *items(records: Iterable<ItemRecord>): Generator<CopyField[]> {
    const { organizationId, userIds } = this.place;
    for (const record of records) {
      const values: Record<string, StoredValue> = {};
      for (const [at, value] of this.stored(record).entries()) values[this.board.columns[at]!.id] = value;
      yield [
        organizationId,
        this.itemIds[record.index]!,
        this.keys.firstItem + BigInt(record.index),
        this.keys.groups[record.groupIndex]!,
        this.board.id,
        this.board.groups[record.groupIndex]!.id,
        record.name,
        naturalKey(record.name),
        JSON.stringify(values),
        this.firstRank + record.index,
        userIds[0]!,
        this.now,
        this.now,
      ];
    }
  }

  *entries(records: Iterable<ItemRecord>): Generator<CopyField[]> {
    const loaded = { ...NOTHING_LOADED, memberName: (id: string) => `Member ${id.slice(-2)}` };
    for (const record of records) {
      const lane = this.keys.groups[record.groupIndex]!;
      const item = this.keys.firstItem + BigInt(record.index);
      for (const [at, value] of this.stored(record).entries()) {
        const { config } = this.board.columns[at]!;
        const type = columnTypes[BOARD_COLUMNS[at]!.type];
        for (const { ordinal, numberKey, textKey, ref } of type.indexEntries(value, config, loaded)) {
          const rank = this.firstRank + record.index;
          yield [this.keys.columns[at]!, item, lane, numberKey, ordinal, rank, textKey, ref];
        }
      }
    }
  }

  /** Stored forms in the order of BOARD_COLUMNS. */
  private stored({ values }: ItemRecord): StoredValue[] {
    const status = BOARD_COLUMNS.findIndex(({ key }) => key === 'status');
    const labels = this.board.columns[status]!.config['labels'] as { id: string; name: string }[];
    return [
      values.notes,
      values.points,
      values.budget,
      labels.find(({ name }) => name === STATUS_LABELS[values.status]!.name)!.id,
      values.priority,
      values.due,
      values.owners.map((member) => this.place.userIds[member]!),
      values.approved,
      values.contact,
      values.reviewed,
      values.estimate,
      values.estimate * 2,
    ];
  }
}

/** The keys of the records of a board; its items have consecutive ones. */
interface BoardKeys {
  groups: string[];
  columns: string[];
  firstItem: bigint;
}

async function keysOf(
  client: ClientBase,
  { organizationId }: TrestlePlace,
  { groups, columns }: CreatedBoard,
  firstNumber: number,
): Promise<BoardKeys> {
  const keysIn = async (table: string, records: readonly { id: string }[]) => {
    const { rows } = await client.query<{ key: string }>(
      `select key from unnest($1::text[]) with ordinality as asked (id, at) join ${table} using (id) order by at`,
      [records.map(({ id }) => id)],
    );
    return rows.map(({ key }) => key);
  };
  const { rows } = await client.query<{ first: string }>(
    'select organization_first_key(p_organization => $1) as first',
    [organizationId],
  );
  return {
    groups: await keysIn('groups', groups),
    columns: await keysIn('columns', columns),
    firstItem: BigInt(rows[0]!.first) + BigInt(firstNumber),
  };
}

/** Reserves consecutive numbers of a sequence, as creating that many items would. */
async function takeNumbers(client: ClientBase, sequence: string, count: number): Promise<number> {
  const { rows } = await client.query<{ last: string }>(
    `select setval($2::regclass, nextval($2::regclass) + $1) as last`,
    [count, sequence],
  );
  return Number(rows[0]!.last) - count;
}

/** Loading is faster without them; returns how to make them again. */
async function dropIndexes(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ indexname: string; indexdef: string }>(
    `select indexname, indexdef from pg_indexes
     where tablename in ('items', 'item_values') and schemaname = 'public' and indexname not like '%_pkey'`,
  );
  for (const { indexname } of rows) await client.query(`drop index public.${indexname}`);
  return rows.map(({ indexdef }) => indexdef);
}
