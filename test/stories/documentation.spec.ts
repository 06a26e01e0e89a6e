import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { describe, expect, it } from 'vitest';
import { EVENTS } from '../../src/event-catalogue';
import { SCOPES } from '../../src/access/scope';
import { ERROR_CODES } from '../../src/kernel/error-code';
import { COLUMN_TYPE_NAMES, type ColumnTypeName } from '../../src/column-types/column-type';
import { columnTypes } from '../../src/column-types/types';
import { ERROR_REASONS } from '../../src/modules/api-reference/openapi/error-reasons';
import { ExpiringRowsService } from '../../src/modules/scheduler/expiring-rows.service';
import { ToolsService } from '../../src/modules/mcp/tools/tools.service';
import { ScheduleService } from '../../src/modules/scheduler/schedule.service';
import { METRICS } from '../../src/platform/metrics/catalogue';
import { ProcedureRegistry } from '../../src/rpc/procedure-registry';
import { sharedApp } from '../support/app';
import { codeWordsOf, headingsOf, linksOf, tableRowsUnder } from '../support/documents/markdown';
import { isShown } from '../support/documents/shown-output';
import { clientTypes } from '../support/reference/client-types';
import { exampleCalls } from '../support/reference/example-calls';
import { eventReference, REFERENCE_START } from '../support/reference/event-reference';
import { metricReference, METRICS_START } from '../support/reference/metric-reference';
import { permissionTable } from '../support/reference/permission-table';
import { plainRoutesOf } from '../support/reference/plain-routes';
import { procedureReference, shownResponses } from '../support/reference/procedure-reference';
import { asShown, isStillTrue } from '../support/reference/shown-response';
import { toolReference, TOOLS_START } from '../support/reference/tool-reference';

const ROOT = join(__dirname, '..', '..');

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

function filesBelow(folder: string, ending: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .filter(({ parentPath }) => !parentPath.split(sep).includes('node_modules'))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .toSorted();
}

const DOCUMENTS = ['README.md', ...filesBelow('docs', '.md'), ...filesBelow('src', '.md')];
const SOURCES = [...filesBelow('src', '.ts'), ...filesBelow('migrations', '.ts')];

/** As `npm run check` wants every file. */
async function expectWritten(path: string, text: string): Promise<void> {
  const filepath = join(ROOT, path);
  const formatted = await format(text, { ...(await resolveConfig(filepath)), filepath });
  await expect(formatted, 'stale: npm run docs').toMatchFileSnapshot(filepath);
}

describe('references are what `npm run docs` writes', () => {
  it('docs/procedures', { timeout: 60_000 }, async () => {
    const app = await sharedApp();
    const procedures = app.nest.get(ProcedureRegistry).all();
    const shown = shownResponses(filesBelow('docs/procedures', '.md').map(read));
    const calls = await exampleCalls(app, procedures);
    const rejected = [...calls].filter(([, { status }]) => status !== 200);
    expect(rejected).toEqual([]);
    const pages = procedureReference(procedures, ({ name }) => {
      const call = calls.get(name)!;
      const [before, now] = [shown.get(name), asShown(call)];
      // Responses differ a little from call to call. A page changes when it is no longer true.
      return { input: call.example, response: isStillTrue(before, now) ? before : now };
    });
    for (const [file, text] of pages) await expectWritten(`docs/procedures/${file}`, text);
    const files = new Set([...pages.keys()].map((file) => `docs/procedures/${file}`));
    const left = filesBelow('docs/procedures', '.md').filter((path) => !files.has(path));
    expect(left, 'pages of no resource').toEqual([]);
  });

  it('src/client/procedures.ts', async () => {
    const { nest } = await sharedApp();
    await expectWritten('src/client/procedures.ts', clientTypes(nest.get(ProcedureRegistry).all()));
  });

  it('docs/permissions.md', async () => {
    const app = await sharedApp();
    const procedures = app.nest.get(ProcedureRegistry).all();
    const policies = new Map(
      filesBelow('src/modules', '.policy.ts').map((path) => [path.split('/')[2]!, read(path)]),
    );
    await expectWritten('docs/permissions.md', permissionTable(procedures, plainRoutesOf(app), policies));
  });

  it('docs/events.md', async () => {
    const [guide] = read('docs/events.md').split(REFERENCE_START);
    await expectWritten('docs/events.md', `${guide}${eventReference(EVENTS)}`);
  });

  it('docs/monitoring.md', async () => {
    const [guide] = read('docs/monitoring.md').split(METRICS_START);
    await expectWritten('docs/monitoring.md', `${guide}${metricReference(Object.values(METRICS))}`);
  });

  it('docs/mcp.md', async () => {
    const { nest } = await sharedApp();
    const [guide] = read('docs/mcp.md').split(TOOLS_START);
    const tools = nest.get(ToolsService, { strict: false }).list({ scopes: new Set(SCOPES) });
    const procedures = nest.get(ProcedureRegistry).all();
    await expectWritten('docs/mcp.md', `${guide}${toolReference(tools, procedures)}`);
  });

  it('every procedure is in both', async () => {
    const { nest } = await sharedApp();
    const pages = filesBelow('docs/procedures', '.md').map(read);
    const titles = new Set(pages.flatMap(headingsOf).map(({ title }) => title));
    const permissions = read('docs/permissions.md');
    const missing = nest
      .get(ProcedureRegistry)
      .all()
      .map(({ name }) => name)
      .filter((name) => !titles.has(name) || !permissions.includes(`[${name}](`));
    expect(missing).toEqual([]);
  });
});

