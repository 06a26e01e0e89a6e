import type { ClientBase, Submittable } from 'pg';

/** The part of the driver's connection that a copy uses. */
interface Connection {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

/** `copy … from stdin` on its way to the server, with all of its rows. */
class CopyIn {
  /** Set by the driver, unless there is one. */
  callback: ((error: Error | null) => void) | undefined;

  constructor(
    private readonly command: string,
    private readonly rows: string,
  ) {}

  submit(connection: Connection): null {
    connection.query(this.command);
    // Without waiting for the response: after an error in the command, the server ignores the rows.
    connection.sendCopyFromChunk(Buffer.from(this.rows, 'utf8'));
    connection.endCopyFrom();
    return null;
  }

  handleCopyInResponse(): void {}

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.callback?.(null);
  }

  handleError(error: Error): void {
    this.callback?.(error);
  }
}

/** Sends rows in the text format of COPY (`copyRow`): the server parses them in less than half the time of arrays in parameters. */
export function runCopy(on: ClientBase, command: string, rows: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const query = on.query as (
      query: Submittable,
      values: undefined,
      answered: (error: Error | null) => void,
    ) => void;
    query.call(on, new CopyIn(command, rows) as unknown as Submittable, undefined, (error) => {
      if (error) reject(error);
      else resolve();
    });
  });
}
