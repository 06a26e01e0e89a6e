import { sqlState } from '../../platform/database/database-errors';

const MAX_LENGTH = 300;

/**
 * The class, the SQLSTATE and the first line of the message, without what follows a colon and a quotation mark: PostgreSQL and
 * parsers quote the value that they reject.
 */
export function describeRunError(error: unknown): string {
  if (!(error instanceof Error)) return 'a value that is not an error';
  const state = sqlState(error);
  const message = error.message.split('\n', 1)[0]!.replace(/: ["'`].*$/, '');
  return `${error.name}${state === undefined ? '' : ` ${state}`}: ${message}`.slice(0, MAX_LENGTH);
}
