import { csvOf, rowsUnder } from './csv';

export const TRELLO_HEADER = [
  'Card ID',
  'Card Name',
  'Card URL',
  'Card Description',
  'Labels',
  'Members',
  'Due Date',
  'Attachment Count',
  'Attachment Links',
  'Checklist Item Total Count',
  'Checklist Item Completed Count',
  'Vote Count',
  'Comment Count',
  'Last Activity Date',
  'List ID',
  'List Name',
  'Board ID',
  'Board Name',
  'Archived',
  'Start Date',
  'Due Complete',
] as const;

export type TrelloCard = Partial<Record<(typeof TRELLO_HEADER)[number], string>>;

export function trelloCsv(cards: readonly TrelloCard[]): string {
  const defaults = {
    'Board ID': '5f1',
    'Board Name': 'Kitchen',
    'Attachment Count': '0',
    'Checklist Item Total Count': '0',
    'Checklist Item Completed Count': '0',
    'Vote Count': '0',
    'Comment Count': '0',
    Archived: 'false',
  };
  return csvOf([
    TRELLO_HEADER,
    ...rowsUnder(
      TRELLO_HEADER,
      cards.map((card) => ({ ...defaults, ...card })),
    ),
  ]);
}
