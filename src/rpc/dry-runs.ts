import { Injectable } from '@nestjs/common';
import type { CallContext, UserContext } from '../access/principal';
import { TransactionRunner } from '../platform/database/transaction-runner';
import { inDryRun } from '../platform/dry-run/dry-run';

type Context = UserContext | CallContext;

/** `X-Dry-Run: 1` (contract §7): the call runs as it would, in a transaction that is rolled back (decision 0136). */
@Injectable()
export class DryRuns {
  constructor(private readonly transactions: TransactionRunner) {}

  /** `prepare` is the part of a prepared procedure that runs outside the transaction; its result is passed to `perform`. */
  run<P>(
    context: Context,
    prepare: () => P | Promise<P>,
    perform: (context: Context, prepared: P) => unknown,
  ): Promise<unknown> {
    return inDryRun(async () => {
      const prepared = await prepare();
      return this.transactions.rehearse(context, async (inside) => perform(inside, prepared));
    });
  }
}
