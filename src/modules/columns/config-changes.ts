import { Injectable } from '@nestjs/common';
import type { CallContext } from '../../access/principal';
import type { InTransaction } from '../../platform/database/transaction';
import type { BoardFacts, ColumnFacts } from '../hierarchy';
import { ColumnConfigs } from './column-configs';
import type { ColumnConfig, ColumnTypeName, StoredValue } from './column-type';
import { ColumnValuesRepository } from './column-values.repository';
import type { ColumnEntity } from './column.entity';
import { NotALabelOfColumn } from './columns.errors';
import type { ColumnsUpdateInput } from './columns.schemas';
import { DefaultValues } from './default-values';
import { LabelChanges } from './label-changes';
import { firstNumber } from './new-columns';
import { columnTypes } from './types';

export type ColumnPatch = Partial<ColumnEntity>;

/** What a column's config and its default value become by an update: either may have to follow the other. */
@Injectable()
export class ConfigChanges {
  constructor(
    private readonly configs: ColumnConfigs,
    private readonly values: ColumnValuesRepository,
    private readonly defaults: DefaultValues,
    private readonly labels: LabelChanges,
  ) {}

  async patch(
    tx: InTransaction<CallContext>,
    board: BoardFacts,
    column: ColumnFacts,
    input: ColumnsUpdateInput,
  ): Promise<ColumnPatch> {
    const patch: ColumnPatch = {};
    let next = column;
    if (input.config !== undefined) {
      next = await this.settled(tx, board, column, input);
      patch.config = next.config as ColumnConfig;
      patch.defaultValue = next.defaultValue as StoredValue | null;
    } else if (input.reassignTo !== undefined) {
      // Without a new config there is no label that goes.
      throw new NotALabelOfColumn();
    }
    if (input.defaultValue !== undefined) {
      patch.defaultValue = await this.defaults.accept(tx, board, next, input.defaultValue);
    } else if (next !== column) {
      this.defaults.refuseUnfit(next, tx.principal.userId);
    }
    return patch;
  }

  private async settled(
    tx: InTransaction<CallContext>,
    board: BoardFacts,
    column: ColumnFacts,
    { config: input, defaultValue, reassignTo }: ColumnsUpdateInput,
  ): Promise<ColumnFacts> {
    const previous = column.config as ColumnConfig;
    const type = columnTypes[column.type as ColumnTypeName];
    const next = await this.configs.accept(tx, board, { column, input, previous, path: 'config' });
    // A default value that is replaced in the same call holds no label back.
    const replaced = defaultValue === undefined ? column : { ...column, defaultValue: null };
    const settled = await this.labels.settle(tx, { column: replaced, input, next, reassignTo });
    if (type.numbersItems) await this.values.raiseCounter(tx, column.id, firstNumber(settled));
    return { ...column, config: settled.config as ColumnFacts['config'], defaultValue: settled.defaultValue };
  }
}
