import { describe, expect, it } from 'vitest';
import { BlockRows } from '../../../../../src/modules/exchange/reading/block-rows';

function read(...rows: string[][]) {
  const blocks = new BlockRows();
  for (const [at, cells] of rows.entries()) blocks.add(at + 1, cells);
  return blocks.table({ encoding: null, delimiter: null, csv: null });
}

describe('blocks of groups, items and sub-items', () => {
  it('become one table, with columns of the same name once', () => {
    const table = read(
      ['Roadmap'],
      ['Next'],
      ['Name', 'Subitems', 'Owner', 'Timeline - Start', 'Timeline - End'],
      ['Website', 'Copy', 'Ada', '2026-11-01', '2026-11-30'],
      ['Subitems', 'Name', 'owner', 'Hours'],
      ['', 'Copy', 'Grace', '3'],
      ['Shop', '', '', '', '2026-12-01'],
      ['', '', '', '', '12'],
      ['Later'],
      ['Name', 'Subitems', 'Owner', 'Timeline - Start', 'Timeline - End'],
      ['Blog'],
    );
    expect(table.header).toEqual(['Group', 'Name', 'Owner', 'Timeline', 'Hours']);
    expect(table.rows).toEqual([
      ['Next', 'Website', 'Ada', '2026-11-01 - 2026-11-30', ''],
      ['Next', 'Copy', 'Grace', '', '3'],
      ['Next', 'Shop', '', '2026-12-01 - 2026-12-01', ''],
      ['Later', 'Blog', '', '', ''],
    ]);
    expect(table.parents).toEqual([-1, 0, -1, -1]);
    expect(table.lines).toEqual([4, 6, 7, 11]);
    expect(table.ignored).toBe(7);
  });

  it('an item without values above the title of the next group is an item', () => {
    const table = read(['G'], ['Name', 'A'], ['One', 'x'], ['Two'], ['H'], ['Name', 'A'], ['Three']);
    expect(table.rows).toEqual([
      ['G', 'One', 'x'],
      ['G', 'Two', ''],
      ['H', 'Three', ''],
    ]);
  });

  it('sub-items with numbers for names are not sums', () => {
    const header = ['Name', 'Subitems', 'A'];
    const table = read(
      ['G'],
      header,
      ['One', '2026', 'x'],
      ['Subitems', 'Name', 'B'],
      ['', '2026', ''],
      ['', '', '7'],
    );
    expect(table.rows.map((row) => row[1])).toEqual(['One', '2026']);
  });

  it('two columns of the same name are two lines of one cell', () => {
    const table = read(['G'], ['Name', 'Update', 'Update'], ['One', 'a', 'b']);
    expect(table.rows).toEqual([['G', 'One', 'a\nb']]);
  });

  it('a column named Group is not the column of the groups', () => {
    const table = read(['G'], ['Name', 'Group'], ['One', 'x']);
    expect(table.header).toEqual(['Group', 'Name', 'Group (monday)']);
    expect(table.rows).toEqual([['G', 'One', 'x']]);
  });
});
