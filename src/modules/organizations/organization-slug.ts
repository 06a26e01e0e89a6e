import { randomInteger } from '../../platform/crypto/random';

const MIN_LENGTH = 3;
const MAX_LENGTH = 63;
const SHAPE = /^[a-z][a-z0-9-]*[a-z0-9]$/;

/** Host names that belong to the installation itself (contract §3). */
const RESERVED = new Set(
  (
    'www app api admin status docs help support blog mail smtp ftp ns1 ns2 ' +
    'cdn assets static staging dev test'
  ).split(' '),
);

/** Why a text cannot be an organization's subdomain; null if it can. */
export function slugProblem(slug: string): string | null {
  if (slug.length < MIN_LENGTH || slug.length > MAX_LENGTH)
    return `Must be ${MIN_LENGTH} to ${MAX_LENGTH} characters`;
  if (!SHAPE.test(slug))
    return 'Must consist of a-z, 0-9 and hyphens, start with a letter and not end with a hyphen';
  return RESERVED.has(slug) ? 'This name is reserved' : null;
}

const PLAIN_TRIES = 3;
const RANDOM_TRIES = 5;

/**
 * Candidates for a slug, best first: the name, then with a number, then with a random suffix, so that many equal names
 * do not exhaust the candidates.
 */
export function* slugsFrom(name: string): Generator<string> {
  const stem = stemOf(name);
  const suffixes = [''];
  for (let number = 2; number <= PLAIN_TRIES; number += 1) suffixes.push(`-${number}`);
  for (let count = 0; count < RANDOM_TRIES; count += 1) suffixes.push(`-${randomWord()}`);
  for (const suffix of suffixes) {
    const slug = stem.slice(0, MAX_LENGTH - suffix.length).replace(/-+$/, '') + suffix;
    if (slugProblem(slug) === null) yield slug;
  }
}

/** Removes accents and replaces other characters with hyphens; `org` for a name without Latin letters. */
function stemOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/\p{Mark}+/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  if (plain === '') return 'org';
  return /^[a-z]/.test(plain) ? plain : `org-${plain}`;
}

function randomWord(): string {
  return randomInteger(36 ** 5, 36 ** 6).toString(36);
}
