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

  constructor(private readonly copies: readonly Copy[]) {}

  submit(connection: Connection): null {
    connection.query(this.copies.map(({ command }) => command).join(';'));
    // Without waiting for the responses: after an error in a command, the server ignores the rows that are left.
    for (const { rows } of this.copies) {
      for (const chunk of rows) connection.sendCopyFromChunk(chunk);
      connection.endCopyFrom();
    }
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

/**
 * Runs copies one after the other, in one message: the server begins the next one without waiting for the service. It parses
 * their rows in less than half the time of arrays in parameters.
 */
export function runCopies(on: ClientBase, copies: readonly Copy[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const query = on.query as (
      query: Submittable,
      values: undefined,
      answered: (error: Error | null) => void,
    ) => void;
    query.call(on, new CopyIn(copies) as unknown as Submittable, undefined, (error) => {
      if (error) reject(error);
      else resolve();
    });
  });
}
