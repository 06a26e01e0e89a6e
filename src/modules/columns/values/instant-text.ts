const MIDNIGHT = 'T00:00:00.000Z';

/** A stored instant as text that parseInstant takes back: the date alone where that says it all. */
export function instantText(stored: string): string {
  return stored.endsWith(MIDNIGHT) ? stored.slice(0, -MIDNIGHT.length) : stored;
}
