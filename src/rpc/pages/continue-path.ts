/** A path of our own: one slash and then neither a slash, which names a host, nor a backslash, which browsers read as one. */
const OWN_PATH = /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/;
const MAX_LENGTH = 4_000;

/** Where to go on after signing in; anything that could lead off this host becomes the start page. */
export function continuePath(given: unknown): string {
  return typeof given === 'string' && given.length <= MAX_LENGTH && OWN_PATH.test(given) ? given : '/';
}
