import { unguarded } from '../exporting/formula-guard';
import { FILE_COLUMNS_MAX, FILE_LIMITS, type FileTable } from './file-table';
import { plainHeader } from './plain-header';
import type { CellColors, RowSink } from './row-sink';
import { assertReadableRow } from './readable-row';
import { FileTooLarge, UnreadableFile } from './unreadable-file';

/** The column of the resulting table with the names of the groups. */
export const BLOCK_GROUP_HEADER = 'Group';
const NAME_HEADERS = new Set(['name', 'item', 'item name', 'task', 'task name', 'title']);
const SUB_ITEMS = 'subitems';
/** The two columns of a timeline. */
const SPAN = /^(.*\S)\s+-\s+(Start|End)$/i;
/** Texts of a column whose colors are kept; more texts are no labels. */
const COLORED_MAX = 200;

interface Row {
  line: number;
  cells: string[];
  colors: CellColors;
}

/** For each cell of the rows below a header the column of the table that it goes to; null: to none. */
type Targets = ({ at: number; span: 'start' | 'end' | null } | null)[];

/**
 * Reads blocks as boards of monday are exported: the title of a group, a header, items, below an item the header and the rows
 * of its sub-items with one empty cell before them, and a row of sums without a name. Makes one table of them.
 */
export class BlockRows implements RowSink {
  private readonly header: string[] = [BLOCK_GROUP_HEADER];
  private readonly columns = new Map<string, number>([[plainHeader(BLOCK_GROUP_HEADER), -1]]);
  private readonly rows: string[][] = [];
  private readonly lines: number[] = [];
  private readonly parents: number[] = [];
  private readonly groupColors = new Map<string, string>();
  private readonly textColors = new Map<string, Map<string, string>>();
  private headerText: string | null = null;
  private items: Targets | null = null;
  private subItems: Targets | null = null;
  private group = '';
  private parent = -1;
  private ignored = 0;
  private characters = 0;
  /** A row is the title of a group only if a header follows. */
  private held: Row | null = null;

  add(line: number, cells: string[], colors: CellColors = []): void {
    this.characters += assertReadableRow(line, cells, FILE_COLUMNS_MAX);
    if (this.characters > FILE_LIMITS.characters)
      throw FileTooLarge.atLine(line, `More than ${FILE_LIMITS.characters} characters in total`);
    if (cells.every((cell) => cell.trim() === '')) return;
    const row = { line, cells: cells.map((cell) => unguarded(cell)), colors };
    if (this.isHeader(row)) return this.beginGroup(row);
    this.flush();
    this.held = row;
  }

  table(read: Pick<FileTable, 'encoding' | 'delimiter' | 'csv'>): FileTable {
    this.flush();
    if (this.items === null)
      throw new UnreadableFile('The file has no header that begins with Name below the title of a group');
    const { header, rows, lines, parents, ignored } = this;
    if (rows.length === 0) throw new UnreadableFile('The file has no rows');
    // Headers of sub-items, which follow their parents, can add columns.
    for (const row of rows) while (row.length < header.length) row.push('');
    return {
      ...read,
      header,
      columns: [...header.keys()],
      rows,
      lines,
      ragged: [],
      ignored,
      parents,
      colors: { groups: this.groupColors, texts: this.textColors },
    };
  }

  private isHeader({ cells }: Row): boolean {
    const text = headerText(cells);
    if (this.headerText !== null) return text === this.headerText;
    const first = plainHeader(cells[0] ?? '');
    return NAME_HEADERS.has(first) && (filledOf(cells) >= 2 || this.held !== null);
  }

  private beginGroup({ line, cells }: Row): void {
    const title = this.held;
    this.held = null;
    if (title !== null && isTitle(title)) {
      this.group = title.cells[0]!;
      const { font, fill } = title.colors[0] ?? {};
      const color = font ?? fill;
      if (color !== undefined && !this.groupColors.has(this.group)) this.groupColors.set(this.group, color);
      this.ignored += 1;
    } else if (title !== null) this.read(title);
    this.headerText = headerText(cells);
    this.items = this.targetsOf(line, cells);
    this.subItems = null;
    this.parent = -1;
    this.ignored += 1;
  }

  private flush(): void {
    const row = this.held;
    this.held = null;
    if (row !== null) this.read(row);
  }

