import type { ClientBase } from 'pg';
import { runCopy } from './copy/copy-in';
import { runNamed, type StatementResult } from './named-query';
import type { Statement } from './statement';

/** An open transaction. Code can carry it in its context; only the transaction runner opens and ends it. */
export class Transaction {
  private readonly committed: (() => void)[] = [];
  readonly changed = new Set<string>();
  private savepoints = 0;

  constructor(private readonly client: ClientBase) {}

  send<Row>(statement: Statement, values: unknown[]): Promise<StatementResult<Row>> {
    return runNamed<Row>(this.client, statement, values);
  }

  /** `command` is `copy … from stdin`, `rows` is text of `copyRow`. Must not be the first statement of the transaction. */
  copy(command: string, rows: string): Promise<void> {
    return runCopy(this.client, command, rows);
  }

  /** What `work` does becomes part of the transaction, or nothing does when `work` throws. */
  async savepoint<T>(work: () => Promise<T>): Promise<T> {
    const name = `savepoint_${(this.savepoints += 1)}`;
    const changed = new Set(this.changed);
    const listeners = this.committed.length;
    await this.client.query(`savepoint ${name}`);
    try {
      const result = await work();
      await this.client.query(`release savepoint ${name}`);
      return result;
    } catch (error) {
      await this.client.query(`rollback to savepoint ${name}`);
      for (const topic of this.changed) if (!changed.has(topic)) this.changed.delete(topic);
      this.committed.length = listeners;
      throw error;
    }
  }

  /** Names a topic that caches may contain; every replica drops it when, and only when, this transaction commits. */
  invalidate(topic: string): void {
    this.changed.add(topic);
  }

  /** Runs after the commit and before the caller gets the response; must not throw. */
  afterCommit(listener: () => void): void {
    this.committed.push(listener);
  }

  publishCommit(): void {
    for (const listener of this.committed) listener();
  }
}

/**
 * The access that authorized the work, which can be revoked while the work runs. Every transaction checks it at its start
 * and before the commit (decision 0080).
 */
export interface AccessLease {
  /** Whether the source of the access is unchanged. Reads memory only, without a statement. */
  isCurrent(): boolean;
  /** Reads, in the transaction, whether the change leaves everything that authorized the work. */
  isConfirmed(context: InTransaction<DatabaseContext>): Promise<boolean>;
  /** Reads the access again for the context of another attempt; throws when it was revoked. */
  renew(): Promise<object>;
}

/** The context of database code: its transaction, if any. */
export interface DatabaseContext {
  readonly transaction: Transaction | null;
  /** Absent when the work runs for no caller. */
  readonly lease?: AccessLease;
}

export type InTransaction<C extends DatabaseContext> = C & { readonly transaction: Transaction };

/**
 * Whether a write is a transaction of its own, so that nothing checks the caller's access between its end and its commit. It
 * ends with `item_write_is_in_time` (decision 0080).
 */
export function isAlone({ transaction, lease }: DatabaseContext): boolean {
  return transaction === null && lease !== undefined;
}
