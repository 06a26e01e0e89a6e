import { createHmac } from 'node:crypto';
import type { TestAccount } from './factories/account.factory';
import type { WireClient } from './client';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** An authenticator app, after RFC 6238; nothing of the server's code is in it. */
export class Authenticator {
  private readonly key: Buffer;

  constructor(secret: string) {
    const bits = [...secret]
      .map((character) => ALPHABET.indexOf(character).toString(2).padStart(5, '0'))
      .join('');
    const bytes = bits.match(/.{8}/g) ?? [];
    this.key = Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
  }

  code(atMs: number): string {
    const counter = Buffer.alloc(8);
    counter.writeUInt32BE(Math.floor(atMs / 30_000), 4);
    const digest = createHmac('sha1', this.key).update(counter).digest();
    const offset = digest[19]! % 16;
    const number = ((digest[offset]! % 128) << 24) | digest.readUIntBE(offset + 1, 3);
    return String(number % 1_000_000).padStart(6, '0');
  }
}

export interface ProtectedAccount extends TestAccount {
  authenticator: Authenticator;
  recoveryCodes: string[];
  /** The code that switched it on, which is used up, is of this time; codes of later steps are fresh. */
  enabledAtMs: number;
}

/** Puts a second factor on an account, over the wire, at a time that the test's clock shows. */
export async function withSecondFactor(
  account: TestAccount,
  nowMs: number,
  client: WireClient = account.client,
): Promise<ProtectedAccount> {
  const begun = await client.mutate('auth.twoFactor.begin');
  const authenticator = new Authenticator(begun.data.secret as string);
  const enabled = await client.mutate('auth.twoFactor.enable', { code: authenticator.code(nowMs) });
  if (enabled.status !== 200) throw new Error(JSON.stringify(enabled.body));
  return { ...account, authenticator, recoveryCodes: enabled.data.recoveryCodes, enabledAtMs: nowMs };
}
