import { Injectable } from '@nestjs/common';
import { InvalidInput } from '../../kernel/app-error';
import type { BoardId, ColumnId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import { type BoardFacts, Hierarchy } from '../hierarchy';
import type { ColumnConfig, ColumnTypeName } from './column-type';
import { columnTypes } from './types';

const LOOKING_KEYS = ['linkColumnId', 'targetColumnId', 'aggregate'];

/** The config to be checked, the one that it replaces, and where it stands in the input. */
export interface GivenConfig {
  config: ColumnConfig;
  previous: ColumnConfig | null;
  path: string;
}

/**
 * Checks the boards and columns that a config names; the keys are those that copyConfig rewrites. Only what the
 * config before did not name already: the caller need not see what somebody else has chosen, and a column that was
 * chosen may be gone. But nobody makes a lookup show another thing of a column that they do not see (decision 0052).
 */
@Injectable()
export class ConfigReferences {
  constructor(private readonly hierarchy: Hierarchy) {}

  async check(
    context: CallContext,
    columnsById: BoardFacts['columnsById'],
    { config, previous, path }: GivenConfig,
  ): Promise<void> {
    const { linkColumnId, targetColumnId, boardIds } = config;
    if (typeof linkColumnId === 'string' && linkColumnId !== previous?.['linkColumnId']) {
      await this.checkLink(context, columnsById, linkColumnId as ColumnId, `${path}.linkColumnId`);
    }
    // Another link or aggregate of a column that is looked at already shows more of it, so it must be seen as well.
    const isAnother = LOOKING_KEYS.some((key) => config[key] !== previous?.[key]);
    if (typeof targetColumnId === 'string' && isAnother) {
      await this.hierarchy.boardOfColumn(context, targetColumnId as ColumnId);
    }
    const known = new Set((previous?.['boardIds'] ?? []) as BoardId[]);
    for (const id of (boardIds ?? []) as BoardId[]) {
      // One by one, through the only place that knows who sees a board; few columns link, and to few boards.
      if (!known.has(id)) await this.hierarchy.board(context, id);
    }
  }

  private async checkLink(
    context: CallContext,
    columnsById: BoardFacts['columnsById'],
    id: ColumnId,
    path: string,
  ): Promise<void> {
    const column = columnsById.get(id);
    if (!column) {
      // Not found when the caller may not know of it, refused when they may.
      await this.hierarchy.boardOfColumn(context, id);
      throw InvalidInput.at(path, 'Must be a column of this board');
    }
    if (columnTypes[column.type as ColumnTypeName].itemScope === undefined) {
      throw InvalidInput.at(path, 'Must be a column whose values are items');
    }
  }
}
