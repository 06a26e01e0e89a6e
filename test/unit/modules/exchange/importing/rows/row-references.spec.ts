import { describe, expect, it } from 'vitest';
import {
  RowReferences,
  withoutCircles,
} from '../../../../../../src/modules/exchange/importing/rows/row-references';

describe('references between rows', () => {
  const references = new RowReferences([['6', '0017', '6', '']], ['Six', 'Seventeen', 'Again', 'Six']);

  it.each([
    ['17', [1]],
    ['#17; 0017', [1]],
    ['Seventeen, again', [1, 2]],
    // Two rows have this number, and two this name.
    ['6', []],
    ['six', []],
    ['99', []],
    ['', []],
  ])('%s names %j', (text, rows) => {
    expect(references.resolve(text).rows).toEqual(rows);
  });

  it('counts references without a target', () => {
    expect(references.resolve('17; 99').references).toBe(2);
  });
});

describe('dependencies without cycles', () => {
  it('omits the edge that closes one', () => {
    expect(withoutCircles([[1], [2], [0]])).toEqual([[1], [2], []]);
    expect(withoutCircles([[0, 1], [], [1]])).toEqual([[1], [], [1]]);
  });

  it('keeps all others', () => {
    const diamond = [[1, 2], [3], [3], []];
    expect(withoutCircles(diamond)).toEqual(diamond);
  });

  it('accepts chains as long as a file', () => {
    const chain = Array.from({ length: 100_000 }, (_, at) => [(at + 1) % 100_000]);
    const kept = withoutCircles(chain);
    expect(kept.filter((edges) => edges.length === 0)).toHaveLength(1);
  });
});
