/**
 * Converts PostgreSQL's text of a timestamptz in a UTC session (`2026-11-21 09:11:25.12+00`) to ISO 8601 with
 * milliseconds. Only string operations: converting 50 rows with Date cost a list more than the rest of its Node time.
 */
export function isoTimestamp(text: string): string {
  const fraction = text.charCodeAt(19) === 0x2e ? text.slice(20, text.length - 3) : '';
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
}
