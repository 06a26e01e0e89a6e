import type { ColumnHint, Preset } from './preset';

const HINTS: Readonly<Record<string, ColumnHint>> = {
  'card id': { name: 'Card ID in Trello', type: 'text' },
  'card url': { name: 'Trello card', type: 'url' },
  labels: { type: 'label', rewrite: 'labelColors' },
  members: { type: 'people' },
  'start date': { type: 'date', config: { includeTime: true } },
  'due date': { type: 'date', config: { includeTime: true } },
  'due complete': { name: 'Done', type: 'checkbox' },
  'attachment links': { name: 'Attachments in Trello', type: 'long_text' },
};

const SKIPPED =
  /^(list id|board id|board name|archived|attachment count|vote count|comment count|checklist item (total|completed) count|last activity date)$/;

/** The CSV file of a board of Trello, which paid plans export. */
export const trello: Preset = {
  layout: 'merged',
  known: ['card id', 'card name', 'card description', 'list name', 'card url'],
  name: ['card name'],
  description: ['card description'],
  group: ['list name'],
  parent: [],
  keys: ['card id'],
  isSkipped: (header) => SKIPPED.test(header),
  keepsEmpty: false,
  hint: (header) => HINTS[header] ?? null,
  nameOf: (header) => header,
  derived: [],
  omitted: 'archived',
};
