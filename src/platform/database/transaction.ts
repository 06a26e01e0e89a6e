import type { EntityManager, QueryRunner } from 'typeorm';
import type { ClientBase } from 'pg';
import { runNamed } from './named-query';
import type { Statement } from './statement';

/** An open transaction. Code can carry it in its context; only the transaction runner opens and ends one. */
export class Transaction {
  private readonly committed: (() => void)[] = [];
  readonly changed = new Set<string>();

  constructor(
    private readonly queryRunner: QueryRunner,
    private readonly client: ClientBase,
  ) {}

  get manager(): EntityManager {
    return this.queryRunner.manager;
  }

  query<Row>(statement: Statement, values: unknown[]): Promise<Row[]> {
    return runNamed<Row>(this.client, statement, values);
  }

  /** Names something that caches may hold; every replica drops it when, and only when, this commits. */
  touch(topic: string): void {
    this.changed.add(topic);
  }

  /** Runs after the commit and before the caller gets its answer; must not throw. */
  afterCommit(listener: () => void): void {
    this.committed.push(listener);
  }

  announceCommit(): void {
    for (const listener of this.committed) listener();
  }
}

/** What database code needs to know of its caller: the transaction it is in, if any. */
export interface DatabaseContext {
  readonly transaction: Transaction | null;
}

export type InTransaction<C extends DatabaseContext> = C & { readonly transaction: Transaction };
