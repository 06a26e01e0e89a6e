import type { ColumnConfig } from '../../../column-types/column-type';
import type { ColumnFacts } from '../../hierarchy';
import { columnTypes } from '../../../column-types/types';
import { renamedColumns } from '../computed/column-names';

/** New ids by ids of the copied board; ids in no map stay (a link to a board outside the copy). */
export interface ConfigCopy {
  newLabelId(): string;
  columnIds: ReadonlyMap<string, string>;
  boardIds: ReadonlyMap<string, string>;
}

/**
 * The config of a column's copy: labels get new ids, because a label id belongs to one column, and ids of
 * columns and boards are replaced with those of the copy. `labelIds` maps old to new, for the values that are
 * copied too. The config must have been accepted by its type.
 */
export function copyConfig(
  { type, config }: Pick<ColumnFacts, 'type' | 'config'>,
  copy: ConfigCopy,
): { config: ColumnConfig; labelIds: Map<string, string> } {
  const labelIds = new Map<string, string>();
  const copied: ColumnConfig = { ...config };
  const { defaultLabelId, linkColumnId, targetColumnId, expression } = config;
  const labels = columnTypes[type].labelsOf?.(config);
  const boardIds = columnTypes[type].linkedBoardIds?.(config) ?? [];

  if (labels) {
    copied['labels'] = labels.map((label) => {
      const id = copy.newLabelId();
      labelIds.set(label.id, id);
      return { ...label, id };
    });
  }
  if (typeof defaultLabelId === 'string') copied['defaultLabelId'] = labelIds.get(defaultLabelId) ?? null;
  if (typeof linkColumnId === 'string') {
    copied['linkColumnId'] = copy.columnIds.get(linkColumnId) ?? linkColumnId;
  }
  if (typeof targetColumnId === 'string') {
    copied['targetColumnId'] = copy.columnIds.get(targetColumnId) ?? targetColumnId;
  }
  if (typeof expression === 'string') copied['expression'] = renamedColumns(expression, copy.columnIds);
  if (boardIds.length > 0) copied['boardIds'] = boardIds.map((id) => copy.boardIds.get(id) ?? id);
  return { config: copied, labelIds };
}
