import { describe, expect, it } from 'vitest';
import { forEachFile } from '../../../../../src/cli/backup/files/for-each-file';

const never = new AbortController().signal;

describe('the files of a backup', () => {
  it('are handled four at a time, each once', async () => {
    let running = 0;
    let mostRunning = 0;
    const handled: number[] = [];
    await forEachFile(
      Array.from({ length: 50 }, (_, at) => at),
      never,
      async (file) => {
        mostRunning = Math.max(mostRunning, (running += 1));
        await Promise.resolve();
        running -= 1;
        handled.push(file);
      },
    );
    expect(handled.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 50 }, (_, at) => at));
    expect(mostRunning).toBe(4);
  });

  it('are not begun after a failure, which is thrown when those in progress have ended', async () => {
    const events: string[] = [];
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const all = forEachFile(['slow', 'bad', 'good', 'good', 'late', 'late'], never, async (file) => {
      if (file === 'bad') throw new Error('bad');
      if (file === 'slow') await released;
      events.push(file);
      if (file === 'good') release();
    });
    await expect(all).rejects.toThrow('bad');
    expect(events).toContain('slow');
    expect(events).not.toContain('late');
  });

  it('end with the reason of the signal', async () => {
    const interruption = new AbortController();
    const all = forEachFile([1, 2, 3, 4, 5, 6], interruption.signal, async () => {
      interruption.abort(new Error('interrupted'));
    });
    await expect(all).rejects.toThrow('interrupted');
  });
});
