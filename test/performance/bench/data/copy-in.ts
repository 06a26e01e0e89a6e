import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { ClientBase, Submittable } from 'pg';

/** What `pg` calls on a query in progress and what a COPY says to the server; `@types/pg` leaves both out. */
interface CopyConnection {
  readonly stream: Writable;
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
}

export type CopyField = string | number | bigint | boolean | null;

/** From how many items on a board is loaded without indexes, and kept when others are made again. */
export const LARGE = 100_000;

/** For the connection that loads: the data need not outlive a crash, and sorting needs memory. */
export const FASTER_LOADING = `set synchronous_commit = off; set maintenance_work_mem = '512MB'; set jit = off`;

const CHUNK_CHARACTERS = 64 * 1024;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** `copyIn(client, 'copy items (id, name) from stdin', rows)`: loads the rows as they are produced. */
export async function copyIn(
  client: ClientBase,
  statement: string,
  rows: Iterable<readonly CopyField[]>,
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    client.query(new CopyIn(statement, rows, (problem) => (problem ? reject(problem) : resolve())));
  });
}

/**
 * `pg` accepts any object with these methods as a query; this one sends the data that the server requests.
 */
class CopyIn implements Submittable {
  constructor(
    private readonly statement: string,
    private readonly rows: Iterable<readonly CopyField[]>,
    readonly callback: (problem: Error | null) => void,
  ) {}

  // Declared with `pg`'s Connection in its interface; the methods used here are there, but not in its types.
  submit(connection: unknown): void {
    (connection as CopyConnection).query(this.statement);
  }

  handleCopyInResponse(connection: CopyConnection): void {
    this.send(connection).then(
      () => connection.endCopyFrom(),
      (problem: Error) => connection.sendCopyFail(problem.message),
    );
  }

  handleCommandComplete(): void {}

  handleError(problem: Error): void {
    this.callback(problem);
  }

  handleReadyForQuery(): void {
    this.callback(null);
  }

  private async send(connection: CopyConnection): Promise<void> {
    let pending = '';
    for (const row of this.rows) {
      pending += `${row.map(copyField).join('\t')}\n`;
      if (pending.length < CHUNK_CHARACTERS) continue;
      connection.sendCopyFromChunk(Buffer.from(pending));
      pending = '';
      if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain');
    }
    if (pending) connection.sendCopyFromChunk(Buffer.from(pending));
  }
}

function copyField(field: CopyField): string {
  if (field === null) return '\\N';
  return typeof field === 'string' ? field.replace(/[\\\t\n\r]/g, (found) => ESCAPES[found]!) : String(field);
}
