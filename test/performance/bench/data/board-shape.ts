export interface StatusLabel {
  readonly name: string;
  readonly color: string;
  readonly isDone: boolean;
}

export const STATUS_LABELS: readonly StatusLabel[] = [
  { name: 'Backlog', color: '#C4C4C4', isDone: false },
  { name: 'To Do', color: '#579BFC', isDone: false },
  { name: 'In Progress', color: '#FDAB3D', isDone: false },
  { name: 'In Review', color: '#A25DDC', isDone: false },
  { name: 'Done', color: '#00C875', isDone: true },
];

/** The four priorities in their order, which is also how they sort. */
export const PRIORITIES = [
  { label: 'Critical', color: '#E2445C' },
  { label: 'High', color: '#FDAB3D' },
  { label: 'Medium', color: '#579BFC' },
  { label: 'Low', color: '#C4C4C4' },
] as const;
export type PriorityLabel = (typeof PRIORITIES)[number]['label'];

/**
 * The columns of every measured board, in their order. `config` is the input of columns.create; a loader
 * gives the labels their ids. The last one is computed from another, which is all that can be made after it.
 */
export const BOARD_COLUMNS = [
  { key: 'notes', name: 'Notes', type: 'text', config: {} },
  { key: 'points', name: 'Points', type: 'number', config: { decimals: 0 } },
  { key: 'budget', name: 'Budget', type: 'number', config: { decimals: 2 } },
  { key: 'status', name: 'Status', type: 'status', config: { labels: STATUS_LABELS } },
  { key: 'priority', name: 'Priority', type: 'priority', config: {} },
  { key: 'due', name: 'Due', type: 'date', config: { includeTime: false } },
  { key: 'owners', name: 'Owners', type: 'people', config: { multiple: true } },
  { key: 'approved', name: 'Approved', type: 'checkbox', config: {} },
  { key: 'contact', name: 'Contact', type: 'email', config: {} },
  { key: 'reviewed', name: 'Reviewed', type: 'checkbox', config: {} },
  { key: 'estimate', name: 'Estimate', type: 'number', config: { decimals: 0 } },
  { key: 'cost', name: 'Cost', type: 'formula', config: { expression: '{Estimate} * 2' } },
] as const;
export type ColumnKey = (typeof BOARD_COLUMNS)[number]['key'];

/** The board's first items, at whose estimates as many items of another board look as are said here. */
export const FOLLOWED_ITEMS = 10;
export const LOOKUPS = 100;

/** How many members the people column chooses from. */
export const MEMBER_COUNT = 8;
