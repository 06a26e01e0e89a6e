import { Injectable } from '@nestjs/common';
import type { OrganizationId } from '../../kernel/ids';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { Job, type JobHandler, type JobRun } from '../../platform/jobs/job.decorator';
import { ColumnValuesService, type DeletedColumn } from '../stored-values';

export interface ClearColumnPayload extends DeletedColumn {
  organizationId: OrganizationId;
}

/** Removes the values of a deleted column, some hundred items at a time, so that it blocks no one. */
@Job({ name: 'columns.clear' })
@Injectable()
export class ClearColumnJob implements JobHandler<ClearColumnPayload> {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly values: ColumnValuesService,
  ) {}

  async perform({ organizationId, ...column }: ClearColumnPayload, run: JobRun): Promise<void> {
    const context = { organizationId, transaction: null };
    let last: string | null = '';
    while (last !== null) {
      run.signal.throwIfAborted();
      const after: string = last;
      last = await this.transactions.run(context, (tx) => this.values.clearAfter(tx, column, after));
    }
  }
}
