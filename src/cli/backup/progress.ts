import type { Log } from '../../platform/logging/log';

/** Shows how far a command is. Units are bytes. */
export interface Progress {
  /** Begins a step, and ends the one before. The total can be an estimate. */
  begin(step: string, totalBytes: number): void;
  advance(bytes: number): void;
  end(): void;
}

const LOG_EVERY_MS = 10_000;
const DRAW_EVERY_MS = 100;
const BAR_WIDTH = 30;

abstract class SteppedProgress implements Progress {
  protected step = '';
  protected doneBytes = 0;
  private totalBytes = 0;
  private shownMs = 0;

  constructor(private readonly everyMs: number) {}

  begin(step: string, totalBytes: number): void {
    this.end();
    this.step = step;
    this.doneBytes = 0;
    this.totalBytes = totalBytes;
    this.show();
  }

  advance(bytes: number): void {
    this.doneBytes += bytes;
    const nowMs = performance.now();
    if (nowMs - this.shownMs < this.everyMs) return;
    this.shownMs = nowMs;
    this.show();
  }

  end(): void {
    if (this.step !== '') this.finish();
    this.step = '';
  }

  /** 0 to 99 until the step ends: the total is an estimate. */
  protected get percent(): number {
    return this.totalBytes === 0 ? 0 : Math.min(99, Math.floor((this.doneBytes / this.totalBytes) * 100));
  }

  protected abstract show(): void;
  protected abstract finish(): void;
}

/** One line of a terminal, which is drawn again. */
export class ProgressBar extends SteppedProgress {
  constructor(private readonly terminal: NodeJS.WriteStream) {
    super(DRAW_EVERY_MS);
  }

  protected show(): void {
    this.draw(this.percent);
  }

  protected finish(): void {
    this.draw(100);
    this.terminal.write('\n');
  }

  private draw(percent: number): void {
    const filled = Math.round((percent / 100) * BAR_WIDTH);
    const bar = '#'.repeat(filled).padEnd(BAR_WIDTH, '.');
    this.terminal.write(
      `\r${this.step.padEnd(10)} [${bar}] ${String(percent).padStart(3)} %  ${mebibytes(this.doneBytes)} MiB`,
    );
  }
}

/** Lines of the log: at the beginning of each step, and every ten seconds. */
export class ProgressLines extends SteppedProgress {
  constructor(private readonly log: Log) {
    super(LOG_EVERY_MS);
  }

  protected show(): void {
    this.log.info('in progress', {
      step: this.step,
      percent: this.percent,
      mebibytes: mebibytes(this.doneBytes),
    });
  }

  protected finish(): void {
    this.log.info('done', { step: this.step, mebibytes: mebibytes(this.doneBytes) });
  }
}

function mebibytes(bytes: number): number {
  return Math.round(bytes / 2 ** 20);
}
