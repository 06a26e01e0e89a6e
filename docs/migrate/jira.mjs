// node jira.mjs issues.csv: issues that Jira exported to CSV.
import { readFileSync } from 'node:fs';
import { readCsv, recordsOf } from './csv.mjs';
import { writeFiles } from './write-files.mjs';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** Jira's own format: 12/Mar/24 9:41 AM. */
const DATE = /^(\d{1,2})\/([A-Za-z]{3})\/(\d{2})(?: (\d{1,2}):(\d{2}) (AM|PM))?$/;
const RENAMED = {
  Summary: 'Name',
  'Issue key': 'Key',
  'Inward issue link (Blocks)': 'Blocked by',
};
/** Texts with line breaks and semicolons of their own. */
const LONG = new Set(['Comment', 'Attachment']);

const [header, ...rows] = readCsv(readFileSync(process.argv[2], 'utf8'));
const names = header.map((name) => RENAMED[name] ?? name.replace(/^Custom field \((.*)\)$/, '$1'));

/** Jira repeats a column for each of its values, such as Labels: they become one cell. */
function merged(row) {
  const cells = names.map(() => '');
  for (const [at, name] of names.entries()) {
    const first = names.indexOf(name);
    const cell = isoDate((row[at] ?? '').trim());
    if (cell === '') continue;
    const separator = LONG.has(name) ? '\n\n' : '; ';
    cells[first] = cells[first] === '' ? cell : `${cells[first]}${separator}${cell}`;
  }
  return cells.filter((_, at) => names.indexOf(names[at]) === at);
}

/** Of the same time zone as the file: Trestle reads times without a zone as UTC. */
function isoDate(text) {
  const [, day, month, year, hour, minute, half] = DATE.exec(text) ?? [];
  const monthNumber = MONTHS.indexOf(month?.toLowerCase()) + 1;
  if (monthNumber === 0) return text;
  const two = (part) => String(part).padStart(2, '0');
  const date = `20${year}-${two(monthNumber)}-${two(day)}`;
  if (hour === undefined) return date;
  return `${date}T${two((Number(hour) % 12) + (half.toUpperCase() === 'PM' ? 12 : 0))}:${minute}:00Z`;
}

const issues = recordsOf([[...new Set(names)], ...rows.map(merged)]);
const keyOfId = new Map(issues.map((issue) => [issue['Issue id'], issue.Key]));
const keys = new Set(keyOfId.values());

const items = [];
const subitems = [];
for (const issue of issues) {
  const {
    'Issue id': _id,
    'Parent id': parentId,
    Parent: parent,
    'Parent key': parentKey,
    ...fields
  } = issue;
  const above = parentKey || keyOfId.get(parentId || parent) || '';
  const isSubtask = /sub-?task/i.test(issue['Issue Type']) && keys.has(above);
  if (isSubtask) subitems.push({ Parent: above, ...fields });
  // The epic, or another parent of an issue that is no sub-task.
  else items.push({ ...fields, Epic: above });
}
writeFiles(items, subitems);
