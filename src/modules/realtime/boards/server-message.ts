import type { BoardId } from '../../../kernel/ids';
import { JsonText, objectText } from '../../../kernel/json';
import { textFrame } from '../../../http/sockets/text-frame';

/** A message as it leaves the service, encoded once for all sockets that receive it. */
export interface ServerMessage {
  /** The number of the event on its board; null for a message that follows from no event. */
  readonly seq: number | null;
  readonly frame: Buffer;
}

interface Fields {
  /** The board of the message; absent for messages about the socket or its user. */
  boardId?: BoardId;
  seq?: number;
  /** The request that caused the change. */
  requestId?: string;
}

export function serverMessage(type: string, payload: object, fields: Fields = {}): ServerMessage {
  const { seq = null, ...others } = fields;
  const shown = new JsonText(objectText({ ...payload }));
  const sent = { type, payload: shown, ...(seq === null ? {} : { seq }), ...others };
  return { seq, frame: textFrame(objectText(sent)) };
}

/** The socket is subscribed: the messages of the board after this number follow. */
export function ready(boardId: BoardId, seq: number): ServerMessage {
  return serverMessage('ready', { boardId, seq }, { boardId, seq });
}

/** Messages up to this number are missing: the client loads the board again. */
export function resync(boardId: BoardId, seq: number): ServerMessage {
  return serverMessage('resync', { boardId, seq }, { boardId, seq });
}

/** Bytes that are sent at once: a client that reads has received them before the next ones follow. */
const PART_BYTES = 128 * 1024;

/** The same messages in parts of limited size, each with one message at least. */
export function partsOf(messages: readonly ServerMessage[]): ServerMessage[][] {
  const parts: ServerMessage[][] = [];
  let bytes = Infinity;
  for (const message of messages) {
    bytes += message.frame.length;
    if (bytes <= PART_BYTES) parts.at(-1)!.push(message);
    else {
      parts.push([message]);
      bytes = message.frame.length;
    }
  }
  return parts;
}
