import type { FormulaInstant } from '../formula';

const MIDNIGHT = 'T00:00:00.000Z';

/** A stored time where no clock is shown: one that was given without a time, a midnight in UTC, means its day in every zone. */
export function dayOrInstant(stored: string): FormulaInstant {
  const instant = Date.parse(stored);
  return stored.endsWith(MIDNIGHT) ? { instant, isDay: true } : { instant };
}

/** A stored instant as text that parseInstant takes back: the date alone where that says it all. */
export function instantText(stored: string): string {
  return stored.endsWith(MIDNIGHT) ? stored.slice(0, -MIDNIGHT.length) : stored;
}
