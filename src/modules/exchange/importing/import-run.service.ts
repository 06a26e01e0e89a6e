import { Injectable } from '@nestjs/common';
import type { ImportId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { ItemLoadsService } from '../../items';
import { InvalidRows } from '../imports.errors';
import { ImportsRepository } from '../imports.repository';
import { BoardMoved } from './board-moved';
import { ImportPreparationService } from './import-preparation.service';
import { ImportTargetService } from './import-target.service';
import { ImportProgress } from './import-progress';
import type { ImportWork } from './import-work';
import { ImportWriterService } from './import-writer.service';
import { TableStatisticsRepository } from './table-statistics.repository';

/** Another worker has finished the import; the writes of this one are rolled back. */
export class AlreadyEnded extends Error {}

/** Attempts without locks. */
const ATTEMPTS_UNHELD = 2;

/** Writes an import in the background, in one transaction. */
@Injectable()
export class ImportRunService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly place: ImportTargetService,
    private readonly writer: ImportWriterService,
    private readonly preparation: ImportPreparationService,
    private readonly items: ItemLoadsService,
    private readonly imports: ImportsRepository,
    private readonly statistics: TableStatisticsRepository,
  ) {}

  async write(context: CallContext, id: ImportId, work: ImportWork, signal: AbortSignal): Promise<void> {
    const { plan, place: asked } = work;
    const rows = await this.preparation.rowsOf(context, work);
    const place = await this.place.find(context, asked);
    await this.place.checkPlan(context, place, plan, rows.groupNames(plan));
    const { count } = rows;
    const aside = place.board ? await this.items.setNumbersAside(context, place.board, count) : new Map();
    const progress = new ImportProgress({
      // Outside the transaction, so that others can read it.
      show: (done) => this.imports.progress(context, id, done),
      merge: () => this.items.mergeNames(),
    });
    const onProgress = (done: number) => {
      signal.throwIfAborted();
      progress.advance(done);
    };
    // Existing items cannot be updated while their columns change.
    const attempts = plan.updateBy === undefined ? ATTEMPTS_UNHELD : 0;
    const written = untilSettled(attempts, (isHeld) =>
      this.transactions.run(context, async (tx) => {
        await this.items.collectNames(tx);
        const { boardId, result } = await this.writer.write(tx, rows, plan, {
          asked,
          isHeld,
          aside,
          onProgress,
        });
        // Writing takes long. An import to a workspace that was closed meanwhile, or of a removed member, is rejected.
        await this.place.find(tx, asked);
        const outcome = { status: 'done', boardId, problems: [], result } as const;
        if (!(await this.imports.end(tx, id, outcome))) throw new AlreadyEnded();
      }),
    );
    // Outside the transaction, whose locks others wait for. The record of an import that has ended ignores later progress.
    const settled = written.finally(() => progress.settle());
    await settled.catch(async (error: unknown) => {
      if (!(error instanceof InvalidRows)) throw error;
      const { board } = await this.place.find(context, asked);
      throw await this.preparation.rejectionOf(error, context, rows, { plan, board });
    });
    // The import is done; if these fail, autovacuum does their work later.
    await this.items.mergeNames().catch(() => undefined);
    await this.statistics.refresh(count).catch(() => undefined);
  }
}

/** The board can change meanwhile, and the import is then repeated; the last attempt locks the board. */
async function untilSettled(attempts: number, write: (isHeld: boolean) => Promise<void>): Promise<void> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    try {
      return await write(false);
    } catch (error) {
      if (!(error instanceof BoardMoved)) throw error;
    }
  }
  await write(true);
}
