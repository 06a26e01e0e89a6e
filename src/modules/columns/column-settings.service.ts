import { Injectable } from '@nestjs/common';
import type { CallContext } from '../../access/principal';
import { ColumnAnnouncements } from './column-announcements';
import { ColumnFollowers } from './column-followers';
import { ColumnStructure } from './column-structure';
import type { ColumnTypeName } from './column-type';
import { ColumnChanged, ComputedColumnRefused } from './columns.errors';
import { columnsEvents } from './columns.events';
import { ColumnsRepository } from './columns.repository';
import type { ColumnOutput, ColumnsUpdateInput } from './columns.schemas';
import { type ColumnPatch, ConfigChanges } from './config-changes';
import { columnTypes } from './types';

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
    private readonly configs: ConfigChanges,
    private readonly followers: ColumnFollowers,
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
      const patch: ColumnPatch = {
        ...(name === undefined ? {} : { name }),
        ...(width === undefined ? {} : { width }),
        ...(required === undefined ? {} : { required }),
        ...(await this.configs.patch(tx, board, column, input)),
      };
      await this.columns.update(tx, id, patch);
      if (patch.config !== undefined) await this.followers.afterConfig(tx, board, column);
      return this.announcements.announce(tx, id, columnsEvents.updated);
    });
  }
}
