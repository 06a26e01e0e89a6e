import { beforeAll, describe, expect, it } from 'vitest';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { listedNames } from '../../support/item-lists';
import { eventsDuring } from '../../support/refusals';
import { aWorkbook, SHEET, sheetOf } from '../../support/workbook';

const text = (content: string | Buffer) => Buffer.from(content).toString('base64');
const inline = (word: string) => `<c t="inlineStr"><is><t>${word}</t></is></c>`;

const TEXTS: [string, string | Buffer, RegExp][] = [
  ['an empty file', '', /The file is empty/],
  ['blank lines alone', '\n \n,,\n', /The file is empty/],
  ['a header alone', 'A,B\n', /no rows/],
  ['a quote that is never closed', 'A,B\n1,2\n"3,4\n', /Line 3: A quoted cell is not closed/],
  ['text behind a closing quote', 'A,B\n"1"x,2\n', /Line 2: A closing quote/],
  ['a quote in the middle of a cell', 'A,B\n1"x,2\n', /Line 2: A quote in the middle/],
  ['NUL bytes', 'A,B\n1,\0\n', /Line 2: NUL/],
  ['two headers alike', 'A,b,B\n1,2,3\n', /Columns 2 and 3 have the same header, "B"/],
  [
    '5,000 columns',
    `${Array.from({ length: 5_000 }, (_, at) => `c${at}`).join(',')}\n`,
    /Line 1: More than 200 columns/,
  ],
  [
    'one line of two million characters',
    `A\n${'x'.repeat(2_000_000)}\n`,
    /Line 2: More than 1000000 characters/,
  ],
  [
    'a header of two million characters',
    `${'x'.repeat(2_000_000)}\n1\n`,
    /Line 1: More than 1000000 characters/,
  ],
  ['100,001 rows', `A\n${'1\n'.repeat(100_001)}`, /More than 100000 rows/],
  ['rows of any length', `A,B\n${'1\n'.repeat(2_000)}`, /Rows differ/],
  [
    'UTF-8 with a damaged byte',
    Buffer.from([0x41, 0x0a, 0xc3, 0xa9, 0xc3, 0xa9, 0xff, 0x0a]),
    /Not valid utf-8/,
  ],
  ['half a character of UTF-16', Buffer.from([0xff, 0xfe, 0x41, 0x00, 0x0a]), /Not valid utf-16le/],
];

