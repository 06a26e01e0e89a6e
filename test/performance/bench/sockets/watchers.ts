import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Change, Delays, FromWatchers, ToWatchers } from './messages';

/** Sockets of one board in a separate process, so that receiving delays no request. */
export class Watchers {
  private readonly process: ChildProcess = fork(join(__dirname, 'main.js'));

  /** Resolves when all of them are subscribed. */
  async open(baseUrl: string, token: string, boardId: string, count: number): Promise<void> {
    const url = `${baseUrl.replace(/^http/, 'ws')}/ws/${boardId}`;
    await this.ask({ kind: 'open', url, token, count });
  }

  async delays(changes: readonly Change[]): Promise<Delays> {
    return (await this.ask({ kind: 'compare', changes }))!;
  }

  async close(): Promise<void> {
    await this.ask({ kind: 'close' });
  }

  async stop(): Promise<void> {
    if (!this.process.connected) return;
    const ended = once(this.process, 'exit');
    this.process.disconnect();
    await ended;
  }

  private async ask(message: ToWatchers): Promise<Delays | null> {
    const answered = once(this.process, 'message') as Promise<[FromWatchers]>;
    const ended = once(this.process, 'exit').then(() => {
      throw new Error('The process of the watchers ended');
    });
    this.process.send(message);
    const [answer] = await Promise.race([answered, ended]);
    if (answer.kind === 'failed') throw new Error(answer.reason);
    return answer.delays;
  }
}
