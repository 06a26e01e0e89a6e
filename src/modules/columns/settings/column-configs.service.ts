import { Injectable } from '@nestjs/common';
import type { CallContext } from '../../../access/principal';
import type { ColumnFacts } from '../../hierarchy';
import { acceptConfig } from './accept-config';
import type { ColumnConfig } from '../../../column-types/column-type';
import { ComputedConfigsService } from '../computed/computed-configs.service';
import type { BoardColumns } from '../computed/computed-columns';
import { ConfigReferencesService } from './config-references.service';

/** The input config of a column, with its previous config; null for a new column. */
export interface GivenColumnConfig {
  column: ColumnFacts;
  input: unknown;
  previous: ColumnConfig | null;
  /** Its path in the input. */
  path: string;
}

/**
 * Checks input configs: parses them with their type, checks their ids, and completes those of computed columns.
 */
@Injectable()
export class ColumnConfigsService {
  constructor(
    private readonly references: ConfigReferencesService,
    private readonly computed: ComputedConfigsService,
  ) {}

  /** The config to store. */
  async accept(
    context: CallContext,
    board: BoardColumns,
    { column, input, previous, path }: GivenColumnConfig,
  ): Promise<ColumnConfig> {
    const config = acceptConfig(column.type, input, previous, path);
    await this.references.check(context, board.columnsById, { type: column.type, config, previous, path });
    return this.computed.complete(context, board, {
      column: { ...column, config },
      previous,
      path,
    });
  }
}
