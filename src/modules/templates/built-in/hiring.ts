import type { BuiltInBoard } from './built-in-board';

export const hiring: BuiltInBoard = {
  name: 'Hiring',
  defaultView: 'board',
  groups: ['Applied', 'Phone screen', 'Interviews', 'Offer', 'Hired', 'Rejected'],
  columns: [
    {
      name: 'Role',
      type: 'dropdown',
      config: { options: ['Engineering', 'Design', 'Product', 'Sales', 'Operations'] },
    },
    { name: 'Recruiter', type: 'people', config: { multiple: false } },
    { name: 'Interviewers', type: 'people' },
    { name: 'Rating', type: 'rating' },
    { name: 'E-mail', type: 'email' },
    { name: 'Phone', type: 'phone' },
    { name: 'Next interview', type: 'date', config: { includeTime: true } },
    { name: 'Documents', type: 'file' },
    { name: 'Profile', type: 'url' },
    { name: 'Notes', type: 'long_text' },
    { name: 'Applied on', type: 'created_date' },
  ],
};
