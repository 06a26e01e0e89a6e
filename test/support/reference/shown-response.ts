import { APEX } from '../client';
import type { ExampleCall } from './example-calls';

const ELLIPSIS = '…';

/** A list is shown up to here. */
const MAX_ENTRIES = 1;
/** Longer texts are cut to `SHORT_TEXT`. */
const MAX_TEXT = 120;
const SHORT_TEXT = 64;

const ID = /\b([a-z]{3})_[0-9A-HJKMNP-TV-Z]{26}\b/g;

/** Texts that differ from call to call, or that only tests have. */
const REPLACEMENTS: readonly [RegExp, string][] = [
  [/^\d{4}-\d\d-\d\dT[\d:.]+Z$/, '…Z'],
  [/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, ELLIPSIS],
  [/\b[a-z]{3}_[0-9a-z]{26}(?=(@|%40))/g, ELLIPSIS],
  [/\b(another|new|invited)-[^@]+(?=@)/g, ELLIPSIS],
  [/^Person [0-9A-Z]{4}$/, 'Person …'],
  [/^#[0-9A-F]{6}$/, '#…'],
  [/^([0-9A-F]{2}:)+[0-9A-F]{2}$/, ELLIPSIS],
  // The slug of the example is taken when the example was sent before.
  [/^(analytical-engines)-.+$/, '$1'],
  [/\blightMyRequest\b/, 'curl/8.5.0'],
  [/(-----BEGIN CERTIFICATE-----\n)[^]*/, `$1${ELLIPSIS}`],
  // Secrets and signatures; in an address, its segments are no secrets.
  [/^((?:[a-z]+_)*)[A-Za-z0-9+/_-]{20,}={0,2}$/, `$1${ELLIPSIS}`],
  [/(?<=[=/])[A-Za-z0-9_%-]{20,}(?=&|\/|$)/g, ELLIPSIS],
];

/** The response as the reference shows it: what differs from call to call is an ellipsis, and lists have one entry. */
export function asShown({ example, sent, response, slug }: ExampleCall): unknown {
  const sentIds = new Map(idPairs(example, sent));
  const textOf = (text: string): string => {
    const known = sentIds.get(text);
    if (known !== undefined) return known;
    const named = text
      .replaceAll(`Organization ${slug}`, 'Acme')
      .replaceAll(slug, 'acme')
      .replaceAll(APEX, 'trestle.example.com');
    const withoutIds = named.replaceAll(ID, `$1_${ELLIPSIS}`);
    const shown = REPLACEMENTS.reduce((at, [pattern, by]) => at.replace(pattern, by), withoutIds);
    return shown.length > MAX_TEXT ? `${shown.slice(0, SHORT_TEXT)}${ELLIPSIS}` : shown;
  };
  const idOrKey = (key: string) => (isId(key) ? textOf(key) : key);
  const shownOf = (value: unknown): unknown => {
    if (typeof value === 'string') return textOf(value);
    if (Array.isArray(value)) {
      const first = value.slice(0, MAX_ENTRIES).map(shownOf);
      return value.length > MAX_ENTRIES ? [...first, ELLIPSIS] : first;
    }
    if (typeof value !== 'object' || value === null) return value;
    return withoutTwins(Object.entries(value).map(([key, each]) => [idOrKey(key), shownOf(each)]));
  };
  return shownOf(response);
}

/**
 * Whether a response that a page shows describes a new one: numbers can be others, and null can stand for an ellipsis, because a
 * job can have run meanwhile.
 */
export function isStillTrue(shown: unknown, now: unknown): boolean {
  if (isEllipsis(shown)) return typeof now === 'string' || now === null;
  if (shown === null && isEllipsis(now)) return true;
  if (typeof shown !== 'object' || shown === null || typeof now !== 'object' || now === null) {
    return typeof shown === 'number' ? typeof now === 'number' : shown === now;
  }
  const keys = Object.keys(shown);
  return (
    Array.isArray(shown) === Array.isArray(now) &&
    keys.length === Object.keys(now).length &&
    keys.every((key) => key in now && isStillTrue(shown[key as never], now[key as never]))
  );
}

function isId(text: string): boolean {
  return text.match(ID)?.[0] === text;
}

function isEllipsis(value: unknown): boolean {
  return typeof value === 'string' && value.includes(ELLIPSIS);
}

/** Ids that were sent, with the ids of the example in their place. */
function idPairs(example: unknown, sent: unknown): [sent: string, example: string][] {
  if (typeof example === 'string') return typeof sent === 'string' && isId(sent) ? [[sent, example]] : [];
  if (typeof example !== 'object' || example === null || typeof sent !== 'object' || sent === null) return [];
  const values = Object.values(sent);
  return Object.entries(example).flatMap(([key, each], index) => [
    ...idPairs(key, Object.keys(sent)[index]),
    ...idPairs(each, values[index]),
  ]);
}

/** Keys that look alike without their ids are shown once, with the value that sorts first. */
function withoutTwins(entries: [string, unknown][]): object {
  const sorted = entries.toSorted((a, b) => (JSON.stringify(a[1]) < JSON.stringify(b[1]) ? 1 : -1));
  const last = new Map(sorted);
  return Object.fromEntries(entries.map(([key]) => [key, last.get(key)]));
}
