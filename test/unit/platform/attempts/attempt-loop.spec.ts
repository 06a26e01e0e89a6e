import { afterEach, describe, expect, it } from 'vitest';
import { AttemptLoop } from '../../../../src/platform/attempts/attempt-loop';

const FULL = 10;

let loop: AttemptLoop<object>;

afterEach(() => loop.stop());

/** Claims these numbers of rows one after the other; resolves when the last claim has been asked for. */
async function claim(numbers: readonly number[], attempt: () => Promise<void>) {
  const claimed: number[] = [];
  let polls = 0;
  let hasEnded = false;
  await new Promise<void>((resolve) => {
    loop = new AttemptLoop({
      listen: () => () => undefined,
      hasRoom: () => true,
      hasDue: () => {
        if (!hasEnded) polls += 1;
        return Promise.resolve(!hasEnded);
      },
      startDue: () => {
        const count = numbers[claimed.length] ?? 0;
        claimed.push(count);
        for (let started = 0; started < count; started += 1) loop.add({}, attempt());
        if (claimed.length === numbers.length) {
          hasEnded = true;
          resolve();
        }
        return Promise.resolve(count);
      },
      onFailure: (error) => {
        throw error;
      },
    });
    loop.start();
  });
  return { claimed, polls };
}

describe('a loop of attempts', () => {
  it('claims more after full claims, without a poll between them', async () => {
    const { claimed, polls } = await claim([FULL, FULL, FULL, 0], () => Promise.resolve());
    expect(claimed).toEqual([FULL, FULL, FULL, 0]);
    expect(polls).toBe(1);
  });

  it('polls again after a claim of a few', async () => {
    const { polls } = await claim([1, 1, 0], () => Promise.resolve());
    expect(polls).toBe(3);
  });

  it('claims more while the attempts of a full claim do not end', async () => {
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const { claimed } = await claim([FULL, FULL], () => ended);
    end();
    expect(claimed).toEqual([FULL, FULL]);
  });
});
