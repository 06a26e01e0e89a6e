import { buffer } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import type { ImportId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { FileStorage } from '../../../platform/storage/file-storage';
import { ItemLoads } from '../../items';
import { ImportsRepository } from '../imports.repository';
import { readTable } from '../reading/read-table';
import { BoardMoved } from './board-moved';
import { ImportPlace } from './import-place';
import type { ImportWork } from './import-work';
import { groupNames, ImportWriter } from './import-writer';
import { TableStatistics } from './table-statistics.repository';

/** Another worker has ended the import meanwhile; what this one wrote is not wanted. */
export class AlreadyEnded extends Error {}

/** Attempts that make nobody wait. */
const ATTEMPTS_UNHELD = 2;

/** Writes an import that a call has left to the background, in one transaction. */
@Injectable()
export class ImportRun {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly place: ImportPlace,
    private readonly writer: ImportWriter,
    private readonly items: ItemLoads,
    private readonly imports: ImportsRepository,
    private readonly storage: FileStorage,
    private readonly statistics: TableStatistics,
  ) {}

  async write(context: CallContext, id: ImportId, work: ImportWork, signal: AbortSignal): Promise<void> {
    const { storageKey, reading, plan, place: asked } = work;
    const table = await readTable(await buffer(await this.storage.get(storageKey)), reading);
    const place = await this.place.find(context, asked);
    await this.place.judge(context, place, plan, groupNames(table, plan));
    const count = table.rows.length;
    const aside = place.board ? await this.items.setNumbersAside(context, place.board, count) : new Map();
    const onProgress = async (done: number) => {
      signal.throwIfAborted();
      // Outside the transaction, so that others can read it.
      await this.imports.progress(context, id, done);
    };
    await untilSettled((isHeld) =>
      this.transactions.run(context, async (tx) => {
        const boardId = await this.writer.write(tx, table, plan, { asked, isHeld, aside, onProgress });
        const outcome = { status: 'done', boardId, problems: [] } as const;
        if (!(await this.imports.end(tx, id, outcome))) throw new AlreadyEnded();
      }),
    );
    // The import is done; what this leaves undone, autovacuum does later.
    await this.statistics.refresh(count).catch(() => undefined);
  }
}

/** Others may change the board meanwhile, and then all is written anew; who does so all the time waits at last. */
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
