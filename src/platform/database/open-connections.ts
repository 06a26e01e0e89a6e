import type { Socket } from 'node:net';
import type { ClientBase } from 'pg';

/** Fields of a connection that the driver's types leave out. */
interface DriverClient extends ClientBase {
  /** False from the moment a statement is sent until the server is ready for the next one. */
  readyForQuery?: boolean;
  getTransactionStatus(): 'I' | 'T' | 'E' | null;
  connection: { stream: Socket };
}

/** One open connection, observed from outside: statements on it have no overhead. */
export class OpenConnection {
  /** The server's process for this connection; null until the server has reported it. */
  processId: number | null = null;
  bytesRead = 0;
  /** Consecutive observations during which a statement was in progress and no byte arrived. */
  private silentTicks = 0;
  /** The number of silent observations at which the server last confirmed that it is executing the statement. */
  private confirmedTicks = 0;

  constructor(private readonly client: DriverClient) {}

  observe(): void {
    const { bytesRead } = this.client.connection.stream;
    if (this.client.readyForQuery === false && bytesRead === this.bytesRead) this.silentTicks += 1;
    else this.silentTicks = this.confirmedTicks = 0;
    this.bytesRead = bytesRead;
  }

  /** Silent observations since the last response or confirmation. */
  get unexplainedTicks(): number {
    return this.silentTicks - this.confirmedTicks;
  }

  confirm(): void {
    this.confirmedTicks = this.silentTicks;
  }

  /** Between statements and outside a transaction. */
  get isIdle(): boolean {
    return this.client.readyForQuery === true && this.client.getTransactionStatus() === 'I';
  }

  /** Fails the statement in progress, and the pool drops the connection. */
  discard(reason: Error): void {
    this.client.connection.stream.destroy(reason);
  }
}

/** The open connections of this process to PostgreSQL that ConnectionWatch observes. */
export class OpenConnections {
  private readonly connections = new Set<OpenConnection>();

  /** `onConnect` of a pool; for a client without a pool, called once it has connected. */
  readonly add = async (added: ClientBase): Promise<void> => {
    const client = added as DriverClient;
    const connection = new OpenConnection(client);
    this.connections.add(connection);
    // Between two users of a connection no one listens, and an error without a listener ends the process. The next statement
    // on the connection fails, and the pool drops it.
    client.on('error', () => undefined);
    client.once('end', () => this.connections.delete(connection));
    // The driver's process id is not the server's if there is a session pooler in between, so the server is queried.
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    connection.processId = rows[0]!.pid;
  };

  all(): OpenConnection[] {
    return [...this.connections];
  }
}
