import { WebSocket } from 'ws';
import { steadyMs } from './messages';

/** Reads the messages of a change once for all sockets, which receive the same text. */
export class MessageReader {
  private readonly values = new Map<string, number | null>();

  /** The value that the change wrote; null for any other message. */
  valueOf(text: string): number | null {
    let value = this.values.get(text);
    if (value === undefined) {
      const { type, payload } = JSON.parse(text) as { type: string; payload: { value?: unknown } };
      value = type === 'value.set' && typeof payload.value === 'number' ? payload.value : null;
      this.values.set(text, value);
    }
    return value;
  }
}

/** One socket, with the time at which each change arrived. */
export class BoardWatcher {
  readonly received = new Map<number, number>();

  private constructor(
    private readonly socket: WebSocket,
    reader: MessageReader,
  ) {
    socket.on('message', (data: Buffer) => {
      const now = steadyMs();
      const value = reader.valueOf(data.toString('latin1'));
      if (value !== null) this.received.set(value, now);
    });
  }

  /** Resolves when the socket is subscribed. */
  static async open(url: string, token: string, reader: MessageReader): Promise<BoardWatcher> {
    const socket = new WebSocket(url, {
      perMessageDeflate: false,
      skipUTF8Validation: true,
      headers: { authorization: `Bearer ${token}` },
    });
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject);
      socket.once('close', (code, reason) =>
        reject(new Error(`A socket was closed: ${code} ${reason.toString()}`)),
      );
      socket.on('message', function subscribed(data: Buffer) {
        if (!data.toString().startsWith('{"type":"ready"')) return;
        socket.off('message', subscribed);
        resolve();
      });
    });
    return new BoardWatcher(socket, reader);
  }

  get isOpen(): boolean {
    return this.socket.readyState === WebSocket.OPEN;
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.socket.once('close', () => resolve());
      this.socket.close();
    });
  }
}
