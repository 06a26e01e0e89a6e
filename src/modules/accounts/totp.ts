import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** RFC 6238 with what every authenticator understands: SHA-1, six digits, half a minute. */
const STEP_SECONDS = 30;
const DIGITS = 6;
/** RFC 4226 asks for 160 bits. */
const KEY_BYTES = 20;
/** Clocks of phones and servers differ a little, and people type slowly. */
const TOLERATED_STEPS = 1;

export function newTotpKey(): Buffer {
  return randomBytes(KEY_BYTES);
}

export function totpCode(key: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', key).update(counter).digest();
  const offset = digest.at(-1)! & 0x0f;
  const number = (digest.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 10 ** DIGITS;
  return String(number).padStart(DIGITS, '0');
}

export function totpStep(nowMs: number): number {
  return Math.floor(nowMs / 1000 / STEP_SECONDS);
}

/** The newest step whose code this is, or null. Steps up to `lastStep` are used up: no code is taken twice. */
export function stepOfCode(key: Uint8Array, code: string, nowMs: number, lastStep: number): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const present = totpStep(nowMs);
  let found: number | null = null;
  for (let step = present - TOLERATED_STEPS; step <= present + TOLERATED_STEPS; step += 1) {
    const isSame = timingSafeEqual(Buffer.from(totpCode(key, step)), Buffer.from(code));
    if (isSame && step > lastStep) found = step;
  }
  return found;
}
