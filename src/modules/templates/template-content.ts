import type { BoardId } from '../../kernel/ids';
import { type ColumnSnapshot, snapshotColumns } from '../columns';
import type { BoardFacts } from '../hierarchy';

export const TEMPLATE_KINDS = ['board', 'project'] as const;
export type TemplateKind = (typeof TEMPLATE_KINDS)[number];

/** A board without its items. Its id only identifies it in configs of link columns of the same template. */
export interface BoardSnapshot {
  id: BoardId;
  name: string;
  defaultView: string;
  groups: { name: string; color: string }[];
  columns: ColumnSnapshot[];
}

/** The content of a template; one board when its kind is board. */
export interface TemplateContent {
  boards: BoardSnapshot[];
}

export function contentOf(boards: readonly BoardFacts[]): TemplateContent {
  const columns = snapshotColumns(boards);
  return {
    boards: boards.map(({ id, name, defaultView, groups }, index) => ({
      id,
      name,
      defaultView,
      groups: groups.map((group) => ({ name: group.name, color: group.color })),
      columns: columns[index]!,
    })),
  };
}
