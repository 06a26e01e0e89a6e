// node trello.mjs board.json: writes items.csv from a board that Trello exported to JSON.
import { readFileSync, writeFileSync } from 'node:fs';

const board = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const byId = (records) => new Map((records ?? []).map((record) => [record.id, record]));
const lists = byId(board.lists);
const members = byId(board.members);
const customFields = byId(board.customFields);

function customValue({ idCustomField, idValue, value }) {
  const field = customFields.get(idCustomField);
  const option = field?.options?.find(({ id }) => id === idValue);
  const [plain] = Object.values(option?.value ?? value ?? {});
  return [field?.name ?? idCustomField, String(plain ?? '')];
}

const items = [];
let count = 0;
const cards = board.cards.filter(({ closed, idList }) => !closed && lists.get(idList)?.closed === false);
for (const card of cards.toSorted(
  (a, b) => lists.get(a.idList).pos - lists.get(b.idList).pos || a.pos - b.pos,
)) {
  items.push({
    Group: lists.get(card.idList).name,
    Key: card.shortLink,
    Name: card.name,
    Description: card.desc,
    Labels: card.labels.map(({ name, color }) => name || color).join('; '),
    Members: card.idMembers.map((id) => members.get(id)?.fullName ?? id).join('; '),
    Start: card.start ?? '',
    Due: card.due ?? '',
    Done: card.dueComplete ? 'yes' : 'no',
    Attachments: (card.attachments ?? []).map(({ url }) => url).join('\n'),
    'Trello card': card.shortUrl,
    ...Object.fromEntries((card.customFieldItems ?? []).map(customValue)),
  });
  const checklists = board.checklists.filter(({ idCard }) => idCard === card.id);
  for (const checklist of checklists.toSorted((a, b) => a.pos - b.pos))
    for (const { name, state } of checklist.checkItems.toSorted((a, b) => a.pos - b.pos)) {
      const prefix = checklists.length > 1 ? `${checklist.name}: ` : '';
      count += 1;
      items.push({
        Parent: card.shortLink,
        Key: `${card.shortLink}-${count}`,
        Name: `${prefix}${name}`,
        Done: state === 'complete' ? 'yes' : 'no',
      });
    }
}

/** Without columns that are empty everywhere. */
const names = [...new Set(items.flatMap((item) => Object.keys(item)))].filter((name) =>
  items.some((item) => (item[name] ?? '') !== ''),
);
const quoted = (cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
const rows = [names, ...items.map((item) => names.map((name) => item[name] ?? ''))];
writeFileSync('items.csv', rows.map((row) => `${row.map(quoted).join(',')}\n`).join(''));
process.stdout.write(`${items.length - count} cards, ${count} checklist items\n`);
