import { base32 } from './base32';

/** What an authenticator reads from a QR code: the key, whose it is, and where it is for. */
export function authenticatorLink(key: Uint8Array, email: string, issuer: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(email)}`;
  const settings = `secret=${base32(key)}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=6&period=30`;
  return `otpauth://totp/${label}?${settings}`;
}
