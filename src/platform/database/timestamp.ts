const WITH_MILLISECONDS = '2026-11-21 09:11:25.123+00'.length;

/**
 * Converts PostgreSQL's text of a timestamptz in a UTC session (`2026-11-21 09:11:25.12+00`) to ISO 8601 with
 * milliseconds. Only string operations: converting 50 rows with Date cost a list more than the rest of its Node time.
 */
export function isoTimestamp(text: string): string {
  // Most times end in a millisecond other than 0: PostgreSQL prints three digits, and nothing needs padding.
  if (text.length === WITH_MILLISECONDS && text.charCodeAt(19) === 0x2e)
    return `${text.slice(0, 10)}T${text.slice(11, 23)}Z`;
  const fraction = text.charCodeAt(19) === 0x2e ? text.slice(20, text.length - 3) : '';
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
}
