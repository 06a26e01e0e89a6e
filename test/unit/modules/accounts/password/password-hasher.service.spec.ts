import { hash } from '@node-rs/argon2';
import { describe, expect, it } from 'vitest';
import { PasswordHasherService } from '../../../../../src/modules/accounts/password/password-hasher.service';

const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1 };

describe('the password hasher', () => {
  it('hashes at the specified cost, with a new salt each time', async () => {
    const hasher = new PasswordHasherService();
    const [one, two] = await Promise.all([hasher.hash('secret word'), hasher.hash('secret word')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=4\$/);
    expect(one).not.toBe(two);
    expect(await hasher.verify(one, 'secret word')).toBe(true);
    expect(await hasher.verify(one, 'Secret word')).toBe(false);
  });

  it('treats an accent the same however a keyboard composes it, and changes nothing else', async () => {
    const hasher = new PasswordHasherService();
    const passwordHash = await hasher.hash('caf\u00e9 \u00c5ngstr\u00f6m');
    expect(await hasher.verify(passwordHash, 'cafe\u0301 A\u030angstro\u0308m')).toBe(true);
    for (const other of [
      'cafe Angstrom',
      'caf\u00e9 \u00e5ngstr\u00f6m',
      '\uff43af\u00e9 \u00c5ngstr\u00f6m',
    ])
      expect([other, await hasher.verify(passwordHash, other)]).toEqual([other, false]);
  });

  it('rejects an unknown user, after the same work', async () => {
    const hasher = new PasswordHasherService();
    expect(await hasher.verify(null, '')).toBe(false);
  });

  it('runs two at a time, queues 50 and immediately rejects the rest', async () => {
    const hasher = new PasswordHasherService();
    const passwordHash = await hash('word', CHEAP);
    const tries = Array.from({ length: 60 }, () => hasher.verify(passwordHash, 'word'));
    const outcomes = await Promise.allSettled(tries);
    const rejected = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(rejected).toHaveLength(60 - 52);
    for (const { reason } of rejected) {
      expect(reason).toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfterSeconds: 3 });
    }
    expect(await hasher.verify(passwordHash, 'word')).toBe(true);
  });
});
