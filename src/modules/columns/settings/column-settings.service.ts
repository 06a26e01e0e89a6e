import { Injectable } from '@nestjs/common';
import type { CallContext } from '../../../access/principal';
import { ColumnPublisherService } from '../column-publisher.service';
import { ColumnDependentsService } from '../column-dependents.service';
import { ColumnStructureService } from './column-structure.service';
import { ColumnChanged, ComputedColumnNotWritable } from '../columns.errors';
import { columnsEvents } from '../columns.events';
import { ColumnsRepository } from '../columns.repository';
import type { ColumnOutput, ColumnsUpdateInput } from '../columns.schemas';
import { type ColumnPatch, ConfigChangesService } from './config-changes.service';
import { columnTypes } from '../../../column-types/types';

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

  update(context: CallContext, input: ColumnsUpdateInput): Promise<ColumnOutput> {
    const { id, name, width, required, expectedUpdatedAt } = input;
    return this.structure.changeColumn(context, id, async (tx, column, board) => {
      if (expectedUpdatedAt && column.updatedAt !== expectedUpdatedAt.toISOString())
        throw new ColumnChanged();
      if (required && !columnTypes[column.type].writable) {
        throw new ComputedColumnNotWritable('required');
      }
      const patch: ColumnPatch = {
        ...(name === undefined ? {} : { name }),
        ...(width === undefined ? {} : { width }),
        ...(required === undefined ? {} : { required }),
        ...(await this.configs.patch(tx, board, column, input)),
      };
      await this.columns.update(tx, id, patch);
      if (patch.config !== undefined) await this.followers.afterConfig(tx, board, column);
      return this.publisher.publish(tx, id, columnsEvents.updated);
    });
  }
}
