import { Inject, Injectable } from '@nestjs/common';
import type { ClientBase } from 'pg';
import { DataSource } from 'typeorm';
import { AppError } from '../../kernel/app-error';
import { ChangeFeed } from '../cache/change-feed';
import { assertNoDryRun } from '../dry-run/dry-run';
import { isLateWrite, isRetryable } from './database-errors';
import { ProcessSignals } from './process-signals';
import { TenantConnectionLimiter } from './tenant-connection-limiter';
import { type DatabaseContext, hasCurrentAccess, type InTransaction, Transaction } from './transaction';

const MAX_ATTEMPTS = 4;

interface RunOptions {
  isQuiet?: boolean;
  isRehearsal?: boolean;
}

/** The caller's access changed while the transaction ran with the previous access. */
class AccessChanged extends AppError {
  constructor() {
    super('CONFLICT', 'Your access changed several times while this call ran; try again');
  }
}

/** Opens transactions; a context that already has a transaction joins it. */
@Injectable()
export class TransactionRunner {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    private readonly changes: ChangeFeed,
    private readonly shares: TenantConnectionLimiter,
    private readonly signals: ProcessSignals,
  ) {}

  /**
   * Commits everything that `work` does, or nothing. Deadlocks and serialization failures are retried and the caller does
   * not see them, so `work` must have no effect outside the database. A transaction whose caller's access changed in the
   * meantime is retried with the new access, or fails.
   */
  async run<C extends DatabaseContext, T>(
    context: C,
    work: (context: InTransaction<C>) => Promise<T>,
    options: RunOptions = {},
  ): Promise<T> {
    if (context.transaction) return work(context as InTransaction<C>);
    if (options.isRehearsal !== true) assertNoDryRun('open a transaction of its own');
    let current = context;
    for (let attempt = 1; ; attempt += 1) {
      current = await this.renewed(current);
      try {
        return await this.shares.within(current, () => this.attempt(current, work, options));
      } catch (error) {
        const isRepeated = error instanceof AccessChanged || isRetryable(error);
        if (attempt === MAX_ATTEMPTS || !isRepeated) throw error;
      }
    }
  }

  /**
   * As `run`, for background work that writes no events but with Outbox.append: the commit does not wake the relay, which would
   * search the outbox after each batch of the consumers of its own log.
   */
  runQuietly<C extends DatabaseContext, T>(
    context: C,
    work: (context: InTransaction<C>) => Promise<T>,
  ): Promise<T> {
    return this.run(context, work, { isQuiet: true });
  }

  /**
   * As `run`, but rolls everything back when `work` is done: nothing is written, invalidated or sent. Constraints and the caller's
   * access are checked as before a commit.
   */
  rehearse<C extends DatabaseContext, T>(
    context: C,
    work: (context: InTransaction<C>) => Promise<T>,
  ): Promise<T> {
    if (context.transaction) throw new Error('A transaction that joins another cannot be rolled back alone');
    return this.run(context, work, { isRehearsal: true });
  }

  /**
   * For a write of one statement, which can be preceded by reads: no transaction is opened, which saves two round trips. A
   * write that waited for a lock or met a deadlock is repeated in a transaction, as is all work before it.
   */
  async runStatement<C extends DatabaseContext, T>(context: C, work: (context: C) => Promise<T>): Promise<T> {
    if (context.transaction) return work(context);
    try {
      return await this.announced(work(await this.renewed(context)));
    } catch (error) {
      if (!isLateWrite(error) && !isRetryable(error)) throw error;
    }
    return this.run(context, work);
  }

  /** A write that is a transaction of its own: wakes the relay of its event. */
  async announced<T>(write: Promise<T>): Promise<T> {
    const result = await write;
    this.signals.raise('outbox');
    return result;
  }

  /**
   * The context with the access that its caller has now; throws when it was revoked. Read while the call has no connection:
   * calls that waited for a second connection could wait for each other.
   */
  async renewed<C extends DatabaseContext>(context: C): Promise<C> {
    return hasCurrentAccess(context) ? context : { ...context, ...(await context.lease!.renew()) };
  }

  private async attempt<C extends DatabaseContext, T>(
    context: C,
    work: (context: InTransaction<C>) => Promise<T>,
    { isQuiet = false, isRehearsal = false }: RunOptions,
  ): Promise<T> {
    const queryRunner = this.dataSource.createQueryRunner();
    try {
      const client = (await queryRunner.connect()) as ClientBase;
      const transaction = new Transaction(client, isRehearsal);
      try {
        const inside = { ...context, transaction };
        const answer = await work(inside);
        if (isRehearsal) {
          await this.confirmAccess(inside);
          await transaction.rehearseCommit();
          await transaction.rollback();
          return answer;
        }
        if (!transaction.isCommitted) await this.commit(inside);
        const topics = [...transaction.changed];
        // This process reads its own writes immediately; the notification reaches its replicas a moment later.
        this.changes.publish(topics);
        if (!isQuiet) this.signals.raise('outbox');
        transaction.publishCommit();
        return answer;
      } catch (error) {
        await transaction.rollback().catch(() => undefined);
        throw error;
      }
    } finally {
      await queryRunner.release();
    }
  }

  private async commit(context: InTransaction<DatabaseContext>): Promise<void> {
    await this.confirmAccess(context);
    await context.transaction.commit();
  }

  private async confirmAccess(context: InTransaction<DatabaseContext>): Promise<void> {
    if (!hasCurrentAccess(context) && !(await context.lease!.isConfirmed(context))) throw new AccessChanged();
  }
}
