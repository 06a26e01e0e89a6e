import { Injectable } from '@nestjs/common';
import type { ColumnId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import type { InTransaction } from '../../../platform/database/transaction';
import type { BoardFacts, ColumnFacts } from '../../hierarchy';
import { ColumnPublisherService } from '../column-publisher.service';
import { ColumnDependentsService } from '../column-dependents.service';
import { ColumnStructureService } from './column-structure.service';
import { ColumnChanged, ComputedColumnNotWritable } from '../columns.errors';
import { columnsEvents } from '../columns.events';
import { ColumnsRepository } from '../columns.repository';
import type { ColumnOutput, ColumnsUpdateInput } from '../columns.schemas';
import { type ColumnPatch, type ConfigInput, ConfigChangesService } from './config-changes.service';
import { columnTypes } from '../../../column-types/types';

/** A column, and the version that a write expects. */
export interface ColumnVersion {
  id: ColumnId;
  expectedUpdatedAt?: Date | undefined;
}

/**
 * Changes a column; its type never changes (decision 0032). A config applies to new writes: stored values that
 * it would reject (a rating above a lowered maximum, a second user where one is allowed) stay until they are
 * written again. Only labels and options cannot be removed while a value has one, because only the config
 * contains their name and position.
 */
@Injectable()
export class ColumnSettingsService {
  constructor(
    private readonly structure: ColumnStructureService,
    private readonly columns: ColumnsRepository,
    private readonly configs: ConfigChangesService,
    private readonly followers: ColumnDependentsService,
    private readonly publisher: ColumnPublisherService,
  ) {}

  update(
    context: CallContext,
    { id, expectedUpdatedAt, ...input }: ColumnsUpdateInput,
  ): Promise<ColumnOutput> {
    const { name, width, required } = input;
    return this.change(context, { id, expectedUpdatedAt }, async (tx, column, board) => {
      if (required && !columnTypes[column.type].writable) {
        throw new ComputedColumnNotWritable('required');
      }
      return {
        ...(name === undefined ? {} : { name }),
        ...(width === undefined ? {} : { width }),
        ...(required === undefined ? {} : { required }),
        ...(await this.configs.patch(tx, board, column, input)),
      };
    });
  }

  /** `inputOf` gets the current column, which no one else changes until the change is written. */
  updateConfig(
    context: CallContext,
    version: ColumnVersion,
    inputOf: (column: ColumnFacts) => ConfigInput,
  ): Promise<ColumnOutput> {
    return this.change(context, version, (tx, column, board) =>
      this.configs.patch(tx, board, column, inputOf(column)),
    );
  }

  private change(
    context: CallContext,
    { id, expectedUpdatedAt }: ColumnVersion,
    patchOf: (tx: InTransaction<CallContext>, column: ColumnFacts, board: BoardFacts) => Promise<ColumnPatch>,
  ): Promise<ColumnOutput> {
    return this.structure.changeColumn(context, id, async (tx, column, board) => {
      if (expectedUpdatedAt && column.updatedAt !== expectedUpdatedAt.toISOString())
        throw new ColumnChanged();
      const patch = await patchOf(tx, column, board);
      await this.columns.update(tx, id, patch);
      if (patch.config !== undefined) await this.followers.afterConfig(tx, board, column);
      return this.publisher.publish(tx, id, columnsEvents.updated);
    });
  }
}
