import type { FormulaInstant } from '../formula';

const MIDNIGHT = 'T00:00:00.000Z';

/** For columns without times: midnight UTC means that day in every time zone. */
export function dayOrInstant(stored: string): FormulaInstant {
  const instant = Date.parse(stored);
  return stored.endsWith(MIDNIGHT) ? { instant, isDay: true } : { instant };
}

/** A stored instant as text that parseInstant accepts: only the date if the time is midnight UTC. */
export function instantText(stored: string): string {
  return stored.endsWith(MIDNIGHT) ? stored.slice(0, -MIDNIGHT.length) : stored;
}
