/** Text that PostgreSQL compares byte by byte: ids and sort keys, whose order must not depend on a language. */
export const C_TEXT = { type: 'text', collation: 'C' } as const;

/** A time with milliseconds, the precision of the API. */
export const TIMESTAMP = { type: 'timestamptz', precision: 3 } as const;
