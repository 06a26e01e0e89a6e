import { afterEach, describe, expect, it } from 'vitest';
import { useClock } from '../../../../src/kernel/clock';
import { AppSecret } from '../../../../src/platform/config/app-secret';
import { SecretBox, SecretUnreadable } from '../../../../src/platform/crypto/secret-box';

const OLD = 'the secret before, of at least thirty-two characters';
const NEW = 'the secret of now, of at least thirty-two characters';

describe('SecretBox', () => {
  const box = new SecretBox(new AppSecret(NEW));

  it.each(['', 'a', 'ünïcode 🔑', 'x'.repeat(10_000)])('opens what it sealed %#', (secret) => {
    expect(box.open(box.seal(secret, 'a:1'), 'a:1')).toBe(secret);
  });

  it('reveals nothing of the secret, and seals the same one differently each time', () => {
    const sealed = Array.from({ length: 50 }, () => box.seal('JBSWY3DPEHPK3PXP', 'a:1'));
    expect(new Set(sealed).size).toBe(50);
    for (const text of sealed) {
      expect(text.startsWith(box.presentPrefix)).toBe(true);
      expect(Buffer.from(text.split('.')[2]!, 'base64url').toString('latin1')).not.toContain('JBSWY3');
    }
  });

  it('rejects a text that was sealed for another record', () => {
    expect(() => box.open(box.seal('secret', 'a:1'), 'a:2')).toThrow(SecretUnreadable);
  });

  it('rejects a text that was changed in any bit, cut or invented', () => {
    const sealed = box.seal('secret', 'a:1');
    const [version, keyId, text] = sealed.split('.') as [string, string, string];
    const bytes = Buffer.from(text, 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3]! ^= 1 << (bit & 7);
      expect(() => box.open(`${version}.${keyId}.${changed.toString('base64url')}`, 'a:1')).toThrow(
        SecretUnreadable,
      );
    }
    for (const other of [
      '',
      '..',
      'v1',
      `v2.${keyId}.${text}`,
      `v1.${keyId}.`,
      `v1.${keyId}.${text.slice(0, 20)}`,
      `v1.other.${text}`,
    ])
      expect(() => box.open(other, 'a:1')).toThrow(SecretUnreadable);
  });

  it.each(['A', '=', '!', ' ', '.'])('rejects %j after the sealed text, whatever its length', (extra) => {
    for (const secret of ['a', 'ab', 'abc', 'abcd'])
      expect(() => box.open(`${box.seal(secret, 'a:1')}${extra}`, 'a:1')).toThrow(SecretUnreadable);
  });

  it('rejects a text sealed with another secret', () => {
    const other = new SecretBox(new AppSecret(OLD));
    expect(() => other.open(box.seal('secret', 'a:1'), 'a:1')).toThrow(SecretUnreadable);
  });

  it('during a rotation opens both and seals with the new one', () => {
    const sealedBefore = new SecretBox(new AppSecret(OLD)).seal('secret', 'a:1');
    const rotating = new SecretBox(new AppSecret(NEW, OLD));
    expect(rotating.open(sealedBefore, 'a:1')).toBe('secret');
    expect(sealedBefore.startsWith(rotating.presentPrefix)).toBe(false);
    expect(box.open(rotating.seal('secret', 'a:1'), 'a:1')).toBe('secret');
  });

  describe('content with a lifetime', () => {
    const start = new Date('2026-01-01T00:00:00.000Z').getTime();
    const at = (ms: number) => useClock({ now: () => new Date(start + ms) });
    afterEach(() => useClock());

    it('is read until it expires', () => {
      at(0);
      const sealed = box.sealFor(1_000, { a: 1 }, 'flow');
      at(999);
      expect(box.openCurrent(sealed, 'flow')).toEqual({ a: 1 });
      at(1_000);
      expect(box.openCurrent(sealed, 'flow')).toBeNull();
    });

    it('is not read for another purpose, or if this service did not seal it', () => {
      const sealed = box.sealFor(1_000, { a: 1 }, 'flow');
      expect(box.openCurrent(sealed, 'other')).toBeNull();
      expect(box.openCurrent('v1.other.AAAA', 'flow')).toBeNull();
      expect(box.openCurrent(box.seal('no JSON', 'flow'), 'flow')).toBeNull();
    });
  });
});
