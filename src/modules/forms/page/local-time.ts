import { FormulaFailure } from '../../../column-types/formula/formula-failure';
import { TimeZone, withinRange } from '../../../column-types/formula/values/time-zone';

/** What browsers send for a date with a time: without a zone. */
const LOCAL_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/;

/** The timestamp of a local time in a zone. A text that is no local time stays as it is, for the rules of the field. */
export function timestampOf(text: string, timeZone: string): string {
  const given = text.trim();
  if (!LOCAL_TIME.test(given)) return text;
  const wallTime = Date.parse(`${given}Z`);
  // Of February 30th, some runtimes make March 2nd.
  if (Number.isNaN(wallTime) || !new Date(wallTime).toISOString().startsWith(given)) return text;
  return within(() => new Date(TimeZone.named(timeZone).instantOf(wallTime)).toISOString(), text);
}

/** The local time of a timestamp, to the minute, for the browser; a date is its midnight. */
export function localTimeOf(text: string, timeZone: string): string {
  if (LOCAL_TIME.test(text)) return text;
  const isDate = /^\d{4}-\d\d-\d\d$/.test(text);
  const instant = Date.parse(text);
  if (Number.isNaN(instant)) return text;
  const wallTime = () => (isDate ? instant : TimeZone.named(timeZone).wallTime(instant));
  return within(() => new Date(withinRange(wallTime())).toISOString().slice(0, 16), text);
}

/** The day of a local time, for an input without a time. */
export function dayOf(text: string): string {
  return LOCAL_TIME.test(text) ? text.slice(0, 10) : text;
}

/** Time zones have no times before the year 1 and after 9999. */
function within(compute: () => string, otherwise: string): string {
  try {
    return compute();
  } catch (error) {
    if (error instanceof FormulaFailure) return otherwise;
    throw error;
  }
}
