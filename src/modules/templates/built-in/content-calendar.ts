import type { BuiltInBoard } from './built-in-board';

export const contentCalendar: BuiltInBoard = {
  name: 'Content calendar',
  defaultView: 'calendar',
  groups: ['Ideas', 'In production', 'Scheduled', 'Published'],
  columns: [
    {
      name: 'Status',
      type: 'status',
      config: {
        labels: [
          { name: 'Idea' },
          { name: 'Writing' },
          { name: 'Editing' },
          { name: 'Approved' },
          { name: 'Published', isDone: true },
        ],
        defaultLabelId: 'Idea',
      },
    },
    { name: 'Author', type: 'people' },
    { name: 'Publish on', type: 'date', config: { includeTime: true } },
    {
      name: 'Channel',
      type: 'label',
      config: {
        labels: [{ name: 'Blog' }, { name: 'Newsletter' }, { name: 'Social' }, { name: 'Video' }],
      },
    },
    { name: 'Brief', type: 'long_text' },
    { name: 'Assets', type: 'file' },
    { name: 'Link', type: 'url' },
  ],
};
