// node subitems.mjs brd_… subitems.csv: creates the sub-items of items that were imported. Run it again after an error: it
// creates none twice within 24 hours.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readCsv, recordsOf } from './csv.mjs';

const { TRESTLE_URL: url, TRESTLE_TOKEN: token } = process.env;
const [boardId, file] = process.argv.slice(2);

async function call(name, input, key) {
  const body = JSON.stringify({ json: input });
  const isQuery = key === undefined;
  const headers = { authorization: `Bearer ${token}` };
  for (;;) {
    const response = isQuery
      ? await fetch(`${url}/api/trpc/${name}?input=${encodeURIComponent(body)}`, { headers })
      : await fetch(`${url}/api/trpc/${name}`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': key },
          body,
        });
    const wait = Number(response.headers.get('retry-after') ?? 0);
    if (response.status === 429 || response.status === 503) {
      await new Promise((resolve) => setTimeout(resolve, (wait + 1) * 1000));
      continue;
    }
    const { result, error } = await response.json();
    if (error) throw new Error(error.message);
    return result.data.json;
  }
}

async function all(name, input, rows) {
  const found = [];
  let cursor = null;
  do {
    const page = await call(name, { ...input, limit: 200, cursor });
    found.push(...page[rows]);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return found;
}

const { columns } = await call('boards.get', { id: boardId });
const items = await all('items.list', { boardId }, 'items');
const members = await all('organizations.members.list', { status: 'active' }, 'members');
const keyColumn = columns.find(({ name }) => name === 'Key')?.id;
const parents = new Map(items.map((item) => [String(item.values[keyColumn] ?? item.name), item]));

const lines = (text) =>
  text
    .split(/[;\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
const memberOf = (text) =>
  members.find(({ email, name }) => [email, name].some((each) => each.toLowerCase() === text.toLowerCase()))
    ?.id;

/** Null for what cannot be set: computed columns, references to items, and people who are no members. */
function valueOf({ type }, text) {
  switch (type) {
    case 'checkbox':
      return /^(yes|true|v)$/i.test(text);
    case 'people':
      return lines(text.replaceAll(',', ';')).flatMap((each) => memberOf(each) ?? []);
    case 'label':
      return lines(text);
    case 'date':
      return /^\d{4}-\d\d-\d\d$/.test(text) ? text : new Date(text).toISOString();
    case 'timeline':
    case 'date_range': {
      const [start, end = start] = text.split(' - ');
      return { start, end };
    }
    case 'dependency':
    case 'link':
    case 'file':
    case 'auto_number':
    case 'created_date':
    case 'last_updated':
    case 'formula':
    case 'lookup':
      return null;
    default:
      return text;
  }
}

let created = 0;
const problems = [];
for (const [at, record] of recordsOf(readCsv(readFileSync(file, 'utf8'))).entries()) {
  const { Parent, Name, Description, ...cells } = record;
  const parent = parents.get(Parent);
  if (parent === undefined) {
    problems.push(`${Name}: no item ${Parent}`);
    continue;
  }
  const values = {};
  for (const column of columns) {
    const text = cells[column.name] ?? '';
    const value = text === '' ? null : valueOf(column, text);
    if (value !== null) values[column.id] = value;
  }
  const input = { boardId, groupId: parent.groupId, parentId: parent.id, name: Name, values };
  if (Description) input.description = Description;
  const key = createHash('sha256').update(`${boardId} ${at} ${Parent} ${Name}`).digest('hex');
  try {
    await call('items.create', input, key);
    created += 1;
  } catch (error) {
    problems.push(`${Name}: ${error.message}`);
  }
}
process.stdout.write(`${created} sub-items created\n${problems.map((problem) => `${problem}\n`).join('')}`);
process.exitCode = problems.length === 0 ? 0 : 1;
