import { Injectable } from '@nestjs/common';
import type { CallContext } from '../../access/principal';
import type { InTransaction } from '../../platform/database/transaction';
import type { BoardFacts, ColumnFacts } from '../hierarchy';
import { acceptConfig } from './accept-config';
import { ColumnAnnouncements } from './column-announcements';
import { ColumnStructure } from './column-structure';
import type { ColumnConfig, ColumnTypeName, StoredValue } from './column-type';
import { ColumnValuesRepository } from './column-values.repository';
import type { ColumnEntity } from './column.entity';
import { ColumnChanged, ComputedColumnRefused, NotALabelOfColumn } from './columns.errors';
import { columnsEvents } from './columns.events';
import { ColumnsRepository } from './columns.repository';
import type { ColumnOutput, ColumnsUpdateInput } from './columns.schemas';
import { ConfigReferences } from './config-references';
import { DefaultValues } from './default-values';
import { LabelChanges } from './label-changes';
import { firstNumber } from './new-columns';
import { columnTypes } from './types';

type Patch = Partial<ColumnEntity>;

/**
 * Changes what a column is; its type never changes (decision 0032). A config says what may be written from now on:
 * stored values that it would refuse (a rating above a lowered maximum, a second person where one is allowed) stay
 * until they are written again. Only labels and options cannot go while a value has one, because nothing else holds
 * their name and place.
 */
@Injectable()
export class ColumnSettingsService {
  constructor(
    private readonly structure: ColumnStructure,
    private readonly columns: ColumnsRepository,
    private readonly values: ColumnValuesRepository,
    private readonly references: ConfigReferences,
    private readonly defaults: DefaultValues,
    private readonly labels: LabelChanges,
    private readonly announcements: ColumnAnnouncements,
  ) {}

  update(context: CallContext, input: ColumnsUpdateInput): Promise<ColumnOutput> {
    const { id, name, width, required, expectedUpdatedAt } = input;
    return this.structure.changeColumn(context, id, async (tx, column, board) => {
      if (expectedUpdatedAt && column.updatedAt !== expectedUpdatedAt.toISOString())
        throw new ColumnChanged();
      if (required && !columnTypes[column.type as ColumnTypeName].writable) {
        throw new ComputedColumnRefused('required');
      }
      const patch: Patch = {
        ...(name === undefined ? {} : { name }),
        ...(width === undefined ? {} : { width }),
        ...(required === undefined ? {} : { required }),
        ...(await this.newConfig(tx, board, column, input)),
      };
      await this.columns.update(tx, id, patch);
      return this.announcements.announce(tx, id, columnsEvents.updated);
    });
  }

  /** Config and default value together: either may have to follow the other. */
  private async newConfig(
    tx: InTransaction<CallContext>,
    board: BoardFacts,
    column: ColumnFacts,
    input: ColumnsUpdateInput,
  ): Promise<Patch> {
    const patch: Patch = {};
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
    const next = acceptConfig(type.name, input, previous, 'config');
    await this.references.check(tx, board.columnsById, { config: next, previous, path: 'config' });
    // A default value that is replaced in the same call holds no label back.
    const replaced = defaultValue === undefined ? column : { ...column, defaultValue: null };
    const settled = await this.labels.settle(tx, { column: replaced, input, next, reassignTo });
    if (type.numbersItems) await this.values.raiseCounter(tx, column.id, firstNumber(settled));
    return { ...column, config: settled.config as ColumnFacts['config'], defaultValue: settled.defaultValue };
  }
}
