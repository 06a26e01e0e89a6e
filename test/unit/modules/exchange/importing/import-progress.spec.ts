import { describe, expect, it } from 'vitest';
import { ImportProgress } from '../../../../../src/modules/exchange/importing/import-progress';

/** The steps of an import, whose first `show` waits until `release` is called. */
function steps(show?: () => Promise<void>) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const shown: number[] = [];
  const merged: number[] = [];
  const progress = new ImportProgress({
    show: async (done) => {
      shown.push(done);
      await (show ?? (() => released))();
    },
    merge: async () => void merged.push(shown.at(-1)!),
  });
  return { progress, shown, merged, release };
}

describe('the progress of an import', () => {
  it('is shown by one step at a time, and rows that are written meanwhile wait for none', async () => {
    const { progress, shown, release } = steps();
    progress.advance(500);
    progress.advance(1_000);
    expect(shown).toEqual([500]);
    release();
    await progress.settle();
    progress.advance(1_500);
    await progress.settle();
    expect(shown).toEqual([500, 1_500]);
  });

  it('merges names after some thousand items', async () => {
    const { progress, merged, release } = steps();
    release();
    for (let done = 500; done <= 5_000; done += 500) {
      progress.advance(done);
      await progress.settle();
    }
    expect(merged).toEqual([2_000, 4_000]);
  });

  it('merges names also in another attempt, which writes the rows from the start', async () => {
    const { progress, merged, release } = steps();
    release();
    for (const done of [2_000, 4_000, 500, 1_500, 2_500, 4_500]) {
      progress.advance(done);
      await progress.settle();
    }
    expect(merged).toEqual([2_000, 4_000, 2_500, 4_500]);
  });

  it('continues after a step that fails', async () => {
    const { progress, shown } = steps(() => Promise.reject(new Error('No connection')));
    progress.advance(500);
    await progress.settle();
    progress.advance(1_000);
    await progress.settle();
    expect(shown).toEqual([500, 1_000]);
  });
});
