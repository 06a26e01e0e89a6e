import type { ColumnHint, Preset } from './preset';

const PEOPLE = /^(owners?|people|persons?|assignees?|assigned to|responsible)$/;
const TAGS = /^(tags?|labels?)$/;
const ITEM_ID = 'item id (auto generated)';

/** The Excel file of a board of monday. */
export const monday: Preset = {
  layout: 'blocks',
  known: [],
  name: ['name'],
  description: [],
  group: ['group'],
  parent: [],
  keys: [ITEM_ID],
  isSkipped: () => false,
  keepsEmpty: true,
  hint: (header, texts): ColumnHint | null => {
    if (header === ITEM_ID) return { name: 'Item ID in monday', type: 'text' };
    if (PEOPLE.test(header)) return { type: 'people' };
    if (TAGS.test(header)) return { type: 'label' };
    if (header === 'priority') return { type: 'priority', rewrite: 'priority' };
    if (/\bstatus\b/.test(header)) return { type: 'status' };
    if (/\btimeline\b/.test(header)) return { type: 'timeline' };
    if (/\bdate\b/.test(header)) return { type: 'date' };
    const [only] = texts;
    return texts.size === 1 && only === 'v' ? { type: 'checkbox', rewrite: 'checkmark' } : null;
  },
  nameOf: (header) => header,
  derived: [],
  omitted: null,
};
