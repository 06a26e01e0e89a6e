// node monday.mjs board.csv: a board that monday exported to Excel, saved as CSV.
import { readFileSync } from 'node:fs';
import { readCsv } from './csv.mjs';
import { writeFiles } from './write-files.mjs';

const ID = 'Item ID (auto generated)';
const rows = readCsv(readFileSync(process.argv[2], 'utf8')).filter((row) =>
  row.some((cell) => cell.trim() !== ''),
);

/** Each group is its title, a header that begins with Name, and its items. */
const isHeader = (row) => row?.[0] === 'Name';
const isSubitemHeader = (row) => row?.[0] === 'Subitems' && row[1] === 'Name';

const items = [];
const subitems = [];
let group = '';
let header = [];
let subitemHeader = null;
for (const [at, row] of rows.entries()) {
  const [first] = row;
  if (isHeader(row)) {
    header = row;
    subitemHeader = null;
  } else if (isHeader(rows[at + 1])) {
    group = first;
    header = [];
  } else if (isSubitemHeader(row)) {
    subitemHeader = row;
  } else if (first.trim() !== '' && header.length > 0) {
    subitemHeader = null;
    items.push({ Group: group, ...record(header, row) });
  } else if (subitemHeader !== null && (row[1] ?? '').trim() !== '') {
    const parent = items.at(-1);
    subitems.push({ Parent: parent.Key ?? parent.Name, ...record(subitemHeader, row) });
  }
  // The rest is the title of the board, and the sums below a group.
}

function record(names, row) {
  const cells = {};
  for (const [at, name] of names.entries()) {
    const cell = (row[at] ?? '').trim();
    const [, span, end] = / - (Start|End)$/.exec(name) ? /^(.*) - (Start|End)$/.exec(name) : [];
    if (name === '' || name === 'Subitems') continue;
    if (name === ID) cells.Key = cell;
    // Two columns of one timeline.
    else if (end === 'Start') cells[span] = cell;
    else if (end === 'End') cells[span] = cell === '' ? cells[span] : `${cells[span]} - ${cell}`;
    else cells[name] = cell;
  }
  return cells;
}

writeFiles(items, subitems);
