import { Inject, Injectable } from '@nestjs/common';
import type { ClientBase } from 'pg';
import { DataSource } from 'typeorm';
import { ChangeFeed } from '../cache/change-feed';
import { isRetryable } from './database-errors';
import { OrganizationShares } from './organization-shares';
import { statement } from './statement';
import { type DatabaseContext, type InTransaction, Transaction } from './transaction';

const MAX_ATTEMPTS = 4;

const ANNOUNCE = statement(
  'announce-changes',
  `select pg_notify('trestle_changes', topic) from unnest($1::text[]) topic`,
);

/** Opens transactions; a context that is in one already joins it. */
@Injectable()
export class TransactionRunner {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    private readonly changes: ChangeFeed,
    private readonly shares: OrganizationShares,
  ) {}

  /**
   * Commits what `work` does as a whole, or nothing. Deadlocks and serialization failures are tried again, so `work`
   * must have no effect but in the database; the caller sees neither.
   */
  async run<C extends DatabaseContext, T>(
    context: C,
    work: (context: InTransaction<C>) => Promise<T>,
  ): Promise<T> {
    if (context.transaction) return work(context as InTransaction<C>);
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.shares.within(context, () => this.attempt(context, work));
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !isRetryable(error)) throw error;
      }
    }
  }

  private async attempt<C extends DatabaseContext, T>(
    context: C,
    work: (context: InTransaction<C>) => Promise<T>,
  ): Promise<T> {
    const queryRunner = this.dataSource.createQueryRunner();
    try {
      const client = (await queryRunner.connect()) as ClientBase;
      await queryRunner.startTransaction();
      const transaction = new Transaction(queryRunner, client);
      try {
        const answer = await work({ ...context, transaction });
        const topics = [...transaction.changed];
        if (topics.length > 0) await transaction.query(ANNOUNCE, [topics]);
        await queryRunner.commitTransaction();
        // This process reads its own writes at once; the notification reaches it and its replicas a moment later.
        this.changes.announce(topics);
        transaction.announceCommit();
        return answer;
      } catch (error) {
        await queryRunner.rollbackTransaction().catch(() => undefined);
        throw error;
      }
    } finally {
      await queryRunner.release();
    }
  }
}
