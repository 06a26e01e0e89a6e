import { describe, expect, it } from 'vitest';
import { findHeaderRow } from '../../../../../src/modules/exchange/reading/header-row';

const rows = (...lines: string[]) => lines.map((line, at) => ({ line: at + 1, cells: line.split(',') }));
const found = (lines: string[], known: string[] = []) => findHeaderRow(rows(...lines), new Set(known));

describe('the row of the header', () => {
  it.each([
    ['below a title', ['Report', 'Name,Size', 'A,1'], 2],
    ['below two titles and a blank line', ['Report', '', '2026', 'Name,Size', 'A,1'], 4],
    ['below a title with empty cells, as in a sheet', ['Report,,', 'Name,Size,Due', 'A,1,'], 2],
  ])('%s', (_what, lines, row) => {
    expect(found(lines)).toBe(row);
  });

  it.each([
    ['the first row', ['Name,Size', 'A,1']],
    ['a column of one name', ['Name', 'A', 'B']],
    ['one column of anything', ['Fruit', 'Apple', 'Pear']],
    ['a known header above a wider row, which is an error of that row', ['Name', 'A,b']],
    ['a wider row of numbers, which is no header', ['Fruit', 'A,1']],
    ['a wider row with an address', ['Fruit', 'A,a@b.example']],
    ['a title as wide as the table', ['Fruit,', 'Apple,x']],
    ['nothing', []],
  ])('not found: %s', (_what, lines) => {
    expect(found(lines)).toBeNull();
  });

  it('by the headers of a product, whatever precedes it', () => {
    const known = ['summary', 'issue key'];
    expect(found(['Filter,All issues', 'By,Ada', 'Issue_Key,Summary,Other', 'S-1,A,1'], known)).toBe(3);
    expect(found(['Summary,Issue key', 'A,S-1'], known)).toBeNull();
  });
});
