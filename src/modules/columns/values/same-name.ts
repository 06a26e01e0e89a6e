/** Whether two names are equal but for case, as labels and options compare. */
export function sameName(a: string, b: string): boolean {
  return a === b || a.toLowerCase() === b.toLowerCase();
}
