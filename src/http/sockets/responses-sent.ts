import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Resolves when the responses to the requests that a client has sent before an offer, without waiting, are written: Node passes
 * the connection on as soon as it has read the offer, and what is written to the connection then would be read as a part of them.
 */
export async function responsesSent(
  socket: Socket & { _httpMessage?: ServerResponse | null },
): Promise<void> {
  // Node assigns the connection to the next response before it reports that the previous one is closed.
  for (let response = socket._httpMessage; response && !socket.destroyed; response = socket._httpMessage)
    await once(response, 'close').catch(() => undefined);
  // Node limits how long the connection may be idle after the last one.
  socket.setTimeout(0);
}
