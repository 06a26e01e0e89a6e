import { z } from 'zod';
import { headerText } from '../../../../platform/mail/mailer';
import type { ActionRun } from '../action';

const HEADERS_MAX = 20;
const NAME = /^[A-Za-z][A-Za-z0-9_-]{0,99}$/;
/** Printable ASCII. A line break would add headers. */
const VALUE = /^[\x20-\x7e]{0,2000}$/;
const FILLED_VALUE_MAX = 8_000;

/** They determine the destination and the framing of the request, or identify it. */
const RESERVED =
  /^(host|content-length|transfer-encoding|connection|keep-alive|upgrade|te|trailer|expect|proxy-.*|webhook-id|idempotency-key)$/i;

export const requestHeaders = z.record(z.string(), z.string()).superRefine((headers, check) => {
  const entries = Object.entries(headers);
  const reject = (path: string[], message: string) => check.addIssue({ code: 'custom', path, message });
  if (entries.length > HEADERS_MAX) reject([], `Must contain at most ${HEADERS_MAX} headers`);
  const names = new Set<string>();
  for (const [name, value] of entries) {
    const lower = name.toLowerCase();
    if (!NAME.test(name))
      reject([name], 'A name must have 1 to 100 letters, digits, hyphens and underscores');
    else if (RESERVED.test(name)) reject([name], `${name} is set by Trestle`);
    else if (names.has(lower)) reject([name], `${name} is given twice`);
    if (!VALUE.test(value)) reject([name], 'Must be at most 2000 printable ASCII characters');
    names.add(lower);
  }
});

/** With lower-case names. What is not printable ASCII in a value is encoded or becomes a space. */
export async function filledHeaders(
  headers: Readonly<Record<string, string>>,
  text: ActionRun['text'],
): Promise<Record<string, string>> {
  const entries = Object.entries(headers).map(async ([name, template]) => {
    const value = await text(template, printable);
    return [name.toLowerCase(), value.slice(0, FILLED_VALUE_MAX)] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

function printable(value: string): string {
  return headerText(value.toWellFormed()).replaceAll(/[^\x20-\x7e]+/g, encodeURIComponent);
}
