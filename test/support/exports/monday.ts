import { aWorkbook, SHEET } from '../workbook';

/** A cell: a text, a number, a day as a spreadsheet stores it, or a text with a fill or font color. */
export type MondayCell = string | number | { day: number } | { text: string; fill?: string; font?: string };

export interface MondayItem {
  cells: MondayCell[];
  subItems?: MondayCell[][];
}

export interface MondayGroup {
  title: MondayCell;
  items: MondayItem[];
  /** The row below the items, as the sums are. */
  sums?: MondayCell[];
}

export interface MondayBoard {
  title: string;
  /** Behind Name, and Subitems if there are any. */
  columns: string[];
  subItemColumns?: string[];
  groups: MondayGroup[];
}

/** The workbook of a board as monday exports it: one sheet of blocks. */
export function mondayWorkbook({ title, columns, subItemColumns, groups }: MondayBoard): Promise<Buffer> {
  const rows: MondayCell[][] = [[title], []];
  const hasSubItems = subItemColumns !== undefined;
  for (const group of groups) {
    rows.push([group.title], ['Name', ...(hasSubItems ? ['Subitems'] : []), ...columns]);
    for (const { cells, subItems = [] } of group.items) {
      const [name, ...rest] = cells;
      const names = subItems.map(([each]) => textOf(each!)).join(', ');
      rows.push([name!, ...(hasSubItems ? [names] : []), ...rest]);
      if (subItems.length === 0) continue;
      rows.push(['Subitems', 'Name', ...subItemColumns!]);
      for (const subItem of subItems) rows.push(['', ...subItem]);
    }
    rows.push(['', ...(hasSubItems ? [''] : []), ...(group.sums ?? [])], []);
  }
  return workbookOf(rows);
}

function textOf(cell: MondayCell): string {
  if (typeof cell === 'object') return 'text' in cell ? cell.text : String(cell.day);
  return String(cell);
}

/** Styles: 0 plain, 1 a day, then one for each color. */
function workbookOf(rows: readonly MondayCell[][]): Promise<Buffer> {
  const styles = new Map<string, number>();
  const styleOf = ({ fill = '', font = '' }: { fill?: string; font?: string }) => {
    const key = `${fill}|${font}`;
    if (!styles.has(key)) styles.set(key, styles.size + 2);
    return styles.get(key)!;
  };
  const cellOf = (cell: MondayCell, reference: string) => {
    if (typeof cell === 'number') return `<c r="${reference}"><v>${cell}</v></c>`;
    if (typeof cell === 'object' && 'day' in cell) return `<c r="${reference}" s="1"><v>${cell.day}</v></c>`;
    const text = textOf(cell).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    const style = typeof cell === 'object' ? ` s="${styleOf(cell)}"` : '';
    return text === '' ? '' : `<c r="${reference}"${style} t="inlineStr"><is><t>${text}</t></is></c>`;
  };
  const inner = rows.map((row, at) => {
    const cells = row.map((cell, column) => cellOf(cell, `${letters(column)}${at + 1}`)).join('');
    return `<row r="${at + 1}">${cells}</row>`;
  });
  const colors = [...styles.keys()].map((key) => key.split('|'));
  const fills = colors.map(([fill]) =>
    fill === ''
      ? '<fill><patternFill patternType="none"/></fill>'
      : `<fill><patternFill patternType="solid"><fgColor rgb="FF${fill!.slice(1)}"/></patternFill></fill>`,
  );
  const fonts = colors.map(([, font]) =>
    font === '' ? '<font><color rgb="FF000000"/></font>' : `<font><color rgb="FF${font!.slice(1)}"/></font>`,
  );
  const xfs = colors.map((_, at) => `<xf numFmtId="0" fontId="${at + 1}" fillId="${at + 2}"/>`);
  return aWorkbook({
    'xl/styles.xml': `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy-mm-dd"/></numFmts>
      <fonts><font><color rgb="FF000000"/></font>${fonts.join('')}</fonts>
      <fills><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>${fills.join('')}</fills>
      <cellXfs><xf numFmtId="0" fontId="0" fillId="0"/><xf numFmtId="164" fontId="0" fillId="0"/>${xfs.join('')}</cellXfs></styleSheet>`,
    [SHEET]: `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${inner.join('')}</sheetData></worksheet>`,
  });
}

function letters(column: number): string {
  return column < 26
    ? String.fromCharCode(65 + column)
    : letters(Math.floor(column / 26) - 1) + letters(column % 26);
}

/** 1 November 2026. */
const NOVEMBER = 46_327;

/** A small board with everything that the layout has. */
export function roadmapOfMonday(): Promise<Buffer> {
  return mondayWorkbook({
    title: 'Product roadmap',
    columns: [
      'Owner',
      'Status',
      'Due date',
      'Timeline - Start',
      'Timeline - End',
      'Budget',
      'Item ID (auto generated)',
    ],
    subItemColumns: ['Owner', 'Status', 'Date', 'Item ID (auto generated)'],
    groups: [
      {
        title: { text: 'Next', font: '#579BFC' },
        items: [
          {
            cells: [
              'Website',
              'Ada Lovelace',
              { text: 'Working on it', fill: '#FDAB3D' },
              { day: NOVEMBER },
              { day: NOVEMBER },
              { day: NOVEMBER + 29 },
              1200,
              '1234567890',
            ],
            subItems: [
              ['Copy', 'Ada Lovelace', { text: 'Done', fill: '#00C875' }, { day: NOVEMBER }, '2234567890'],
              ['Logo', '', '', '', '2234567891'],
            ],
          },
          { cells: ['Shop', '', { text: 'Stuck', fill: '#DF2F4A' }, '', '', '', 800, '1234567891'] },
        ],
        sums: ['', '', '', '', '', 2000],
      },
      {
        title: { text: 'Later', font: '#A25DDC' },
        items: [{ cells: ['Blog', 'Grace Hopper', '', { day: NOVEMBER + 44 }, '', '', '', '1234567892'] }],
        sums: ['', '', '', '', '', 0],
      },
    ],
  });
}
