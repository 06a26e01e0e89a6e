/** A query parameter of a page; empty if it is absent or repeated. */
export function queryText(given: unknown): string {
  return typeof given === 'string' ? given : '';
}
