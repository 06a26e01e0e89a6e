import pg from 'pg';

/** SQLSTATE "too many connections": the server responds, but only on existing connections. */
const TOO_MANY_CONNECTIONS = '53300';

const WORKING = `select pid from pg_stat_activity where pid = any ($1) and state not like 'idle%'`;

export type ProbeResult =
  /** The server responded; these of its processes are executing a statement. */
  | { responds: true; working: ReadonlySet<number> }
  /** The server responded that it has no room for another connection. */
  | { responds: true; working: null }
  | { responds: false };

/** Queries the server, on a new connection, for its processes that are executing a statement. */
export class ServerProbe {
  private readonly client: pg.Client;

  constructor(url: string) {
    this.client = new pg.Client({ connectionString: url, application_name: 'trestle-probe' });
    // Without a listener, a lost connection would terminate the process.
    this.client.on('error', () => undefined);
  }

  async ask(processIds: readonly number[]): Promise<ProbeResult> {
    try {
      await this.client.connect();
      const { rows } = await this.client.query<{ pid: number }>(WORKING, [processIds]);
      return { responds: true, working: new Set(rows.map(({ pid }) => pid)) };
    } catch (error) {
      const isFull = (error as { code?: unknown }).code === TOO_MANY_CONNECTIONS;
      return isFull ? { responds: true, working: null } : { responds: false };
    } finally {
      this.client.end().catch(() => undefined);
    }
  }

  /** Cancels a probe that takes too long: it resolves to no response. */
  giveUp(): void {
    const { stream } = (this.client as unknown as { connection: { stream: { destroy(): void } } }).connection;
    stream.destroy();
  }
}