describe('tables agree with the code', () => {
  it('docs/operations.md has every environment variable, and no other', () => {
    const variables = filesBelow('src/platform/config', '.ts').flatMap((path) =>
      [...read(path).matchAll(/@FromEnv\('([A-Z_]+)'/g)].map(([, variable]) => variable!),
    );
    const told = tableRowsUnder(read('docs/operations.md'), 'Environment').map(([name]) => wordOf(name!));
    expect(told.slice(1).toSorted()).toEqual(variables.toSorted());
  });

  it('docs/operations.md has all scheduled work with its interval, and no other', async () => {
    const { nest } = await sharedApp();
    const works = nest.get(ScheduleService, { strict: false }).all();
    const scheduled = works.map(({ name, everyMinutes }) => [name, intervalOf(everyMinutes)]);
    const told = tableRowsUnder(read('docs/operations.md'), 'Scheduled work')
      .slice(1)
      .map(([name, every]) => [wordOf(name!), every]);
    expect(told.toSorted()).toEqual(scheduled.toSorted());
  });

  it('docs/operations.md has every kind of expiring rows, and no other', async () => {
    const { nest } = await sharedApp();
    const kinds = nest
      .get(ExpiringRowsService, { strict: false })
      .all()
      .map(({ kind }) => kind);
    const told = tableRowsUnder(read('docs/operations.md'), 'Expiring rows').map(([kind]) => wordOf(kind!));
    expect(told.slice(1).toSorted()).toEqual(kinds.toSorted());
  });

  it('docs/monitoring.md has every alert, and no other', () => {
    const alerts = [...read('docs/monitoring/alerts.yml').matchAll(/- alert: (\w+)/g)].map(
      ([, name]) => name!,
    );
    const told = tableRowsUnder(read('docs/monitoring.md'), 'Alerts').map(([name]) => wordOf(name!));
    expect(told.slice(1).toSorted()).toEqual(alerts.toSorted());
  });

  it('docs/api.md has every error code with its status and number, and no other', () => {
    const told = tableRowsUnder(read('docs/api.md'), 'Errors')
      .slice(1)
      .map(([code, status, number]) => [wordOf(code!), Number(status), Number(number)]);
    const codes = Object.entries(ERROR_CODES).map(([code, { httpStatus, number }]) => [
      code,
      httpStatus,
      number,
    ]);
    expect(told.toSorted()).toEqual(codes.toSorted());
  });

  it('docs/api.md has every reason of an error, and no other', () => {
    const told = tableRowsUnder(read('docs/api.md'), 'Reasons').map(([reason]) => wordOf(reason!));
    expect(told.slice(1).toSorted()).toEqual([...ERROR_REASONS].toSorted());
  });

  it('docs has each HTTP route on a page', async () => {
    const routes = plainRoutesOf(await sharedApp()).map(({ method, path }) => `${method} ${path}`);
    const words = new Set(codeWordsOf(read('docs/api.md')).map(({ text }) => text));
    const text = filesBelow('docs', '.md')
      .filter((path) => !path.endsWith('permissions.md'))
      .map(read)
      .join('\n');
    expect(routes.filter((route) => !words.has(route) && !text.includes(`\`${route}`))).toEqual([]);
  });

  it('docs/columns.md has every column type, and no other', () => {
    const told = tableRowsUnder(read('docs/columns.md'), 'Overview').map(([name]) => wordOf(name!));
    expect(told.slice(1).toSorted()).toEqual(COLUMN_TYPE_NAMES.toSorted());
  });

  it('src/decisions/0012 has every dependency, and no other', () => {
    const page = DOCUMENTS.find((path) => path.includes('/0012-'))!;
    const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> };
    const told = read(page)
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .flatMap((line) => [...line.split('|')[1]!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!));
    expect(told.toSorted()).toEqual(Object.keys(dependencies).toSorted());
  });
});

