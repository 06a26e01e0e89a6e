import { setTimeout as delay } from 'node:timers/promises';
import { Connection } from '../driver/connection';
import { mutationRequest } from '../driver/http-request';
import { integerAt } from '../data/pseudo-random';
import type { BoardHandles, RunningSubject } from '../subject';
import { type Change, steadyMs } from './messages';

const CONNECTIONS = 16;
const ITEM_SALT = 1;

/** Calls items.setValue at a steady rate, each time with another value. */
export class SteadyChanges {
  private free: Connection[] = [];
  private readonly opened: Connection[] = [];
  private readonly inProgress = new Map<Connection, { value: number; requestedMs: number }>();
  private changes: Change[] = [];
  private problem: Error | null = null;
  private lastValue = 0;

  private constructor(private readonly board: BoardHandles) {}

  static async open({ baseUrl, token }: RunningSubject, board: BoardHandles): Promise<SteadyChanges> {
    const changes = new SteadyChanges(board);
    for (let at = 0; at < CONNECTIONS; at += 1) {
      changes.opened.push(await Connection.open(baseUrl, token, changes));
    }
    changes.free = [...changes.opened];
    return changes;
  }

  /** Resolves after the last response. */
  async run(perSecond: number, seconds: number): Promise<readonly Change[]> {
    this.changes = [];
    const startedAt = performance.now();
    for (let at = 0; at < perSecond * seconds; at += 1) {
      // Irregular, as users are.
      await delay(Math.max(0, startedAt + ((at + Math.random()) * 1000) / perSecond - performance.now()));
      while (this.free.length === 0 && this.problem === null) await delay(1);
      if (this.problem !== null) throw this.problem;
      // In turn: the server closes a connection that stays without a request.
      this.change(this.free.shift()!);
    }
    while (this.inProgress.size > 0 && this.problem === null) await delay(1);
    if (this.problem !== null) throw this.problem;
    return this.changes;
  }

  close(): void {
    for (const connection of this.opened) connection.close();
  }

  answered(connection: Connection, status: number, body: () => string): void {
    const { value, requestedMs } = this.inProgress.get(connection)!;
    this.inProgress.delete(connection);
    this.changes.push({ value, requestedMs, respondedMs: steadyMs() });
    this.free.push(connection);
    if (status !== 200) this.problem = new Error(`status ${status}: ${body()}`);
  }

  broken(problem: Error): void {
    this.problem = problem;
  }

  private change(connection: Connection): void {
    this.lastValue += 1;
    const value = this.lastValue;
    const { itemIds, columnIds } = this.board;
    const itemId = itemIds[integerAt(value, ITEM_SALT, itemIds.length)];
    this.inProgress.set(connection, { value, requestedMs: steadyMs() });
    connection.send(mutationRequest('items.setValue', { itemId, columnId: columnIds.points, value }));
  }
}
