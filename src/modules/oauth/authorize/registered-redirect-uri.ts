/** A loopback URI: the part before the port, the port, and the rest. */
const LOOPBACK = /^(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]))(?::[1-9]\d{0,4})?((?:[/?].*)?)$/;

/**
 * Whether the client has registered this redirect URI. URIs are compared character by character. Native applications
 * listen on a port that the operating system assigns, so the port of a loopback address may differ (RFC 8252 §7.3, RFC
 * 9700 §4.1.3).
 */
export function isRegisteredRedirectUri(uri: string, registered: readonly string[]): boolean {
  if (registered.includes(uri)) return true;
  const portless = withoutLoopbackPort(uri);
  return portless !== null && registered.some((each) => withoutLoopbackPort(each) === portless);
}

/** Null if the address is not a loopback address. */
function withoutLoopbackPort(uri: string): string | null {
  const found = LOOPBACK.exec(uri);
  return found === null || !URL.canParse(uri) ? null : `${found[1]}${found[2]}`;
}
