import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { CallContext } from '../../../access/principal';
import type { ColumnConfig } from '../../../column-types/column-type';
import type { InTransaction } from '../../../platform/database/transaction';
import type { BoardFacts, ColumnChangeFacts, ColumnFacts } from '../../hierarchy';
import { UniqueKeysService } from '../../stored-values';
import type { ItemPair } from '../changes/column-change';
import { ColumnChangesService } from '../changes/column-changes.service';
import { UniqueChangesService } from '../changes/unique-changes.service';
import { UniqueKeyFillsService } from '../changes/unique-key-fills.service';
import { keyedConfig } from '../values/unique-column';
import { ColumnHasDuplicates, ColumnIsChanging, DUPLICATES_SHOWN } from '../columns.errors';

type Tx = InTransaction<CallContext>;

/** Items that are read and written together. */
const BATCH = 2_000;

/**
 * The keys of a column that becomes unique, or stops being unique. The board's structure is locked: no one writes items. On a
 * large board, a job adds or removes the keys while others write (decision 0146).
 */
@Injectable()
export class UniqueColumnsService {
  constructor(
    private readonly keys: UniqueKeysService,
    private readonly fills: UniqueKeyFillsService,
    private readonly changes: ColumnChangesService,
    private readonly uniques: UniqueChangesService,
  ) {}

  /** Returns the config to store. CONFLICT when items that are not in Trash have the same value. */
  async settle(tx: Tx, board: BoardFacts, before: ColumnFacts, after: ColumnFacts): Promise<ColumnConfig> {
    const { config } = after;
    const change = this.changes.running(board, before.id);
    if (change !== undefined) return this.duringChange(tx, before, config, change);
    if (isSet(before.config) !== isSet(config)) {
      const isLarge = await this.isLarge(tx, board);
      if (!isSet(config)) await this.remove(tx, after, isLarge);
      else if (isLarge) {
        await this.begin(tx, after, 'addUniqueKeys');
        return withoutUnique(config);
      } else await this.add(tx, after);
    }
    return config;
  }

  /** A call can repeat the one that began the change, and stop a column that becomes unique. */
  private async duringChange(
    tx: Tx,
    column: ColumnFacts,
    config: ColumnConfig,
    { kind }: ColumnChangeFacts,
  ): Promise<ColumnConfig> {
    const current = keyedConfig(column);
    const isRepeated =
      isSet(config) === isSet(current) && isDeepStrictEqual(withoutUnique(config), withoutUnique(current));
    const isStopped = kind === 'addUniqueKeys' && !isSet(config);
    if (!isRepeated && !isStopped) throw new ColumnIsChanging();
    if (isStopped) await this.uniques.stop(tx, column, { pairs: [] });
    // The attempts of the job can be exhausted.
    await this.changes.continue(tx, { boardId: column.boardId, columnId: column.id });
    return withoutUnique(config);
  }

  private async add(tx: Tx, column: ColumnFacts): Promise<void> {
    const pairs: ItemPair[] = [];
    for (let after = '', isLast = false; !isLast && pairs.length < DUPLICATES_SHOWN;) {
      const filled = await this.fills.fillNext(tx, column, { after, limit: BATCH });
      pairs.push(...filled.pairs);
      ({ after, isLast } = filled);
    }
    if (pairs.length > 0) throw new ColumnHasDuplicates(column.name, pairs);
  }

  private async remove(tx: Tx, column: ColumnFacts, isLarge: boolean): Promise<void> {
    if (!isLarge) return this.keys.removeAll(tx, column);
    await this.keys.removeTrashed(tx, column);
    await this.begin(tx, column, 'removeUniqueKeys');
  }

  private isLarge(tx: Tx, { id }: BoardFacts): Promise<boolean> {
    return this.keys.hasMoreThan(tx, id, { after: '', count: this.changes.itemsAtOnce });
  }

  private begin(
    tx: Tx,
    { id: columnId, boardId }: ColumnFacts,
    kind: 'addUniqueKeys' | 'removeUniqueKeys',
  ): Promise<void> {
    return this.changes.begin(tx, { boardId, columnId }, { kind, details: { pairs: [] } }, null);
  }
}

function isSet(config: ColumnConfig): boolean {
  return config['unique'] === true;
}

function withoutUnique({ unique: _unique, ...config }: ColumnConfig): ColumnConfig {
  return config;
}
