import { buffer } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import type { ImportId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { FileStorage } from '../../../platform/storage/file-storage';
import { ItemLoadsService } from '../../items';
import { ImportsRepository } from '../imports.repository';
import { readTable } from '../reading/read-table';
import { BoardMoved } from './board-moved';
import { groupNames } from './group-names';
import { ImportTargetService } from './import-target.service';
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
    private readonly items: ItemLoadsService,
    private readonly imports: ImportsRepository,
    private readonly storage: FileStorage,
    private readonly statistics: TableStatisticsRepository,
  ) {}

  async write(context: CallContext, id: ImportId, work: ImportWork, signal: AbortSignal): Promise<void> {
    const { storageKey, reading, plan, place: asked } = work;
    const table = await readTable(await buffer(await this.storage.get(storageKey)), reading);
    const place = await this.place.find(context, asked);
    await this.place.checkPlan(context, place, plan, groupNames(table, plan));
    const count = table.rows.length;
    const aside = place.board ? await this.items.setNumbersAside(context, place.board, count) : new Map();
    await this.writer.claimFiles(context, table);
    const onProgress = async (done: number) => {
      signal.throwIfAborted();
      // Outside the transaction, so that others can read it.
      await this.imports.progress(context, id, done);
    };
    await untilSettled((isHeld) =>
      this.transactions.run(context, async (tx) => {
        await this.items.collectNames(tx);
        const boardId = await this.writer.write(tx, table, plan, { asked, isHeld, aside, onProgress });
        // Writing takes long. An import to a workspace that was closed meanwhile, or of a removed member, is rejected.
        await this.place.find(tx, asked);
        const outcome = { status: 'done', boardId, problems: [] } as const;
        if (!(await this.imports.end(tx, id, outcome))) throw new AlreadyEnded();
      }),
    );
    // The import is done; if these fail, autovacuum does their work later.
    await this.items.mergeNames().catch(() => undefined);
    await this.statistics.refresh(count).catch(() => undefined);
  }
}

/** The board can change meanwhile, and the import is then repeated; the last attempt locks the board. */
async function untilSettled(write: (isHeld: boolean) => Promise<void>): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS_UNHELD; attempt += 1) {
    try {
      return await write(false);
    } catch (error) {
      if (!(error instanceof BoardMoved)) throw error;
    }
  }
  await write(true);
}
