/** Whether two lists have the same entries in the same order; order counts, because the first entry sorts. */
export function sameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((entry, index) => entry === b[index]);
}
