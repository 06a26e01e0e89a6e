import { describe, expect, it } from 'vitest';
import { deliverEvents } from '../../support/events';
import { aBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';
import { anOrganization } from '../../support/factories/organization.factory';

const WRITERS = 3;
const WRITES = 25;

/** Numbers below `max` that a seed decides. */
function randomNumbers(seed: number): (max: number) => number {
  let state = seed;
  return (max) => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return Math.floor((state / 2 ** 32) * max);
  };
}

describe('events.list while others write', () => {
  it.each([1, 2, 3, 4])(
    'has every event once and in order, whatever the sizes of pages: seed %i',
    async (seed) => {
      const random = randomNumbers(seed);
      const organization = await anOrganization();
      const { app, owner } = organization;
      const boards = [
        await aBoard({ organization, columns: [{ name: 'Text', type: 'text' }] }),
        await aBoard({ organization, columns: [{ name: 'Text', type: 'text' }] }),
      ];
      const watched = boards[0]!;
      let isWriting = true;
      let isDelivered = false;

      async function write(): Promise<void> {
        const own = boards[random(2)]!;
        const itemId = await anItem(own);
        for (let at = 0; at < WRITES; at += 1) {
          const { status } =
            random(4) === 0
              ? await owner.client.mutate('items.update', { id: itemId, name: `Name ${at}` })
              : await owner.client.mutate('items.setValue', {
                  itemId,
                  columnId: own.column('Text'),
                  value: `Text ${at}`,
                });
          expect(status).toBe(200);
        }
      }
      async function relay(): Promise<void> {
        for (;;) {
          await deliverEvents(app);
          if (!isWriting) return;
        }
      }
      /** Reads until the end, once everything is delivered. */
      async function follow(input: object): Promise<{ seq: number; id: string }[]> {
        const events: { seq: number; id: string }[] = [];
        for (let since: string | undefined; ;) {
          const isLast = isDelivered;
          const page = { ...input, limit: 1 + random(9), ...(since === undefined ? {} : { since }) };
          const { status, data, body } = await owner.client.query('events.list', page);
          expect([status, body]).toEqual([200, body]);
          events.push(...data.events);
          if (data.cursor === since && isLast) return events;
          since = data.cursor as string;
        }
      }

      const readers = [follow({}), follow({}), follow({ boardId: watched.id })];
      const relaying = relay();
      await Promise.all(Array.from({ length: WRITERS }, write));
      isWriting = false;
      await relaying;
      await deliverEvents(app);
      isDelivered = true;
      const [one, two, ofBoard] = await Promise.all(readers);
      const whole = await follow({});
      const { rows } = await app.sql.query<{ id: string; boardId: string }>(
        `select id, board_id as "boardId" from events where organization_id = $1 and board_id is not null order by sequence`,
        [organization.id],
      );
      expect(whole.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
      for (const read of [one!, two!]) expect(read.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
      const onBoard = rows.filter(({ boardId }) => boardId === watched.id).map(({ id }) => id);
      expect(ofBoard!.map(({ id }) => id)).toEqual(onBoard);
      expect(ofBoard!.map(({ seq }) => seq)).toEqual(ofBoard!.map((_, at) => at + 1));
      const numbers = whole.map(({ seq }) => seq);
      expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
    },
  );
});
