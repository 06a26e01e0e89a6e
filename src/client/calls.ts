export interface CallOptions {
  /** Ends the call and its retries. */
  signal?: AbortSignal;
  /** By default each mutation has a random key, which its retries share. */
  idempotencyKey?: string;
  /** A mutation returns what it would return, and changes and sends nothing. */
  dryRun?: boolean;
}

/** An input without required fields can be omitted. */
type Arguments<Input> = Input extends undefined
  ? [input?: undefined, options?: CallOptions]
  : Partial<Input> extends Input
    ? [input?: Input, options?: CallOptions]
    : [input: Input, options?: CallOptions];

/** A procedure that reads. */
export interface Query<Input, Output> {
  query(...given: Arguments<Input>): Promise<Output>;
}

/** A procedure that writes. */
export interface Mutation<Input, Output> {
  mutate(...given: Arguments<Input>): Promise<Output>;
}

/** The output of a procedure that returns a list in pages: `events.list` has `cursor`, the others `nextCursor`. */
export type Page = { nextCursor: string | null } | { cursor: string | null };

/** The type of the rows of a page: the elements of its only list. */
export type RowOf<Output> = {
  [Key in keyof Output]-?: Output[Key] extends readonly (infer Row)[] ? Row : never;
}[keyof Output];