describe('docs/columns.md, examples', () => {
  const rows = tableRowsUnder(read('docs/columns.md'), 'Examples').slice(1);

  it.each(rows)('%s with %s takes %s', (type, config, input, shown) => {
    const { parseConfig, parseValue, present } = columnTypes[wordOf(type!) as ColumnTypeName];
    let labels = 0;
    const newLabelId = () => `lbl_${String((labels += 1)).padStart(26, '0')}`;
    const accepted = parseConfig(jsonOf(config!), { newLabelId, previous: null });
    const context = { now: '2026-01-01T00:00:00.000Z', userId: `usr_${'0'.repeat(26)}`, previous: null };
    const stored = parseValue(jsonOf(input!), accepted, context);
    const answered = JSON.parse(JSON.stringify(present(stored!, accepted))) as unknown;
    expect(isShown(jsonOf(shown!), answered), JSON.stringify(answered)).toBe(true);
  });
});

describe('what documents refer to exists', () => {
  it.each(DOCUMENTS)('links of %s', (path) => {
    const broken = linksOf(read(path)).filter(({ target }) => !leadsSomewhere(path, target));
    expect(broken).toEqual([]);
  });

  it.each(DOCUMENTS)('paths of %s', (path) => {
    const missing = codeWordsOf(read(path)).filter(
      ({ text }) => isPath(text) && !existsSync(join(ROOT, text)),
    );
    expect(missing).toEqual([]);
  });

  it('docs/README.md lists every page of docs', () => {
    const listed = new Set(linksOf(read('docs/README.md')).map(({ target }) => `docs/${target}`));
    const pages = filesBelow('docs', '.md').filter((path) => !path.startsWith('docs/procedures/'));
    expect(pages.filter((path) => path !== 'docs/README.md' && !listed.has(path))).toEqual([]);
    expect(listed.has('docs/procedures/README.md')).toBe(true);
  });

  it('decisions are numbered without gaps, have a status, and are listed by area', () => {
    const pages = filesBelow('src/decisions', '.md').filter((path) => /\/\d{4}-/.test(path));
    const numbers = pages.map((path) => Number(/\/(\d{4})-/.exec(path)![1])).sort((a, b) => a - b);
    expect(numbers).toEqual(pages.map((_, index) => index + 1));
    const listed = linksOf(read('src/decisions/README.md')).map(({ target }) => `src/decisions/${target}`);
    expect([...listed].sort()).toEqual([...pages].sort());
    const STATUS = /^\*\*Status\.\*\* (Accepted|Superseded by)/m;
    expect(pages.filter((path) => !STATUS.test(read(path)))).toEqual([]);
  });

  it('decisions that code names exist', () => {
    const numbers = new Set(
      filesBelow('src/decisions', '.md').map((path) => path.split('/').at(-1)!.slice(0, 4)),
    );
    const unknown = SOURCES.flatMap((path) =>
      [...read(path).matchAll(/\bdecision (\d{4})\b/g)]
        .filter(([, number]) => !numbers.has(number!))
        .map(([text]) => `${path}: ${text}`),
    );
    expect(unknown).toEqual([]);
  });
});

/** The text of a cell in backticks. */
function wordOf(cell: string): string {
  return cell.replaceAll('`', '');
}

/** As the table of scheduled work has it. */
function intervalOf(minutes: number): string {
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`;
}

function jsonOf(cell: string): unknown {
  return JSON.parse(cell.replace(/^`|`$/g, '').replaceAll(String.raw`\|`, '|'));
}

function leadsSomewhere(from: string, target: string): boolean {
  if (/^https?:/.test(target)) return true;
  const [file = '', anchor] = target.split('#');
  const path = file === '' ? from : relative(ROOT, resolve(ROOT, dirname(from), file));
  if (!existsSync(join(ROOT, path))) return false;
  return anchor === undefined || headingsOf(read(path)).some((heading) => heading.anchor === anchor);
}

/** A path of this repository, as documents write it; patterns and what a build or a start makes are none. */
function isPath(text: string): boolean {
  return /^(src|test|docs|migrations|\.ci)(\/[\w.-]+)*\/?$/.test(text) && text !== 'docs';
}
