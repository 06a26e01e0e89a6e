import type { CsvOptions } from '../csv-table';
import { columnsMax, FILE_LIMITS, type FileTable, ROW_MAX_CHARACTERS } from '../file-table';
import { findHeaderRow, HEADER_SOUGHT_IN } from '../header-row';
import { rowSink } from '../make-row-sink';
import type { CellColor, CellColors } from '../row-sink';
import { UnreadableFile } from '../unreadable-file';
import { XlsxArchive } from './xlsx-archive';
import { cellText, type CellTexts, type RawCell } from './xlsx-cell';
import { readStyles } from './xlsx-formats';
import { xlsxText } from './xlsx-text';
import { readXml } from './xml-elements';

const WORKBOOK = 'xl/workbook.xml';
const WORKBOOK_LINKS = 'xl/_rels/workbook.xml.rels';

/** Rows of a workbook's first sheet. Formulas have their last result; they are never evaluated. */
export async function readXlsx(bytes: Buffer, options: CsvOptions): Promise<FileTable> {
  const archive = await XlsxArchive.open(bytes);
  if (!archive.has(WORKBOOK)) throw new UnreadableFile('The archive is not an Excel workbook');
  const { sheet, isFrom1904 } = await readWorkbook(archive);
  const texts: CellTexts = {
    sharedStrings: await readSharedStrings(archive.text('xl/sharedStrings.xml')),
    styles: await readStyles(archive.text('xl/styles.xml')),
    isFrom1904,
  };
  const rows = new SheetRows(options);
  await readSheet(archive.text(sheet), { texts, columnsMax: columnsMax(options.layout) }, rows);
  return rows.table();
}

interface SheetRow {
  line: number;
  cells: string[];
  colors: CellColors;
}

/** Keeps the first rows of a sheet until the header is found among them. */
class SheetRows {
  private first: SheetRow[] | null = [];
  private rows = rowSink({ hasHeader: true, headerRow: undefined, isPadded: true });

  constructor(private readonly options: CsvOptions) {
    const { hasHeader, headerRow, layout } = options;
    if (!hasHeader || headerRow !== undefined || layout === 'blocks') this.begin(headerRow);
  }

  add(row: SheetRow): void {
    if (this.first === null) return this.rows.add(row.line, row.cells, row.colors);
    this.first.push(row);
    if (this.first.length >= HEADER_SOUGHT_IN) this.find();
  }

  table(): FileTable {
    this.find();
    return this.rows.table({ encoding: null, delimiter: null, csv: null });
  }

  private find(): void {
    if (this.first === null) return;
    const known = new Set(this.options.knownHeaders);
    this.begin(findHeaderRow(this.first, known) ?? undefined);
  }

  private begin(headerRow: number | undefined): void {
    const { hasHeader, layout } = this.options;
    this.rows = rowSink({ hasHeader, headerRow, layout, isPadded: true });
    for (const { line, cells, colors } of this.first!) this.rows.add(line, cells, colors);
    this.first = null;
  }
}

/** The part with the first sheet, and the calendar of dates. */
async function readWorkbook(archive: XlsxArchive): Promise<{ sheet: string; isFrom1904: boolean }> {
  let linkId: string | undefined;
  let isFrom1904 = false;
  await readXml(archive.text(WORKBOOK), {
    open: (name, attributes) => {
      if (name === 'workbookPr') isFrom1904 = ['1', 'true'].includes(attributes['date1904'] ?? '');
      if (name !== 'sheet' || linkId !== undefined) return;
      linkId = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1];
    },
  });
  let target: string | undefined;
  await readXml(archive.text(WORKBOOK_LINKS), {
    open: (name, attributes) => {
      if (name === 'Relationship' && attributes['Id'] === linkId) target = attributes['Target'];
    },
  });
  const sheet = target?.startsWith('/') ? target.slice(1) : `xl/${target ?? ''}`;
  if (linkId === undefined || !archive.has(sheet)) throw new UnreadableFile('The workbook has no sheet');
  return { sheet, isFrom1904 };
}

async function readSharedStrings(chunks: AsyncIterable<string>): Promise<string[]> {
  const strings: string[] = [];
  let current = '';
  let characters = 0;
  const inside = new Elements();
  await readXml(chunks, {
    open: (name) => {
      inside.open(name);
      if (name === 'si') current = '';
    },
    text: (text) => {
      // Phonetic readings of Japanese words are not part of the text.
      if (!inside.has('t') || inside.has('rPh')) return;
      current += text;
      characters += text.length;
      if (characters > FILE_LIMITS.characters)
        throw new UnreadableFile('The workbook contains too much text');
    },
    close: (name) => {
      inside.close(name);
      if (name === 'si') strings.push(xlsxText(current));
    },
  });
  return strings;
}

async function readSheet(
  chunks: AsyncIterable<string>,
  { texts, columnsMax }: { texts: CellTexts; columnsMax: number },
  rows: Pick<SheetRows, 'add'>,
): Promise<void> {
  let line = 0;
  let column = -1;
  let cells: string[] = [];
  let colors: (CellColor | undefined)[] = [];
  let cell: RawCell = { type: 'n', style: 0, value: '' };
  const inside = new Elements();
  await readXml(chunks, {
    open: (name, attributes) => {
      inside.open(name);
      if (name === 'row') {
        const given = Number(attributes['r']);
        line = Number.isSafeInteger(given) && given > 0 ? given : line + 1;
        column = -1;
        cells = [];
        colors = [];
      } else if (name === 'c') {
        column = attributes['r'] === undefined ? column + 1 : columnOf(attributes['r']);
        cell = { type: attributes['t'] ?? 'n', style: Number(attributes['s'] ?? 0), value: '' };
      }
    },
    text: (text) => {
      if (!inside.has('c') || !(inside.has('v') || (inside.has('t') && !inside.has('rPh')))) return;
      cell.value += text;
      if (cell.value.length > ROW_MAX_CHARACTERS)
        throw UnreadableFile.atLine(line, 'Too much text in one cell');
    },
    close: (name) => {
      inside.close(name);
      if (name === 'c' && cell.value !== '') {
        if (!(column >= 0 && column < columnsMax)) {
          throw UnreadableFile.atLine(line, `More than ${columnsMax} columns`);
        }
        while (cells.length < column) cells.push('');
        cells[column] = cellText(cell, texts);
        const color = texts.styles[cell.style]?.color;
        if (color !== undefined) colors[column] = color;
      } else if (name === 'row') {
        rows.add({ line, cells, colors });
      }
    },
  });
}

/** The elements that contain the parser's position. */
class Elements {
  private readonly depths = new Map<string, number>();

  open(name: string): void {
    this.depths.set(name, (this.depths.get(name) ?? 0) + 1);
  }

  close(name: string): void {
    this.depths.set(name, (this.depths.get(name) ?? 0) - 1);
  }

  has(name: string): boolean {
    return (this.depths.get(name) ?? 0) > 0;
  }
}

/** The zero-based column of a reference such as `AB12`. */
function columnOf(reference: string): number {
  let column = 0;
  for (const character of reference) {
    const letter = character.charCodeAt(0) - 64;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  return column - 1;
}
