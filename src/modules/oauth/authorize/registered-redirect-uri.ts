/** An address on this computer: what precedes the port, the port, and what follows. */
const LOOPBACK = /^(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]))(?::[1-9]\d{0,4})?((?:[/?].*)?)$/;

/**
 * Whether a client may name this address, given those that it registered. Addresses match character by character; a native
 * application listens on the port that its system gives it, so only the port of a loopback address may differ
 * (RFC 8252 §7.3, RFC 9700 §4.1.3).
 */
export function isRegisteredRedirectUri(uri: string, registered: readonly string[]): boolean {
  if (registered.includes(uri)) return true;
  const portless = withoutLoopbackPort(uri);
  return portless !== null && registered.some((each) => withoutLoopbackPort(each) === portless);
}

/** Null for an address that is not on this computer. */
function withoutLoopbackPort(uri: string): string | null {
  const found = LOOPBACK.exec(uri);
  return found === null || !URL.canParse(uri) ? null : `${found[1]}${found[2]}`;
}
