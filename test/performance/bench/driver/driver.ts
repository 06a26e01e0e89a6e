import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { BoardHandles } from '../subject';
import type { RoundOrder, RoundResult } from './closed-loop';
import type { FromDriver, ToDriver } from './messages';

/**
 * The load driver in a separate process, so that neither the run nor a loader adds to a latency.
 */
export class Driver {
  private constructor(private readonly process: ChildProcess) {}

  static async start(): Promise<Driver> {
    const driver = new Driver(fork(join(__dirname, 'main.js')));
    await driver.answer();
    return driver;
  }

  async useBoard(subject: string, handles: BoardHandles): Promise<void> {
    await this.ask({ kind: 'board', subject, handles });
  }

  async round(subject: string, operation: string, order: RoundOrder): Promise<RoundResult> {
    return (await this.ask({ kind: 'round', subject, operation, order }))!;
  }

  /** A round in progress fails. */
  async stop(): Promise<void> {
    if (!this.process.connected) return;
    const ended = once(this.process, 'exit');
    this.process.disconnect();
    await ended;
  }

  private async ask(message: ToDriver): Promise<RoundResult | null> {
    const answered = this.answer();
    this.process.send(message);
    const answer = await answered;
    if (answer.kind === 'failed') throw new Error(answer.reason);
    return answer.kind === 'done' ? answer.result : null;
  }

  private async answer(): Promise<FromDriver> {
    const ended = new AbortController();
    try {
      const [message] = (await Promise.race([
        once(this.process, 'message', { signal: ended.signal }),
        once(this.process, 'exit', { signal: ended.signal }).then(() => {
          throw new Error('The load driver ended');
        }),
      ])) as [FromDriver];
      return message;
    } finally {
      ended.abort();
    }
  }
}