function emptyRows(count: number): string {
  const rows = Array.from({ length: count }, (_, at) => `<row r="${at + 1}"/>`).join('');
  return `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
}

const ENTITIES = `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>`;
const WORKBOOKS: [string, Record<string, string>, RegExp][] = [
  ['a document type with entities', { [SHEET]: ENTITIES + sheetOf(inline('&b;')) }, /document type/],
  ['an entity that is not declared', { [SHEET]: sheetOf(inline('&f;')) }, /damaged/],
  ['XML that ends early', { [SHEET]: sheetOf(inline('A')).slice(0, -30) }, /damaged/],
  ['a zip bomb', { [SHEET]: `<a>${' '.repeat(50_000_000)}</a>` }, /too large when unpacked/],
  [
    'thousands of parts',
    Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`x${at}`, 'x'])),
    /too large when unpacked/,
  ],
  ['no sheet', { 'xl/workbook.xml': '<workbook/>' }, /no sheet/],
  [
    'a sheet outside of the archive',
    {
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="rId7" Target="../../../etc/passwd"/></Relationships>',
    },
    /no sheet/,
  ],
  [
    'a sheet elsewhere in the world',
    {
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="rId7" Target="http://127.0.0.1/x" TargetMode="External"/></Relationships>',
    },
    /no sheet/,
  ],
  ['empty rows by the hundred thousand', { [SHEET]: emptyRows(300_000) }, /The file is empty/],
  [
    'a row that says that it is no number',
    { [SHEET]: sheetOf(inline('A')).replace('r="1"', 'r="x"') },
    /no rows/,
  ],
  [
    'formulas that came to nothing',
    { [SHEET]: sheetOf('<c><f>A1</f></c>', '<c><f>B1</f><v/></c>') },
    /is empty/,
  ],
  ['elements without end', { [SHEET]: `${'<a>'.repeat(5_000)}${'</a>'.repeat(5_000)}` }, /nested too deeply/],
  ['a cell far to the right', { [SHEET]: sheetOf('<c r="XFD1"><v>1</v></c>') }, /More than 200 columns/],
];

const repeated = (cell: string, count: number) => Array.from({ length: count }, () => cell).join(',');

/** Files that only a product would export. */
const OF_PRODUCTS: [string, string, string, RegExp][] = [
  [
    '100,000 repeated headers',
    'jira',
    `Summary,${repeated('Labels', 100_000)}\n`,
    /Line 1: More than 2000 columns/,
  ],
  [
    '300 columns with cells',
    'jira',
    `Summary,${Array.from({ length: 300 }, (_, at) => `c${at}`).join(',')}\nA,${repeated('x', 300)}\n`,
    /More than 200 columns with cells/,
  ],
  [
    'a gigantic cell',
    'asana',
    `Task ID,Name\n1,${'x'.repeat(1_100_000)}\n`,
    /Line 2: More than 1000000 characters/,
  ],
  [
    'cells of a merged column that are gigantic together',
    'jira',
    `Summary,${repeated('Comment', 5)}\nA,${repeated('x'.repeat(250_000), 5)}\n`,
    /Line 2: More than 1000000 characters/,
  ],
  ['100,001 rows', 'trello', `Card ID,Card Name\n${'1,A\n'.repeat(100_001)}`, /More than 100000 rows/],
  ['100,001 items', 'monday', `G\nName,B\n${'A,1\n'.repeat(100_001)}`, /More than 100000 rows/],
  ['blocks of ever new columns', 'monday', blocksOf(300), /More than 200 columns/],
  ['a header alone', 'monday', 'G\nName,B\n', /no rows/],
];

/** Sub-items whose headers all have another column. */
function blocksOf(count: number): string {
  const subItems = Array.from({ length: count }, (_, at) => `A,\nSubitems,Name,c${at}\n,B,1\n`);
  return `G\nName,B\n${subItems.join('')}`;
}

describe('boards.import of invalid files', () => {
  let board: TestBoard;
  beforeAll(async () => {
    board = await aBoard({ columns: [] });
  });

  /** What the file is rejected with; that nothing was written. */
  async function refusal(content: string, more: object = {}): Promise<string> {
    let message = '';
    const events = await eventsDuring(board.organization, async () => {
      const input = { id: board.id, file: { content, encoding: 'base64' }, ...more };
      const { status, error } = await board.organization.owner.client.mutate('boards.import', input);
      expect(status).toBe(400);
      expect(error!.data.issues!.map(({ path }) => path)).toEqual(['file.content']);
      ({ message } = error!);
    });
    expect(events).toEqual([]);
    return message;
  }

  it.each(TEXTS)('400: %s', async (_what, content, reason) => {
    expect(await refusal(text(content))).toMatch(reason);
  });

  it.each(OF_PRODUCTS)('400: %s from %s', async (_what, source, content, reason) => {
    expect(await refusal(text(content), { source })).toMatch(reason);
  });

  it('400: a workbook of monday that is a zip bomb, or has a cell far to the right', async () => {
    const bomb = await aWorkbook({ [SHEET]: `<a>${' '.repeat(50_000_000)}</a>` });
    expect(await refusal(text(bomb), { source: 'monday' })).toMatch(/too large when unpacked/);
    const wide = await aWorkbook({ [SHEET]: sheetOf('<c r="XFD1"><v>1</v></c>') });
    expect(await refusal(text(wide), { source: 'jira' })).toMatch(/More than 2000 columns/);
  });

  it('400: a chain of parents of 20,000 rows that closes', async () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => `I${at},S-${at},S-${(at + 1) % 20_000}\n`).join(
      '',
    );
    const input = {
      id: board.id,
      source: 'jira',
      file: { content: `Summary,Issue key,Parent key\n${rows}` },
    };
    const { status, error } = await board.organization.owner.client.mutate('boards.import', input);
    expect(status).toBe(400);
    expect(error!.message).toMatch(/lines.2.Parent key: The parents of the row lead back to it/);
  });

  it.each(WORKBOOKS)('400: a workbook with %s', async (_what, parts, reason) => {
    expect(await refusal(text(await aWorkbook(parts)))).toMatch(reason);
  });

  it('400: archives that are damaged, truncated or not workbooks', async () => {
    const whole = await aWorkbook({ [SHEET]: sheetOf(inline('A'), inline('1')) });
    const broken = Buffer.from(whole);
    broken.fill(0, 30, 200);
    expect(await refusal(text(whole.subarray(0, 400)))).toMatch(/damaged/);
    expect(await refusal(text(broken))).toMatch(/damaged|no sheet|no Excel/);
    expect(await refusal(text('PK\u0003\u0004 and no more'))).toMatch(/damaged/);
  });

  it('413: a body beyond the limit', async () => {
    const input = { id: board.id, file: { content: 'x'.repeat(11 * 1024 * 1024) } };
    const { status } = await board.organization.owner.client.mutate('boards.import', input);
    expect(status).toBe(413);
  });

  it('200: formulas have their last results, and escaped texts are unescaped', async () => {
    const cells = '<c><f>1+1</f><v>2</v></c><c t="str"><f>HYPERLINK("x")</f><v>=1+1</v></c>';
    const content = text(await aWorkbook({ [SHEET]: sheetOf(inline('Name') + inline('Text'), cells) }));
    const { client } = board.organization.owner;
    const { status } = await client.mutate('boards.import', {
      id: board.id,
      file: { content, encoding: 'base64' },
    });
    expect(status).toBe(200);
    expect(await listedNames(board)).toContain('2');
    await client.mutate('boards.import', { id: board.id, file: { content: "Name\n'=SUM(A1)\n" } });
    expect(await listedNames(board)).toContain('=SUM(A1)');
  });
});
