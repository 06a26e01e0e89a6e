import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ProgressBar, ProgressLines } from '../../../../src/cli/backup/progress';
import { Log } from '../../../../src/platform/logging/log';

const MIB = 2 ** 20;

describe('the progress of a command', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());

  it('is one line for each step on a terminal', () => {
    let drawn = '';
    const bar = new ProgressBar({ write: (text: string) => (drawn += text) } as never);
    bar.begin('tables', 4 * MIB);
    vi.advanceTimersByTime(200);
    bar.advance(2 * MIB);
    // Within a tenth of a second: not drawn.
    bar.advance(MIB);
    vi.advanceTimersByTime(200);
    // More than the estimate.
    bar.advance(3 * MIB);
    bar.end();
    bar.end();
    expect(drawn.split('\n')).toHaveLength(2);
    expect(drawn.split('\r').slice(1)).toEqual([
      'tables     [..............................]   0 %  0 MiB',
      'tables     [###############...............]  50 %  2 MiB',
      'tables     [##############################]  99 %  6 MiB',
      'tables     [##############################] 100 %  6 MiB\n',
    ]);
  });

  it('is a line of the log every ten seconds elsewhere', () => {
    const lines: Record<string, unknown>[] = [];
    const log = new Log({ write: (line: string) => void lines.push(JSON.parse(line) as never) });
    const progress = new ProgressLines(log);
    progress.begin('files', 10 * MIB);
    for (let second = 1; second <= 20; second += 1) {
      vi.advanceTimersByTime(1_000);
      progress.advance(MIB / 2);
    }
    progress.end();
    expect(lines.map(({ msg, step, percent, mebibytes }) => [msg, step, percent, mebibytes])).toEqual([
      ['in progress', 'files', 0, 0],
      ['in progress', 'files', 50, 5],
      ['in progress', 'files', 99, 10],
      ['done', 'files', undefined, 10],
    ]);
  });
});
