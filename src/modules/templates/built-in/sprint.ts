import type { BuiltInBoard } from './built-in-board';

export const sprint: BuiltInBoard = {
  name: 'Sprint',
  defaultView: 'board',
  groups: ['Current sprint', 'Next sprint', 'Backlog', 'Finished'],
  columns: [
    {
      name: 'Status',
      type: 'status',
      config: {
        labels: [
          { name: 'To do' },
          { name: 'In progress' },
          { name: 'In review' },
          { name: 'Blocked' },
          { name: 'Done', isDone: true },
        ],
        defaultLabelId: 'To do',
      },
    },
    { name: 'Assignee', type: 'people', config: { multiple: false } },
    { name: 'Priority', type: 'priority' },
    { name: 'Story points', type: 'number', config: { decimals: 0 } },
    { name: 'Type', type: 'dropdown', config: { options: ['Story', 'Bug', 'Chore', 'Spike'] } },
    { name: 'Sprint dates', type: 'timeline' },
    { name: 'Depends on', type: 'dependency' },
    { name: 'Time spent', type: 'time_tracking' },
    { name: 'Ticket', type: 'auto_number', config: { prefix: 'S-' } },
  ],
};
