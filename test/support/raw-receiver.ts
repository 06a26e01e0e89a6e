import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/** Writes what it likes to a connection, once the head of a request has arrived. */
export type RawResponder = (socket: Socket) => void;

/** A receiver that need not speak HTTP. The path of a request names its responder. */
export class RawReceiver {
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  static async start(responders: Readonly<Record<string, RawResponder>>): Promise<RawReceiver> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const receiver = new RawReceiver(server, (server.address() as AddressInfo).port);
    server.on('connection', (socket) => receiver.receive(socket, responders));
    return receiver;
  }

  close(): void {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
  }

  private receive(socket: Socket, responders: Readonly<Record<string, RawResponder>>): void {
    this.sockets.add(socket);
    // Clients cancel responses that are too long or too late.
    socket.on('error', () => undefined);
    socket.on('close', () => this.sockets.delete(socket));
    let head = '';
    const listen = (part: Buffer) => {
      head += part.toString('latin1');
      if (!head.includes('\r\n\r\n')) return;
      socket.off('data', listen).resume();
      responders[/^\w+ \/([^? ]*)/.exec(head)?.[1] ?? '']?.(socket);
    };
    socket.on('data', listen);
  }
}

/** Writes a text again and again, until the connection is closed. */
export function forever(text: string, everyMs: number): RawResponder {
  return (socket) => {
    const timer = setInterval(() => socket.write(text), everyMs);
    socket.on('close', () => clearInterval(timer));
  };
}
