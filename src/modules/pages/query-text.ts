/** A parameter of a page's address; one that is given twice, or not at all, is empty. */
export function queryText(given: unknown): string {
  return typeof given === 'string' ? given : '';
}
