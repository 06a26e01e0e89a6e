import { expect, it } from 'vitest';
import type { WireAnswer } from '../support/client';
import { aBoard } from '../support/factories/board.factory';

const STATUSES = ['Open', 'Accepted', 'Done'];
const AGENCIES = ['Police', 'Fire', 'Parks', 'Transport'];
const PER_CALL = 500;

interface Row {
  id: string;
  title: string;
  agency: string;
  amount: number;
  status: string;
}

/** Laid out like a list of requests that another system exports every night. */
const rows: Row[] = Array.from({ length: 675 }, (_, at) => ({
  id: `R-${String(at + 1).padStart(4, '0')}`,
  title: `Request ${at + 1} of ${AGENCIES[at % 4]}`,
  agency: AGENCIES[at % 4]!,
  amount: (at * 37) % 1_000,
  status: STATUSES[at % 3]!,
}));

it('a program copies 675 records every night, in few calls and without undoing what users write', async () => {
  const board = await aBoard({
    columns: [
      { name: 'Number', type: 'text', config: { unique: true } },
      { name: 'Agency', type: 'text' },
      { name: 'Amount', type: 'number' },
      { name: 'Status', type: 'status' },
      { name: 'Note', type: 'text' },
    ],
  });
  const { client } = board.organization.owner;
  let calls = 0;
  const copied = async (records: readonly Row[]) => {
    const outcomes = new Map<string, number>();
    for (let at = 0; at < records.length; at += PER_CALL) {
      const items = records.slice(at, at + PER_CALL).map(({ id, title, agency, amount, status }) => ({
        key: id,
        name: title,
        valuesByName: { Agency: agency, Amount: amount, Status: status },
      }));
      const input = { boardId: board.id, key: board.column('Number'), items, createLabels: true };
      calls += 1;
      const { data } = sound(await client.mutate('items.upsert', input));
      for (const { outcome } of data.results) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
    return Object.fromEntries(outcomes);
  };

  // The first night.
  expect(await copied(rows)).toEqual({ created: 675 });

  // The second night: every tenth record has changed, one is new, and a user writes notes meanwhile.
  const changed = rows.map((row, at) => (at % 10 === 5 ? { ...row, amount: row.amount + 1_000 } : row));
  const isChanged = (at: number) => changed[at] !== rows[at];
  expect(changed.filter((_, at) => isChanged(at))).toHaveLength(67);
  const ids = new Map((await allItems()).map(({ id, values }) => [values[board.column('Number')], id]));
  const notes = rows.filter((_, at) => at % 20 === 5 || at % 20 === 6);
  const cells = notes.map(({ id }) => ({ itemId: ids.get(id), columnName: 'Note', value: `Note on ${id}` }));
  const [outcomes] = await Promise.all([
    copied([...changed, { ...rows[0]!, id: 'R-0676' }]),
    ...cells.map((cell) =>
      client.mutate('items.setValues', { boardId: board.id, cells: [cell] }).then(sound),
    ),
  ]);
  expect(outcomes).toEqual({ unchanged: 608, updated: 67, created: 1 });

  // The third night, nothing has changed.
  expect(await copied(changed)).toEqual({ unchanged: 675 });
  expect(calls).toBeLessThanOrEqual(10);

  const items = new Map((await allItems()).map((item) => [item.values[board.column('Number')], item]));
  expect(items.size).toBe(676);
  for (const { id, title, agency, amount, status } of changed) {
    const item = items.get(id)!;
    expect(item.name).toBe(title);
    expect(item.values).toMatchObject({
      [board.column('Agency')]: agency,
      [board.column('Amount')]: amount,
      [board.column('Status')]: { label: status },
    });
  }
  for (const { id } of notes) expect(items.get(id)!.values[board.column('Note')]).toBe(`Note on ${id}`);

  async function allItems(): Promise<{ id: string; name: string; values: Record<string, unknown> }[]> {
    const items = [];
    let cursor: string | null = null;
    do {
      const input = { boardId: board.id, limit: 100, ...(cursor === null ? {} : { cursor }) };
      const { data }: WireAnswer = sound(await client.query('items.list', input));
      items.push(...data.items);
      cursor = data.nextCursor;
    } while (cursor !== null);
    return items;
  }
});

function sound(answer: WireAnswer): WireAnswer {
  expect(answer.error).toBeUndefined();
  return answer;
}
