/** `present` of values whose stored form is the wire form. */
export function asStored<Stored>(stored: Stored): Stored {
  return stored;
}
