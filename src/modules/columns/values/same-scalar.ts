/** `equals` of values that are one text, number or flag. */
export function sameScalar<Value extends string | number | boolean>(a: Value, b: Value): boolean {
  return a === b;
}
