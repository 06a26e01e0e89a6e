import type { ColumnConfig } from './column-type';
import { renamedColumns } from './computed/column-names';

/** Where ids of the copied board went; ids in no map stay (a link to a board outside the copy). */
export interface ConfigCopy {
  newLabelId(): string;
  columnIds: ReadonlyMap<string, string>;
  boardIds: ReadonlyMap<string, string>;
}

/**
 * The config of a column's copy: labels get ids of their own, because a label id belongs to one column, and
 * ids of columns and boards follow the copy. `labelIds` maps old to new, for the values that are copied
 * along. The config must have been accepted by its type.
 */
export function copyConfig(
  config: ColumnConfig,
  copy: ConfigCopy,
): { config: ColumnConfig; labelIds: Map<string, string> } {
  const labelIds = new Map<string, string>();
  const copied: ColumnConfig = { ...config };
  const { labels, defaultLabelId, linkColumnId, targetColumnId, boardIds, expression } = config;

  if (Array.isArray(labels)) {
    copied['labels'] = (labels as { id: string }[]).map((label) => {
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
  if (Array.isArray(boardIds)) {
    copied['boardIds'] = (boardIds as string[]).map((id) => copy.boardIds.get(id) ?? id);
  }
  return { config: copied, labelIds };
}
