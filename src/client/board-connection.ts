import { transportOf, type TrestleClient } from './client.js';
import { backoff } from './wait.js';

/** A message about a board (docs/realtime.md). */
export interface BoardMessage {
  /** Such as `item.created`, `value.set`, `ready`, `resync` or `presence.join`. */
  type: string;
  // What a message contains depends on its type: /api/asyncapi.json.
  // oxlint-disable-next-line typescript/no-explicit-any
  payload: any;
  /** The number of the change on its board, without gaps; absent for presence. */
  seq?: number;
  boardId?: string;
  /** The `X-Request-Id` of the request that made the change. */
  requestId?: string;
}

export interface ConnectBoardOptions {
  /** The number of the last change that is known; the changes after it follow. By default only new changes. */
  since?: number;
  /** Apply the messages in their order. After `resync`, load the board again. */
  onMessage(message: BoardMessage): void;
  /** The connection has ended for good: by `close()`, or because the board is not visible or the token not valid. */
  onClose?(reason: { code: number; reason: string }): void;
  /** By default the global `WebSocket`, which Node has since version 22; in Node 20 that of the package `ws`. */
  WebSocket?: new (url: string) => Pick<WebSocket, 'addEventListener' | 'send' | 'close'>;
}

export interface BoardConnection {
  /** The number of the last change; undefined before the first message. */
  readonly seq: number | undefined;
  /** Sends a message of docs/realtime.md, such as `{type: 'typing', payload: {itemId}}`; without effect while disconnected. */
  send(message: { type: string; payload: object }): void;
  close(): void;
}

/** Codes after which connecting again would not help. */
const FINAL_CODES = { first: 4400, last: 4404 };

/** Follows the changes of a board. A lost connection is opened again, and continues after the last message. */
export function connectBoard(
  client: TrestleClient,
  boardId: string,
  options: ConnectBoardOptions,
): BoardConnection {
  const { url, token } = transportOf(client);
  const Socket = options.WebSocket ?? globalThis.WebSocket;
  if (Socket === undefined) throw new TypeError('This runtime has no WebSocket: give one in the options');
  const address = `${url.replace(/^http/, 'ws')}/ws/${encodeURIComponent(boardId)}`;
  let { since: seq } = options;
  let attempts = 0;
  let isEnded = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let socket: InstanceType<NonNullable<ConnectBoardOptions['WebSocket']>> | undefined;

  const end = (reason: { code: number; reason: string }) => {
    if (isEnded) return;
    isEnded = true;
    clearTimeout(timer);
    options.onClose?.(reason);
  };

  const connect = () => {
    const current = new Socket(seq === undefined ? address : `${address}?since=${seq}`);
    socket = current;
    current.addEventListener('open', () => {
      if (token !== undefined) current.send(JSON.stringify({ type: 'auth', payload: { token } }));
    });
    current.addEventListener('message', ({ data }) => {
      if (isEnded) return;
      const message = JSON.parse(String(data)) as BoardMessage;
      attempts = 0;
      if (message.seq !== undefined) ({ seq } = message);
      options.onMessage(message);
    });
    // An error is followed by 'close'.
    current.addEventListener('error', () => undefined);
    current.addEventListener('close', ({ code, reason }) => {
      if (socket !== current || isEnded) return;
      socket = undefined;
      if (code >= FINAL_CODES.first && code <= FINAL_CODES.last) {
        end({ code, reason });
        return;
      }
      attempts += 1;
      timer = setTimeout(connect, backoff(attempts));
    });
  };

  connect();
  return {
    get seq() {
      return seq;
    },
    send(message) {
      socket?.send(JSON.stringify(message));
    },
    close() {
      const open = socket;
      end({ code: 1000, reason: '' });
      open?.close(1000);
    },
  };
}
