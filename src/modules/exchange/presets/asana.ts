import type { ColumnHint, Preset } from './preset';

const HINTS: Readonly<Record<string, ColumnHint>> = {
  'task id': { name: 'Task ID in Asana', type: 'text' },
  'assignee email': { name: 'Assignee', type: 'people' },
  assignee: { type: 'people' },
  collaborators: { type: 'people' },
  'created at': { name: 'Created in Asana', type: 'date' },
  'completed at': { type: 'date' },
  'start date': { type: 'date' },
  'due date': { type: 'date' },
  tags: { type: 'label' },
  priority: { type: 'priority', rewrite: 'priority' },
  status: { type: 'status' },
  'blocked by (dependencies)': { name: 'Blocked by', type: 'dependency' },
};

const SKIPPED = /^(last modified|projects|blocking \(dependencies\))$/;

/** The CSV file of a project of Asana. */
export const asana: Preset = {
  layout: 'merged',
  known: ['task id', 'name', 'section/column', 'created at', 'completed at', 'last modified'],
  name: ['name', 'task name'],
  description: ['notes'],
  group: ['section/column'],
  parent: ['parent task id', 'parent task'],
  keys: ['task id'],
  // The e-mail address names the assignee exactly.
  isSkipped: (header, isFilled) =>
    SKIPPED.test(header) || (header === 'assignee' && isFilled('assignee email')),
  keepsEmpty: false,
  hint: (header) => HINTS[header] ?? null,
  nameOf: (header) => header,
  derived: [{ header: 'Done', from: ['completed at'], how: 'filled' }],
  omitted: null,
};
