import type { BuiltInBoard } from './built-in-board';

/** Objectives are items, their key results sub-items. */
export const okrs: BuiltInBoard = {
  name: 'OKRs',
  defaultView: 'table',
  groups: ['Company', 'Product', 'Go to market', 'Operations'],
  columns: [
    {
      name: 'Confidence',
      type: 'status',
      config: {
        labels: [
          { name: 'On track' },
          { name: 'At risk' },
          { name: 'Off track' },
          { name: 'Achieved', isDone: true },
        ],
        defaultLabelId: 'On track',
      },
    },
    { name: 'Owner', type: 'people' },
    { name: 'Quarter', type: 'timeline' },
    { name: 'Start', type: 'number' },
    { name: 'Target', type: 'number' },
    { name: 'Current', type: 'number' },
    {
      name: 'Attained',
      type: 'formula',
      // A key result has a start and a target; an objective has neither.
      config: { expression: 'IFERROR(ROUND(({Current} - {Start}) / ({Target} - {Start}) * 100, 0), 0)' },
    },
    { name: 'Progress', type: 'progress' },
    { name: 'Checked in', type: 'date' },
  ],
};
