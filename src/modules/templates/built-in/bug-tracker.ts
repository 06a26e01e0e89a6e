import type { BuiltInBoard } from './built-in-board';

export const bugTracker: BuiltInBoard = {
  name: 'Bug tracker',
  defaultView: 'table',
  groups: ['Incoming', 'Confirmed', 'Being fixed', 'Closed'],
  columns: [
    { name: 'Number', type: 'auto_number', config: { prefix: 'BUG-' } },
    {
      name: 'Status',
      type: 'status',
      config: {
        labels: [
          { name: 'New' },
          { name: 'Cannot reproduce' },
          { name: 'Fixing' },
          { name: 'Ready to test' },
          { name: 'Fixed', isDone: true },
          { name: 'Will not fix', isDone: true },
        ],
        defaultLabelId: 'New',
      },
    },
    { name: 'Severity', type: 'priority' },
    { name: 'Assignee', type: 'people', config: { multiple: false } },
    { name: 'Found in', type: 'text' },
    { name: 'Steps to reproduce', type: 'long_text' },
    { name: 'Area', type: 'label' },
    { name: 'Reported by', type: 'email' },
    { name: 'Screenshots', type: 'file' },
    { name: 'Duplicate of', type: 'dependency' },
    { name: 'Reported', type: 'created_date' },
  ],
};
