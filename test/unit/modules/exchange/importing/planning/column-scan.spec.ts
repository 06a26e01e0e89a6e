import { describe, expect, it } from 'vitest';
import { type FileColumn, formatOf, guessType } from '../../../../../../src/column-types/cells/guess-type';
import { ColumnScan } from '../../../../../../src/modules/exchange/importing/planning/column-scan';

const CELLS = 12_000;
const context = {
  isMember: () => false,
  isFile: () => false,
  resolved: () => ({ references: 0, found: 0 }),
};

/** The column as a scan of a large file leaves it; `kept` is the most texts that it had. */
function scanned(cellAt: (at: number) => string): { column: FileColumn; kept: number } {
  const scan = new ColumnScan();
  let kept = 0;
  for (let at = 0; at < CELLS; at += 1) {
    scan.add(cellAt(at));
    kept = Math.max(kept, scan.kept.size);
    if (scan.isFull) scan.forget('Column', context);
  }
  if (scan.isForgetful) scan.forget('Column', context);
  return { column: scan.column('Column'), kept };
}

const DAY_MS = 86_400_000;
const day = (at: number) => new Date(at * DAY_MS).toISOString().slice(0, 10);
const dayFirst = (at: number) => day(at).split('-').toReversed().join('/');

describe('the statistics of a column that is not in memory', () => {
  it.each<[string, (at: number) => string, string]>([
    ['numbers', (at) => `${at}.5`, 'number'],
    ['numbers with a decimal comma', (at) => `${at},5`, 'number'],
    ['percentages', (at) => `${at} %`, 'percentage'],
    ['dates', day, 'date'],
    ['dates with the day first', dayFirst, 'date'],
    ['addresses', (at) => `a${at}@example.com`, 'email'],
    ['few words', (at) => ['Red', 'Green', 'Blue'][at % 3]!, 'label'],
    ['lists of few words', (at) => `W${at % 40}; W${(at * 7) % 39}; W${(at * 11) % 37}`, 'label'],
    ['many words', (at) => `Text ${at}`, 'text'],
    ['long texts', (at) => `${at} ${'x'.repeat(300)}`, 'long_text'],
    ['numbers, and a text at the end', (at) => (at === CELLS - 1 ? 'none' : String(at)), 'text'],
    ['nothing', () => ' ', 'text'],
  ])('lead to the guess that all texts lead to: %s', (_what, cellAt, type) => {
    const cells = Array.from({ length: CELLS }, (_, at) => cellAt(at).trim());
    const texts = new Set(cells.filter((cell) => cell !== ''));
    const whole = { header: 'Column', texts, filled: cells.filter((cell) => cell !== '').length };
    const { column } = scanned(cellAt);
    expect(guessType(column, context)).toEqual(guessType(whole, context));
    expect(guessType(column, context).type).toBe(type);
    expect(formatOf(column)).toEqual(formatOf(whole));
    expect(column.filled).toBe(whole.filled);
  });

  it('keep a limited number of texts and characters', () => {
    expect(scanned((at) => `Text ${at}`).kept).toBe(5_000);
    expect(scanned((at) => `${at} ${'x'.repeat(1_000)}`).kept).toBeLessThanOrEqual(500);
  });
});
