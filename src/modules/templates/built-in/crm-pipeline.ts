import type { BuiltInBoard } from './built-in-board';

export const crmPipeline: BuiltInBoard = {
  name: 'CRM pipeline',
  defaultView: 'board',
  groups: ['Leads', 'Qualified', 'Proposal', 'Negotiation', 'Won', 'Lost'],
  columns: [
    { name: 'Owner', type: 'people', config: { multiple: false } },
    { name: 'Company', type: 'text' },
    { name: 'Contact', type: 'text' },
    { name: 'E-mail', type: 'email' },
    { name: 'Phone', type: 'phone' },
    { name: 'Deal value', type: 'currency' },
    { name: 'Probability', type: 'percentage', config: { decimals: 0 } },
    {
      name: 'Weighted value',
      type: 'formula',
      config: { expression: 'ROUND({Deal value} * {Probability} / 100, 2)' },
    },
    { name: 'Expected close', type: 'date' },
    {
      name: 'Source',
      type: 'dropdown',
      config: { options: ['Referral', 'Website', 'Event', 'Outbound', 'Partner'] },
    },
    { name: 'Last touched', type: 'last_updated' },
  ],
};