  private read(row: Row): void {
    const { line, cells } = row;
    const [first = '', second = ''] = cells.map((cell) => cell.trim());
    if (this.items === null) this.ignored += 1;
    else if (plainHeader(first) === SUB_ITEMS && NAME_HEADERS.has(plainHeader(second))) {
      // A header of the sub-items of the last item.
      this.subItems = this.targetsOf(line, ['', ...cells.slice(1)]);
      this.ignored += 1;
    } else if (first !== '') {
      this.subItems = null;
      this.parent = this.push(row, this.items, -1);
    } else if (this.subItems !== null && second !== '' && !this.isSum(cells)) {
      this.push(row, this.subItems, this.parent);
    } else this.ignored += 1;
  }

  /** Sums can follow the sub-items of the last item, and their first column is that of the sub-items' names. */
  private isSum(cells: readonly string[]): boolean {
    return this.items![1] !== null && cells.every((cell) => /^[\s\d.,%€$£+-]*$/.test(cell));
  }

  private push({ line, cells, colors }: Row, targets: Targets, parent: number): number {
    if (this.rows.length >= FILE_LIMITS.rows)
      throw new FileTooLarge(`More than ${FILE_LIMITS.rows} rows; split the file`);
    if (this.rows.length * this.header.length >= FILE_LIMITS.cells)
      throw new FileTooLarge(`More than ${FILE_LIMITS.cells} cells; split the file`);
    const row = this.header.map(() => '');
    row[0] = this.group;
    for (const [index, target] of targets.entries()) {
      const text = cells[index] ?? '';
      if (target === null || text.trim() === '') continue;
      const before = row[target.at]!;
      row[target.at] = spanned(before, text, target.span);
      const fill = colors[index]?.fill;
      if (fill !== undefined) this.keepColor(this.header[target.at]!, text.trim(), fill);
    }
    this.lines.push(line);
    this.parents.push(parent);
    return this.rows.push(row) - 1;
  }

  private keepColor(header: string, text: string, color: string): void {
    let texts = this.textColors.get(header);
    if (texts === undefined) this.textColors.set(header, (texts = new Map()));
    if (texts.size < COLORED_MAX && !texts.has(text)) texts.set(text, color);
  }

  /** Columns of equal names are one, also of items and of sub-items. */
  private targetsOf(line: number, header: readonly string[]): Targets {
    return header.map((given, index) => {
      const [, span, end] = SPAN.exec(given.trim()) ?? [];
      // The names of items and of sub-items are one column, whatever their headers are.
      const name = NAME_HEADERS.has(plainHeader(given)) && index <= 1 ? 'Name' : (span ?? given.trim());
      if (name === '' || plainHeader(name) === SUB_ITEMS) return null;
      const key = plainHeader(name);
      const unique = this.columns.get(key) === -1 ? `${name} (monday)` : name;
      const uniqueKey = plainHeader(unique);
      let at = this.columns.get(uniqueKey);
      if (at === undefined) {
        at = this.header.push(unique) - 1;
        this.columns.set(uniqueKey, at);
        if (this.header.length > FILE_COLUMNS_MAX)
          throw UnreadableFile.atLine(line, `More than ${FILE_COLUMNS_MAX} columns`);
      }
      return { at, span: (end?.toLowerCase() as 'start' | 'end' | undefined) ?? null };
    });
  }
}

/** Adds a cell to its column. A timeline with one of its two dates is one day. */
function spanned(start: string, text: string, part: 'start' | 'end' | null): string {
  // Two columns of a board can have the same name.
  if (part === null) return start === '' ? text : `${start}\n${text}`;
  const from = part === 'end' && start !== '' ? start.slice(0, start.length / 2 - 1) : text;
  return `${from} - ${text}`;
}

function headerText(cells: readonly string[]): string {
  const last = cells.findLastIndex((cell) => cell.trim() !== '');
  return JSON.stringify(cells.slice(0, last + 1).map((cell) => cell.trim()));
}

function filledOf(cells: readonly string[]): number {
  return cells.filter((cell) => cell.trim() !== '').length;
}

function isTitle({ cells }: Row): boolean {
  return filledOf(cells) === 1 && (cells[0] ?? '').trim() !== '';
}
