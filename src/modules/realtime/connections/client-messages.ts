import { z } from 'zod';
import { InvalidInput } from '../../../kernel/app-error';
import { nounOf } from '../../../kernel/ids';
import * as schema from '../../../rpc/schema';
import { validateInput } from '../../../rpc/validate-input';

const boardId = schema.id('board');

const since = z
  .int('Must be a whole number')
  .min(0, 'Must be at least 0')
  .max(Number.MAX_SAFE_INTEGER, 'Must be a number that can be stored');

/** A place on a board as clients agree on it, such as `{itemId, columnId}` or `{x, y}`. */
const POSITION_KEYS = 10;
const position = z
  .record(z.string().max(40), z.union([z.string().max(100), z.number(), z.boolean(), z.null()]))
  .refine((given) => Object.keys(given).length <= POSITION_KEYS, `Must have at most ${POSITION_KEYS} fields`);

/** The payload of each type of message that clients send. */
const PAYLOADS = {
  auth: z.strictObject({
    token: z.string().min(1, 'Must not be empty').max(500, 'Must be at most 500 characters'),
  }),
  subscribe: z.strictObject({ boardId, since: since.optional() }),
  unsubscribe: z.strictObject({ boardId }),
  'cursor.move': z.strictObject({ boardId: boardId.optional(), position: position.nullable() }),
  typing: z.strictObject({ boardId: boardId.optional(), itemId: schema.id('item') }),
  ping: z.strictObject({}),
} as const;

type Payloads = { [Type in keyof typeof PAYLOADS]: z.output<(typeof PAYLOADS)[Type]> };
export type ClientMessage = {
  [Type in keyof Payloads]: { readonly type: Type; readonly payload: Payloads[Type] };
}[keyof Payloads];

const TYPES = Object.keys(PAYLOADS) as (keyof Payloads)[];
const envelope = z.strictObject({ type: z.enum(TYPES), payload: z.unknown().optional() });

/** Throws InvalidInput for anything else than a message of a known type with its payload. */
export function parseClientMessage(text: string): ClientMessage {
  const { type, payload } = validateInput(envelope, parsed(text)) as z.output<typeof envelope>;
  return { type, payload: validateInput(PAYLOADS[type], payload) } as ClientMessage;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw InvalidInput.at('', 'Must be JSON');
  }
}

/** The number in the query of a board's address; undefined without one. */
export function readSince(query: URLSearchParams): number | undefined {
  for (const name of query.keys()) {
    if (name !== 'since') throw InvalidInput.at(name.slice(0, 100), 'Unknown parameter');
  }
  const given = query.getAll('since');
  if (given.length === 0) return undefined;
  const number = given.length === 1 && /^\d{1,16}$/.test(given[0]!) ? Number(given[0]) : NaN;
  if (!Number.isSafeInteger(number)) throw InvalidInput.at('since', 'Must be a whole number of at least 0');
  return number;
}

export function isBoardId(text: string): boolean {
  return nounOf(text) === 'board';
}
