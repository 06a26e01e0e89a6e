import { contentDisposition } from '../../../../src/http/routes/content-disposition';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { Cell } from '../../../../src/modules/columns';
import { csvText } from '../../../../src/modules/exchange/exporting/csv-text';
import { exportFileName } from '../../../../src/modules/exchange/exporting/export-file-name';
import { guarded, unguarded } from '../../../../src/modules/exchange/exporting/formula-guard';
import { xlsxStream } from '../../../../src/modules/exchange/exporting/xlsx-stream';
import { seededRandom } from '../../../support/seeded-random';
import { XlsxArchive } from '../../../../src/modules/exchange/reading/xlsx/xlsx-archive';
import { readXlsx } from '../../../../src/modules/exchange/reading/xlsx/xlsx-table';

const text = (each: string): Cell => ({ as: 'text', text: each });

async function* batches(...rows: (Cell | null)[][]) {
  for (const row of rows) yield [row];
}

async function csvOf(cell: Cell): Promise<string> {
  let all = '';
  for await (const chunk of csvText(['H'], batches([cell]))) all += chunk;
  return all;
}

describe('a CSV file', () => {
  it.each([
    '=1',
    '+1',
    '-1',
    '@x',
    '\tx',
    '\rx',
    '\nx',
    '\n=1',
    '  =1',
    '\u00a0-1',
    '\ufeff@x',
    '＝1',
    ' ＋1',
  ])('escapes %j', async (formula) => {
    expect(await csvOf(text(formula))).toMatch(/^\ufeffH\r\n"?'/);
  });

  it.each(['a=1', ' a', 'ＡＢ', '3-1'])('does not escape %j', async (harmless) => {
    expect(await csvOf(text(harmless))).not.toContain("'");
  });

  it('quotes what needs it and does not change numbers', async () => {
    expect(await csvOf(text('a "b"\nc'))).toBe('\ufeffH\r\n"a ""b""\nc"\r\n');
    expect(await csvOf({ as: 'number', text: '-1', number: -1 })).toBe('\ufeffH\r\n-1\r\n');
  });
});

describe('fields of random hostile texts', () => {
  const CHARACTERS = [
    ...` \t\r\n"',;=+-@_a1Zé<&\u00a0\ufeff\u200b\u0001\u007f\ufffe＝＋－＠😀`,
    '\ud800',
    '_x000D_',
  ];
  const FORMULA = /^'*(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])/u;
  const QUOTED = /[",\r\n]|^\s|\s$/;

  it('are escaped and quoted exactly where the format needs it', async () => {
    const random = seededRandom(17);
    const texts = Array.from({ length: 5_000 }, () =>
      Array.from(
        { length: 1 + random() * 6 },
        () => CHARACTERS[Math.floor(random() * CHARACTERS.length)],
      ).join(''),
    );
    const expected = texts.map((each) => {
      const escaped = FORMULA.test(each) ? `'${each}` : each;
      return QUOTED.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped;
    });
    let all = '';
    for await (const chunk of csvText(['H'], batches(...texts.map((each) => [text(each)])))) all += chunk;
    expect(all).toBe(`\ufeffH\r\n${expected.map((each) => `${each}\r\n`).join('')}`);
    expect(expected.filter((each) => each.startsWith("'")).length).toBeGreaterThan(500);
  });
});

describe('the escape of formulas', () => {
  it.each(['=1', "'=1", "''-1", "'", "'a", "a'=1", '@', '\tx', "'\rx", '', '\n=1', "' =1", "'＝", ' '])(
    'of %j is removed by an import',
    (given) => {
      expect(guarded(given)).not.toMatch(/^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/);
      expect(unguarded(guarded(given))).toBe(given);
    },
  );
});

describe('a workbook', () => {
  it('is read as it was written', async () => {
    const row: (Cell | null)[] = [
      text('<&> "ü"'),
      null,
      { as: 'number', text: '-1.5', number: -1.5 },
      { as: 'boolean', text: 'true', boolean: true },
      { as: 'instant', text: '', instant: '2026-02-03T00:00:00.000Z' },
      { as: 'instant', text: '', instant: '2026-02-03T04:05:06.000Z' },
      { as: 'instant', text: '', instant: '2026-02-03T04:05:06.789Z' },
      { as: 'instant', text: '', instant: '9999-12-31T23:59:59.999Z' },
      { as: 'instant', text: '1850-01-01', instant: '1850-01-01T00:00:00.000Z' },
      text('=SUM(A1)'),
      text('a\u0001\ud800b'),
      text('a_x000D_b'),
      text('a\rb\r\nc'),
    ];
    const bytes = await buffer(xlsxStream('ABCDEFGHIJKLM'.split(''), batches(row)));
    expect((await readXlsx(bytes, { hasHeader: true })).rows).toEqual([
      [
        '<&> "ü"',
        '',
        '-1.5',
        'true',
        '2026-02-03',
        '2026-02-03T04:05:06Z',
        '2026-02-03T04:05:06.789Z',
        '9999-12-31T23:59:59.999Z',
        '1850-01-01',
        '=SUM(A1)',
        'a\ufffdb',
        'a_x000D_b',
        'a\rb\r\nc',
      ],
    ]);
  });

  it('shows milliseconds where a time has them', async () => {
    const row = ['2026-02-03T00:00:00.000Z', '2026-02-03T04:05:06.000Z', '2026-02-03T04:05:06.789Z'].map(
      (instant): Cell => ({ as: 'instant', text: instant, instant }),
    );
    const archive = await XlsxArchive.open(await buffer(xlsxStream(['A', 'B', 'C'], batches(row))));
    let sheet = '';
    for await (const chunk of archive.text('xl/worksheets/sheet1.xml')) sheet += chunk;
    expect(Array.from(sheet.matchAll(/ s="(\d)"/g), ([, style]) => style)).toEqual(['1', '2', '3']);
  });

  it('escapes headers and reads them again', async () => {
    const bytes = await buffer(xlsxStream(['=A'], batches([text('1')])));
    expect((await readXlsx(bytes, { hasHeader: true })).header).toEqual(['=A']);
  });

  it('starts another sheet when one is full', async () => {
    const bytes = await buffer(xlsxStream(['A'], batches([text('1')], [text('2')], [text('3')]), 3));
    expect(bytes.includes('xl/worksheets/sheet2.xml')).toBe(true);
    expect((await readXlsx(bytes, { hasHeader: true })).rows).toEqual([['1'], ['2']]);
  });

  it('fails when the reading fails', async () => {
    async function* failing(): AsyncGenerator<(Cell | null)[][]> {
      yield [[text('1')]];
      throw new Error('gone');
    }
    await expect(buffer(xlsxStream(['A'], failing()))).rejects.toThrow('gone');
  });
});

describe('the name of a file', () => {
  it.each([
    ['Plan', 'Plan.csv'],
    ['../../etc/passwd', 'etc passwd.csv'],
    ['a"\r\nb: c?', 'a b c.csv'],
    ['...', 'Board.csv'],
    ['x'.repeat(100), `${'x'.repeat(80)}.csv`],
    ['計画 😀', '計画 😀.csv'],
  ])('of %j is %s', (name, fileName) => {
    expect(exportFileName(name, 'csv')).toBe(fileName);
  });

  it('is in the header as ASCII, and in full as UTF-8', () => {
    expect(contentDisposition("Zoë's.csv")).toBe(
      `attachment; filename="Zo_'s.csv"; filename*=UTF-8''Zo%C3%AB%27s.csv`,
    );
  });
});
