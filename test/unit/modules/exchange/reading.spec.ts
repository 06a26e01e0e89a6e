import { describe, expect, it } from 'vitest';
import { readCsv } from '../../../../src/modules/exchange/reading/csv-table';
import { decodeText } from '../../../../src/modules/exchange/reading/decode-text';
import { guessDelimiter } from '../../../../src/modules/exchange/reading/guess-delimiter';
import { readXlsx } from '../../../../src/modules/exchange/reading/xlsx/xlsx-table';
import { aWorkbook, SHEET, sheetOf } from '../../../support/workbook';

describe('the encoding of a text', () => {
  it.each([
    ['utf-8', Buffer.from('é')],
    ['utf-8', Buffer.from('\ufeffé')],
    ['utf-16le', Buffer.from('\ufeffé', 'utf16le')],
    ['utf-16le', Buffer.from('Name;é', 'utf16le')],
    ['utf-16be', Buffer.from('Name;é', 'utf16le').swap16()],
    ['windows-1252', Buffer.from([0xe9])],
  ])('%s', (encoding, bytes) => {
    const decoded = decodeText(bytes);
    expect([decoded.encoding, [...decoded.chunks].join('').at(-1)]).toEqual([encoding, 'é']);
  });

  it('is rejected when it is not the named one', () => {
    expect(() => decodeText(Buffer.from([0xe9]), 'utf-8')).toThrow(
      'Not valid utf-8, at or shortly after line 1',
    );
  });

  it('is not guessed again for UTF-8 with a damaged byte: every accent would be wrong', () => {
    const damaged = Buffer.concat([Buffer.from('é\nü\n'), Buffer.from([0xe9, 0x0a])]);
    expect(() => decodeText(damaged)).toThrow('Not valid utf-8');
  });

  it('applies across the chunks of a long text', () => {
    const text = `x${'é'.repeat(200_000)}`;
    const { chunks, start } = decodeText(Buffer.from(text));
    expect([...chunks].join('')).toBe(text);
    expect(text.startsWith(start)).toBe(true);
  });
});

describe('the delimiter', () => {
  it.each([
    ['a,b\n1,2', ','],
    ['a;b\n"1;x";2,5', ';'],
    ['a\tb, c\n1\t2', '\t'],
    ['a|b\n1|2', '|'],
    ['a\n1', ','],
    ['"x;y;z",b\n"p",c', ','],
  ])('of %j is %j', (text, delimiter) => {
    expect(guessDelimiter(text)).toBe(delimiter);
  });
});

describe('rows of a text', () => {
  const read = (text: string, hasHeader = true) => readCsv(Buffer.from(text), { hasHeader });

  it('have the line numbers at which they begin', async () => {
    const { rows, lines } = await read('\nA,B\n"1\n2","a ""b"""\r\n\n3,4');
    expect(rows).toEqual([
      ['1\n2', 'a "b"'],
      ['3', '4'],
    ]);
    expect(lines).toEqual([3, 6]);
  });

  it('are distinguished from ragged ones', async () => {
    const { rows, ragged } = await read('A,B\n1\n1,2\n1,2,3\n');
    expect(rows).toEqual([['1', '2']]);
    expect(ragged).toEqual([
      { line: 2, cells: 1 },
      { line: 4, cells: 3 },
    ]);
  });

  it('have the delimiter named in a first line, as spreadsheets write it', async () => {
    const { header, rows, lines } = await read('sep=;\r\nA;B,C\r\n1,2;3\r\n');
    expect({ header, rows, lines }).toEqual({ header: ['A', 'B,C'], rows: [['1,2', '3']], lines: [3] });
    expect(await read('sep=\n1\n')).toMatchObject({ header: ['sep='], rows: [['1']] });
  });

  it('get names for columns without a header, and drop empty ones', async () => {
    expect(await read('A,,\n1,x,\n')).toMatchObject({ header: ['A', 'Column 2'], rows: [['1', 'x']] });
    expect((await read('1,2\n3,4\n', false)).header).toEqual(['Column 1', 'Column 2']);
  });
});

describe('rows of a workbook', () => {
  it('are texts as a user would write them', async () => {
    const cells = [
      '<c r="A2" t="s"><v>0</v></c>',
      '<c r="C2" s="1"><v>45992.5</v></c>',
      '<c r="D2" s="1"><v>45992</v></c>',
      '<c r="E2" s="2"><v>0.075</v></c>',
      '<c r="F2" t="b"><v>1</v></c>',
      '<c r="G2"><v>1E-7</v></c>',
      '<c r="H2" t="inlineStr"><is><r><t>a</t></r><r><t>b</t></r></is></c>',
    ];
    const header = 'ABCDEFGH'.replace(/./g, '<c r="$&1" t="inlineStr"><is><t>$&amp;</t></is></c>');
    const { rows } = await readXlsx(
      await aWorkbook({
        [SHEET]: sheetOf(header, cells.join('')),
        'xl/sharedStrings.xml': '<sst><si><t>x</t><rPh><t>no</t></rPh></si></sst>',
        'xl/styles.xml':
          '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="yyyy\\-mm\\-dd&quot;d&quot;"/></numFmts><cellXfs><xf/><xf numFmtId="170"/><xf numFmtId="9"/></cellXfs></styleSheet>',
      }),
      { hasHeader: true },
    );
    expect(rows).toEqual([
      ['x', '', '2025-12-01T12:00:00Z', '2025-12-01', '7.5%', 'true', '0.0000001', 'ab'],
    ]);
  });

  it('contain the characters that workbooks write as numeric references', async () => {
    const { rows } = await readXlsx(
      await aWorkbook({
        [SHEET]: sheetOf(
          '<c r="A1" t="inlineStr"><is><t>A</t></is></c><c r="B1" t="inlineStr"><is><t>B</t></is></c>',
          '<c r="A2" t="s"><v>0</v></c><c r="B2" t="str"><v>p_x0000_q_x005F_x000D_r_xD83D_</v></c>',
        ),
        'xl/sharedStrings.xml': '<sst><si><t>x_x000D_\ny_x00e4_</t></si></sst>',
      }),
      { hasHeader: true },
    );
    expect(rows).toEqual([['x\r\nyä', 'pq_x000D_r\ufffd']]);
  });
});
