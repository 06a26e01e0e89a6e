import { z } from 'zod';
import * as schema from '../../rpc/schema';

const TYPES_MAX = 100;
const CURSOR_MAX = 200;

const event = z.object({
  id: schema.id('event'),
  /** The number of the event among the events of the organization; with `boardId`, among those of the board. */
  seq: z.int(),
  type: z.string(),
  timestamp: schema.timestamp,
  /** Absent for events of the organization itself. */
  boardId: schema.id('board').optional(),
  /** The public data of the event, as webhooks send it. */
  data: z.record(z.string(), z.unknown()),
});

export const eventsList = {
  input: z.strictObject({
    /** A cursor that an earlier call with the same `boardId` returned. */
    since: z.string().max(CURSOR_MAX, `Must be at most ${CURSOR_MAX} characters`).nullish(),
    boardId: schema.id('board').optional(),
    types: z
      .array(z.string())
      .min(1, 'Must name at least one type')
      .max(TYPES_MAX, `Must name at most ${TYPES_MAX} types`)
      .optional(),
    limit: schema.pageLimit,
  }),
  output: z.object({ events: z.array(event), cursor: z.string() }),
};

export type EventsListInput = z.output<typeof eventsList.input>;
