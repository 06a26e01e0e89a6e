const DATE = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/;
const TIME = /^([01][0-9]|2[0-3]):([0-5][0-9])(?::([0-5][0-9])(?:[.,]([0-9]{1,9}))?)?$/;
const ZONE = /^(?:Z|([+-])([01][0-9]|2[0-3])(?::?([0-5][0-9]))?)$/i;
const INSTANT = /^(.{10})T([0-9:.,]{5,18})(Z|[+-][0-9:]{2,5})$/i;
/** The maximum length of a date or a timestamp. */
export const INSTANT_MAX_LENGTH = 40;

const MIN_MS = Date.parse('0001-01-01T00:00:00.000Z');
const MAX_MS = Date.parse('9999-12-31T23:59:59.999Z');
const MINUTE_MS = 60_000;

/**
 * Milliseconds since 1970 of a date (midnight UTC) or an ISO 8601 timestamp with its time zone; finer fractions are
 * truncated. Null for a timestamp without a time zone, which is ambiguous, for dates that do not exist, and for years
 * outside 0001 to 9999.
 */
export function instantInText(input: string): number | null {
  if (input.length > INSTANT_MAX_LENGTH) return null;
  const text = input.trim();
  const instant = INSTANT.exec(text);
  const ms = instant ? dayMs(instant[1]!) + timeMs(instant[2]!) - zoneOffsetMs(instant[3]!) : dayMs(text);
  return ms >= MIN_MS && ms <= MAX_MS ? ms : null;
}

/** NaN for an invalid day. Date.parse would convert 30 February to 2 March. */
function dayMs(text: string): number {
  const [, year, month, day] = DATE.exec(text) ?? [];
  if (day === undefined) return NaN;
  const ms = Date.parse(`${year}-${month}-01T00:00:00.000Z`) + (Number(day) - 1) * 24 * 60 * MINUTE_MS;
  return new Date(ms).getUTCMonth() + 1 === Number(month) ? ms : NaN;
}

function timeMs(text: string): number {
  const [, hours, minutes, seconds = '0', fraction = ''] = TIME.exec(text) ?? [];
  const wholeMs = (Number(hours) * 60 + Number(minutes)) * MINUTE_MS + Number(seconds) * 1000;
  return wholeMs + Number(fraction.padEnd(3, '0').slice(0, 3));
}

function zoneOffsetMs(text: string): number {
  const match = ZONE.exec(text);
  if (!match) return NaN;
  const [, sign, hours = '0', minutes = '0'] = match;
  const offsetMs = (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
  return sign === '-' ? -offsetMs : offsetMs;
}
