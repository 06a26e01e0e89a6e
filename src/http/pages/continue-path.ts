/** A path on this host: a slash, but no second slash, which names a host, and no backslash, which browsers treat as a slash. */
const OWN_PATH = /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/;
const MAX_LENGTH = 4_000;

/** The target after signing in. Stops open redirects: any target that could leave this host becomes the start page. */
export function continuePath(given: unknown): string {
  return typeof given === 'string' && given.length <= MAX_LENGTH && OWN_PATH.test(given) ? given : '/';
}
