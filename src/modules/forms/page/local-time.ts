import { TimeZone } from '../../../column-types/formula/values/time-zone';

/** What browsers send for a date with a time: without a zone. */
const LOCAL_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/;

/** The timestamp of a local time in a zone. A text that is no local time stays as it is, for the rules of the field. */
export function timestampOf(text: string, timeZone: string): string {
  const given = text.trim();
  if (!LOCAL_TIME.test(given)) return text;
  const wallTime = Date.parse(`${given}Z`);
  // Of February 30th, some runtimes make March 2nd.
  if (Number.isNaN(wallTime) || !new Date(wallTime).toISOString().startsWith(given)) return text;
  return new Date(TimeZone.named(timeZone).instantOf(wallTime)).toISOString();
}

/** The local time of a timestamp, to the minute, for the browser; a date is its midnight. */
export function localTimeOf(text: string, timeZone: string): string {
  if (LOCAL_TIME.test(text)) return text;
  const isDate = /^\d{4}-\d\d-\d\d$/.test(text);
  const instant = Date.parse(text);
  if (Number.isNaN(instant)) return text;
  return new Date(isDate ? instant : TimeZone.named(timeZone).wallTime(instant)).toISOString().slice(0, 16);
}
