// Shared by types whose stored values are plain: texts, numbers, booleans and lists of ids.

/** `present` of values whose stored form is the wire form. */
export function asStored<Stored>(stored: Stored): Stored {
  return stored;
}

/** `equals` of values that are one text, number or boolean. */
export function sameScalar<Value extends string | number | boolean>(a: Value, b: Value): boolean {
  return a === b;
}

/** Whether two lists have the same entries in the same order; order counts, because the first entry sorts. */
export function sameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((entry, index) => entry === b[index]);
}

/** Whether two names of labels or options are equal, ignoring case. */
export function sameName(a: string, b: string): boolean {
  return a === b || a.toLowerCase() === b.toLowerCase();
}

/** `references` of values that contain no ids. */
export function noReferences(): null {
  return null;
}
