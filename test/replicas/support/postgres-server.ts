import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedPostgres } from '../../../src/platform/database/embedded/embedded-postgres';
import { processTree, signalAll } from './process-tree';

/** A PostgreSQL of a test's own, with everything on the disk as in production. It keeps its port. */
export class PostgresServer {
  private frozen: number[] = [];
  private pid = 0;

  private constructor(
    private readonly dataDir: string,
    private readonly embedded: EmbeddedPostgres,
    /** Over TCP, as a server on another machine. */
    public url: string,
  ) {}

  static async start(): Promise<PostgresServer> {
    const dataDir = mkdtempSync(join(tmpdir(), 'trestle-replicas-'));
    let server: PostgresServer | null = null;
    let pid = 0;
    const log = (_message: string, details: { pid?: number } = {}) => {
      if (details.pid === undefined) return;
      pid = details.pid;
      if (server !== null) server.pid = pid;
    };
    const embedded = new EmbeddedPostgres({ dataDir, log });
    const url = new URL((await embedded.start()).url);
    url.searchParams.delete('host');
    server = new PostgresServer(dataDir, embedded, url.href);
    server.pid = pid;
    return server;
  }

  stop(): Promise<void> {
    return this.embedded.stop();
  }

  async startAgain(): Promise<void> {
    const { port } = await this.embedded.start();
    if (String(port) !== new URL(this.url).port) throw new Error('PostgreSQL has started on another port');
  }

  /** The server and its sessions: nothing responds, and connections to it are still accepted by the system. */
  freeze(): void {
    this.frozen = processTree(this.pid);
    signalAll(this.frozen, 'SIGSTOP');
  }

  thaw(): void {
    signalAll(this.frozen, 'SIGCONT');
    this.frozen = [];
  }

  async discard(): Promise<void> {
    this.thaw();
    await this.stop();
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}
