import { HOTP, Secret, TOTP } from 'otpauth';
import { isSameSecret } from '../../../platform/crypto/constant-time';
import { randomKey } from '../../../platform/crypto/random';

/** RFC 6238 with the settings that every authenticator supports. */
const SETTINGS = { algorithm: 'SHA1', digits: 6 };
const STEP_SECONDS = 30;
/** RFC 4226 requires 128 bits and recommends 160. */
const KEY_BYTES = 20;
/** Tolerates clock skew and typing time. */
const TOLERATED_STEPS = 1;

export function newTotpKey(): Buffer {
  return randomKey(KEY_BYTES);
}

/** The key as users type it into an authenticator. */
export function totpKeyText(key: Uint8Array): string {
  return secretOf(key).base32;
}

/** The link in the QR code: the key, the account and the service. */
export function authenticatorLink(key: Uint8Array, email: string, issuer: string): string {
  return new TOTP({
    ...SETTINGS,
    period: STEP_SECONDS,
    issuer,
    label: email,
    secret: secretOf(key),
  }).toString();
}

export function totpCode(key: Uint8Array, step: number): string {
  return HOTP.generate({ ...SETTINGS, secret: secretOf(key), counter: step });
}

export function totpStep(nowMs: number): number {
  return Math.floor(nowMs / 1000 / STEP_SECONDS);
}

/**
 * The newest step that the code matches, or null. Steps up to `lastStep` are used: no code is accepted
 * twice. Every step is compared in constant time; the library stops at the first match.
 */
export function stepOfCode(key: Uint8Array, code: string, nowMs: number, lastStep: number): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const present = totpStep(nowMs);
  let found: number | null = null;
  for (let step = present - TOLERATED_STEPS; step <= present + TOLERATED_STEPS; step += 1) {
    const isSame = isSameSecret(code, totpCode(key, step));
    if (isSame && step > lastStep) found = step;
  }
  return found;
}

function secretOf(key: Uint8Array): Secret {
  // The `.buffer` of a Buffer is the whole pool.
  return new Secret({ buffer: Uint8Array.from(key).buffer });
}
