import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A proxy between an application and a server, to make that server unavailable and available again. */
export class TcpProxy {
  private readonly pairs = new Set<Socket>();
  private state: 'open' | 'cut' | 'frozen' = 'open';

  private constructor(
    private readonly server: Server,
    private target: { host: string; port: number },
  ) {
    server.on('connection', (near) => this.join(near));
  }

  /** `url` with host and port replaced by the proxy's. */
  static async before(url: string): Promise<{ proxy: TcpProxy; url: string }> {
    const through = new URL(url);
    const server = createServer({ pauseOnConnect: true });
    const target = { host: through.hostname, port: Number(through.port) };
    const proxy = new TcpProxy(server, target);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    // A socket would bypass the proxy.
    through.searchParams.delete('host');
    through.hostname = '127.0.0.1';
    through.port = String((server.address() as AddressInfo).port);
    return { proxy, url: through.href };
  }

  /** As when the server has died: connections are reset, new ones too. */
  cut(): void {
    this.state = 'cut';
    for (const socket of this.pairs) socket.destroy();
  }

  /** As the address of a database after a failover: new connections reach another server. */
  pointTo(url: string): void {
    const { hostname, port } = new URL(url);
    this.target = { host: hostname, port: Number(port) };
  }

  /** Like a server that was stopped with SIGSTOP: connections are accepted and kept, without any response. */
  freeze(): void {
    this.state = 'frozen';
    for (const socket of this.pairs) socket.pause();
  }

  /** As after a failover or behind NAT that has forgotten them: open connections fall silent, new ones work. */
  silence(): void {
    for (const socket of this.pairs) socket.pause();
  }

  /** After `freeze`, as when a network is back that has forgotten its connections: only new ones work. */
  restoreForNew(): void {
    this.state = 'open';
  }

  restore(): void {
    this.state = 'open';
    for (const socket of this.pairs) socket.resume();
  }

  async close(): Promise<void> {
    this.cut();
    this.server.close();
    await once(this.server, 'close');
  }

  private join(near: Socket): void {
    if (this.state === 'cut') {
      near.destroy();
      return;
    }
    const far = connect({ ...this.target, noDelay: true });
    near.setNoDelay();
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      this.pairs.add(from);
      from.on('data', (chunk: Buffer) => to.write(chunk));
      from.on('error', () => undefined);
      from.on('close', () => {
        this.pairs.delete(from);
        to.destroy();
      });
    }
    if (this.state === 'open') near.resume();
    else far.pause();
  }
}
