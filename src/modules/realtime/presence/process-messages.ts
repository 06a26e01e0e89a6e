import { z } from 'zod';
import type { Json } from '../../../kernel/json';
import * as schema from '../../../rpc/schema';

const board = schema.id('board');
const user = schema.id('user');
const process = z.string();

/** What processes send each other: ids only, because a NOTIFY is small. */
const processMessage = z.discriminatedUnion('kind', [
  /** Asks the others to name their users. */
  z.object({ kind: z.literal('hello'), process }),
  z.object({ kind: z.literal('here'), process, board, users: z.array(user) }),
  z.object({ kind: z.literal('left'), process, board, user }),
  /** The process ends. */
  z.object({ kind: z.literal('bye'), process }),
  z.object({ kind: z.literal('gesture'), type: z.string(), board, payload: z.record(z.string(), z.json()) }),
]);
export type ProcessMessage = z.output<typeof processMessage>;

/** Null for a message of another release. */
export function readProcessMessage(message: Json): ProcessMessage | null {
  return processMessage.safeParse(message).data ?? null;
}
