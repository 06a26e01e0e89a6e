import type { BuiltInBoard } from './built-in-board';

export const kanban: BuiltInBoard = {
  name: 'Kanban',
  defaultView: 'board',
  groups: ['Backlog', 'Ready', 'In progress', 'Review', 'Done'],
  columns: [
    { name: 'Assignees', type: 'people' },
    { name: 'Priority', type: 'priority' },
    { name: 'Due', type: 'date' },
    {
      name: 'Kind',
      type: 'label',
      config: { labels: [{ name: 'Feature' }, { name: 'Fix' }, { name: 'Chore' }] },
    },
    { name: 'Blocked', type: 'checkbox' },
  ],
};
