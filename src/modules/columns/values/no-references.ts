/** `references` of values that hold no ids. */
export function noReferences(): null {
  return null;
}
