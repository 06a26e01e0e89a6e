import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COLUMN_TYPE_NAMES, type ColumnTypeName } from '../../../src/column-types/column-type';
import { startApp, type TestApp } from '../../support/app';
import { columnExamples } from '../../support/column-examples';
import { aBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';
import { anOrganization, type TestOrganization } from '../../support/factories/organization.factory';
import { made } from '../../support/factories/workspace.factory';
import { LiveSocket, relayEvents } from '../../support/live-socket';

const EXAMPLES = columnExamples((pattern) => expect.stringMatching(pattern));
const WRITABLE = COLUMN_TYPE_NAMES.filter((type) => EXAMPLES[type].value !== undefined);
/** They show the item's own times, which are not sent. */
const TIMES: ColumnTypeName[] = ['created_date', 'last_updated'];

describe('value.set', () => {
  let app: TestApp;
  let organization: TestOrganization;
  beforeAll(async () => {
    app = await startApp();
    organization = await anOrganization({ app });
  });
  afterAll(() => app.close());

  it('shows the value of each type as items.get does, and computed ones, live and replayed', async () => {
    const { client, userId } = organization.owner;
    const other = await aBoard({ organization, columns: [{ name: 'Price', type: 'number' }] });
    const otherItemId = await anItem(other, { values: { [other.column('Price')]: 3 } });
    const board = await aBoard({ organization, columns: [{ name: 'Links', type: 'link' }] });
    const world = {
      userId,
      otherBoardId: other.id,
      otherItemId,
      otherColumnId: other.column('Price'),
      linkColumnId: board.column('Links'),
      itemId: await anItem(board),
    };
    const columns = new Map<ColumnTypeName, string>();
    const column = async (type: ColumnTypeName, config = EXAMPLES[type].config?.(world) ?? {}) => {
      const { id } = await made(client, 'columns.create', { boardId: board.id, name: type, type, config });
      columns.set(type, id);
    };
    for (const type of [...WRITABLE, ...TIMES, 'lookup' as const]) await column(type);
    await column('formula', { expression: '{number} / ({rating} - 10)' });
    const itemId = await anItem(board);
    await relayEvents(app);
    const live = await LiveSocket.open(app, `/ws/${board.id}`, client.caller);
    const { seq: since } = await live.ofType('ready');
    const set = (columnId: string, value: unknown) =>
      made(client, 'items.setValue', { itemId, columnId, value });
    for (const type of WRITABLE) await set(columns.get(type)!, EXAMPLES[type].value!(world));
    await set(board.column('Links'), [otherItemId]);
    // The formula fails with the rating of the example, and then has a result.
    await set(columns.get('rating')!, 5);
    await set(columns.get('text')!, null);
    const deleted = await made(client, 'columns.create', { boardId: board.id, name: 'Gone', type: 'text' });
    await set(deleted.id, 'Gone');
    await made(client, 'columns.delete', { id: deleted.id });
    await anItem(board, { name: 'Last' });
    await relayEvents(app);
    const replayed = await LiveSocket.open(app, `/ws/${board.id}?since=${since}`, client.caller);
    const { data: item } = await client.query('items.get', { id: itemId });
    for (const type of TIMES) delete item.values[columns.get(type)!];
    expect(item.values[columns.get('formula')!]).toBe(-2.5);
    expect(item.values[columns.get('lookup')!]).toBe(3);
    for (const socket of [live, replayed]) {
      await socket.find(({ payload }) => payload.item?.name === 'Last');
      const known: Record<string, unknown> = {};
      const changes = socket.events.filter(({ type }) => type === 'value.set');
      for (const { payload } of changes) {
        expect(Object.keys(payload)).toEqual(['itemId', 'columnId', 'value']);
        expect(payload.itemId).toBe(itemId);
        known[payload.columnId] = payload.value;
      }
      for (const [columnId, value] of Object.entries(known)) if (value === null) delete known[columnId];
      // The column that is deleted by now is not shown in replays, and its deletion follows the live message.
      delete known[deleted.id];
      expect(known).toEqual(item.values);
      const texts = socket.events.filter(({ payload }) => payload.value === 'Gone');
      expect(texts.length).toBeLessThanOrEqual(socket === live ? 1 : 0);
      socket.close();
    }
  });
});
