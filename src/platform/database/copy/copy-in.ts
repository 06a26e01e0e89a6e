import type { ClientBase, Submittable } from 'pg';

/** The part of the driver's connection that a copy uses. */
interface Connection {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

/** A command `copy … from stdin` with its rows, in the text format of COPY (`copyRow`), in UTF-8 and in any number of chunks. */
export interface Copy {
  readonly command: string;
  readonly rows: readonly Buffer[];
}

/** Copies on their way to the server, with all of their rows. */
class CopyIn {
  /** Set by the driver, unless there is one. */
  callback: ((error: Error | null) => void) | undefined;

  private isSent = false;

  constructor(private readonly copies: readonly Copy[]) {}

  submit(connection: Connection): null {
    if (!this.isSent) this.send(connection);
    return null;
  }

  send(connection: Connection): void {
    this.isSent = true;
    connection.query(this.copies.map(({ command }) => command).join(';'));
    // Without waiting for the responses: after an error in a command, the server ignores the rows that are left.
    for (const { rows } of this.copies) {
      for (const chunk of rows) connection.sendCopyFromChunk(chunk);
      connection.endCopyFrom();
    }
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

/**
 * Runs copies one after the other, in one message: the server begins the next one without waiting for the service. It parses
 * their rows in less than half the time of arrays in parameters.
 *
 * `areAhead`: other copies are in progress on the connection, and nothing else. The message is sent without waiting for their end.
 * If they fail, the server rejects its commands, because the transaction has failed, and ignores its rows.
 */
export function runCopies(on: ClientBase, copies: readonly Copy[], areAhead = false): Promise<void> {
  return new Promise((resolve, reject) => {
    const copyIn = new CopyIn(copies);
    if (areAhead) copyIn.send((on as unknown as { connection: Connection }).connection);
    const query = on.query as (
      query: Submittable,
      values: undefined,
      answered: (error: Error | null) => void,
    ) => void;
    query.call(on, copyIn as unknown as Submittable, undefined, (error) => {
      if (error) reject(error);
      else resolve();
    });
  });
}
