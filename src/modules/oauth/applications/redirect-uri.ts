/** Long enough for practical redirect URIs; the response adds a code and a state. */
const MAX_LENGTH = 1_000;

/** No spaces, quotes, backslashes or other characters that programs interpret differently. */
const PLAIN = /^[a-z][a-z0-9+.-]*:[A-Za-z0-9\-._~:/?[\]@!$&()*+,;=%]+$/;
/** No character with a special meaning in a content security policy, which can contain the host. */
const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)$/;
const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);
/** A private scheme is a reversed domain name (RFC 8252): `com.example.app:/callback`. */
const PRIVATE_USE = /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/;
/** The parameters that the response adds. */
const RESERVED: ReadonlySet<string> = new Set(['code', 'state', 'iss', 'error', 'error_description']);

/**
 * The problem with a redirect URI, or null. Redirect URIs are later compared character by character, so they are never
 * normalized.
 */
export function redirectUriProblem(uri: string, isPublic: boolean): string | null {
  if (uri.length > MAX_LENGTH) return `Must be at most ${MAX_LENGTH} characters`;
  if (uri.includes('#')) return 'Must not have a fragment';
  if (!PLAIN.test(uri) || !URL.canParse(uri))
    return 'Must be an absolute URI of ASCII characters without spaces';
  const url = new URL(uri);
  if (url.username !== '' || url.password !== '') return 'Must not contain user information';
  if ([...url.searchParams.keys()].some((name) => RESERVED.has(name)))
    return `Must not have the parameters ${[...RESERVED].join(', ')}, which the response adds`;
  if (PRIVATE_USE.test(url.protocol)) {
    return isPublic ? null : 'Only a public application can use a private scheme';
  }
  if (!/^https?:\/\/[^/]/.test(uri)) {
    return 'Must be https, http on a loopback host (localhost, 127.0.0.1, [::1]), or a private scheme such as com.example.app:';
  }
  if (!HOST.test(url.hostname)) return 'Must contain one host of letters, digits, dots and hyphens';
  if (url.protocol === 'http:' && !LOOPBACK.has(url.hostname)) {
    return 'Must be https; http is allowed only for loopback hosts (localhost, 127.0.0.1, [::1])';
  }
  return null;
}
