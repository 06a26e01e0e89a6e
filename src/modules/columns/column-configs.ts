import { Injectable } from '@nestjs/common';
import type { CallContext } from '../../access/principal';
import type { ColumnFacts } from '../hierarchy';
import { acceptConfig } from './accept-config';
import type { ColumnConfig, ColumnTypeName } from './column-type';
import { ComputedConfigs } from './computed/computed-configs';
import type { BoardColumns } from './computed/computed-columns';
import { ConfigReferences } from './config-references';

/** A config as it is given for a column, which has the one of before; null for a column that is being made. */
export interface GivenColumnConfig {
  column: ColumnFacts;
  input: unknown;
  previous: ColumnConfig | null;
  /** Where it stands in the input. */
  path: string;
}

/** Configs on their way in: read by their type, their ids checked, completed where they say what is computed. */
@Injectable()
export class ColumnConfigs {
  constructor(
    private readonly references: ConfigReferences,
    private readonly computed: ComputedConfigs,
  ) {}

  /** The config to keep. */
  async accept(
    context: CallContext,
    board: BoardColumns,
    { column, input, previous, path }: GivenColumnConfig,
  ): Promise<ColumnConfig> {
    const config = acceptConfig(column.type as ColumnTypeName, input, previous, path);
    await this.references.check(context, board.columnsById, { config, previous, path });
    return this.computed.complete(context, board, {
      column: { ...column, config: config as ColumnFacts['config'] },
      previous,
      path,
    });
  }
}
