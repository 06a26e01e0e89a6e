import { Injectable } from '@nestjs/common';
import type { CallContext } from '../../../access/principal';
import type { InTransaction } from '../../../platform/database/transaction';
import type { BoardFacts, ColumnFacts } from '../../hierarchy';
import { ColumnChangesService } from '../changes/column-changes.service';
import { ColumnConfigsService } from './column-configs.service';
import { ColumnNumbersService } from '../numbers/column-numbers.service';
import type { ColumnEntity } from '../column.entity';
import { NotALabelOfColumn } from '../columns.errors';
import type { ColumnsUpdateInput } from '../columns.schemas';
import { DefaultValuesService } from './default-values.service';
import { LabelChangesService } from './label-changes.service';
import { UniqueColumnsService } from './unique-columns.service';
import { columnTypes } from '../../../column-types/types';
import { keyedConfig } from '../values/unique-column';

export type ColumnPatch = Partial<ColumnEntity>;

/** The fields of columns.update that a config and its default value depend on. */
export type ConfigInput = Partial<Pick<ColumnsUpdateInput, 'config' | 'defaultValue' | 'reassignTo'>>;

/** A column's config and its default value after an update: either can require a change of the other. */
@Injectable()
export class ConfigChangesService {
  constructor(
    private readonly configs: ColumnConfigsService,
    private readonly numbers: ColumnNumbersService,
    private readonly defaults: DefaultValuesService,
    private readonly labels: LabelChangesService,
    private readonly changes: ColumnChangesService,
    private readonly uniques: UniqueColumnsService,
  ) {}

  async patch(
    tx: InTransaction<CallContext>,
    board: BoardFacts,
    column: ColumnFacts,
    input: ConfigInput,
  ): Promise<ColumnPatch> {
    const patch: ColumnPatch = {};
    let next = column;
    if (input.config !== undefined) {
      await this.changes.forgetFailure(tx, board, column.id);
      next = await this.settled(tx, board, column, input);
      patch.config = await this.uniques.settle(tx, board, column, next);
      patch.defaultValue = next.defaultValue;
    } else if (input.reassignTo !== undefined) {
      // Without a new config no label is removed.
      throw new NotALabelOfColumn();
    }
    if (input.defaultValue !== undefined) {
      patch.defaultValue = await this.defaults.accept(tx, board, next, input.defaultValue);
    } else if (next !== column) {
      this.defaults.rejectUnfit(next, tx.principal.userId);
    }
    return patch;
  }

  private async settled(
    tx: InTransaction<CallContext>,
    board: BoardFacts,
    column: ColumnFacts,
    { config: input, defaultValue, reassignTo }: ConfigInput,
  ): Promise<ColumnFacts> {
    this.changes.assertSettled(board, column.id);
    // A call that omits `unique` does not stop a column that becomes unique.
    const previous = keyedConfig(column);
    const next = await this.configs.accept(tx, board, { column, input, previous, path: 'config' });
    // A default value that is replaced in the same call does not block the removal of a label.
    const replaced = defaultValue === undefined ? column : { ...column, defaultValue: null };
    const settled = await this.labels.settle(tx, { column: replaced, input, next, reassignTo });
    const first = columnTypes[column.type].firstNumber?.(settled.config);
    if (first !== undefined) await this.numbers.raise(tx, column.id, first);
    const { isBecomingUnique: _isBecomingUnique, ...facts } = column;
    return { ...facts, config: settled.config, defaultValue: settled.defaultValue };
  }
}
