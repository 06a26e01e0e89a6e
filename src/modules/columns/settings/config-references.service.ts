import { Injectable } from '@nestjs/common';
import { InvalidInput } from '../../../kernel/app-error';
import type { ColumnId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import { type BoardFacts, HierarchyService } from '../../hierarchy';
import type { ColumnConfig, ColumnTypeName } from '../../../column-types/column-type';
import { columnTypes } from '../../../column-types/types';

const LOOKUP_KEYS = ['linkColumnId', 'targetColumnId', 'aggregate'] as const;

/** The config to be checked, the one that it replaces, and its path in the input. */
export interface GivenConfig {
  type: ColumnTypeName;
  config: ColumnConfig;
  previous: ColumnConfig | null;
  path: string;
}

/**
 * Checks the boards and columns that a config names; the keys are those that copyConfig rewrites. Only names
 * that the previous config did not contain are checked: the caller need not see what another user has chosen,
 * and a chosen column may be deleted. But a caller cannot change what a lookup shows of a column that is hidden
 * from them (decision 0052).
 */
@Injectable()
export class ConfigReferencesService {
  constructor(private readonly hierarchy: HierarchyService) {}

  async check(
    context: CallContext,
    columnsById: BoardFacts['columnsById'],
    { type, config, previous, path }: GivenConfig,
  ): Promise<void> {
    const { lookupConfig, linkedBoardIds } = columnTypes[type];
    const lookup = lookupConfig?.(config);
    const before = previous && lookupConfig?.(previous);
    if (lookup?.linkColumnId !== undefined && lookup.linkColumnId !== before?.linkColumnId) {
      await this.checkLink(context, columnsById, lookup.linkColumnId, `${path}.linkColumnId`);
    }
    // Another link or aggregate of the same target shows more of it, so the caller must see it as well.
    const isAnother = LOOKUP_KEYS.some((key) => lookup?.[key] !== before?.[key]);
    if (lookup?.targetColumnId !== undefined && isAnother) {
      await this.hierarchy.boardOfColumn(context, lookup.targetColumnId);
    }
    const known = new Set(previous && linkedBoardIds?.(previous));
    for (const id of linkedBoardIds?.(config) ?? []) {
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
      // 404 when hidden from the caller, 400 when visible.
      await this.hierarchy.boardOfColumn(context, id);
      throw InvalidInput.at(path, 'Must be a column of this board');
    }
    if (columnTypes[column.type].itemScope === undefined) {
      throw InvalidInput.at(path, 'Must be a column whose values are items');
    }
  }
}
