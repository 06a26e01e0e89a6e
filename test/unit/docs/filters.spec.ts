import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { COLUMN_TYPE_NAMES } from '../../../src/column-types/column-type';
import { columnField } from '../../../src/modules/columns/filters/column-field';
import { PlainTexts } from '../../../src/modules/columns/filters/plain-texts';
import { columnTypes } from '../../../src/column-types/types';
import type { ColumnFacts } from '../../../src/modules/hierarchy';

/** Operators by column type, as the table of docs/filters.md has them. */
function documented(): Map<string, string[]> {
  const rows = readFileSync('docs/filters.md', 'utf8').matchAll(/^\| ([a-z_, ]+?) +\| (is[a-z_, ]*?) *\|$/gm);
  return new Map(
    [...rows].flatMap(([, types, operators]) =>
      types!.split(', ').map((type) => [type, operators!.split(', ')]),
    ),
  );
}

describe('the operators that the documentation names', () => {
  const computed = new Set(['formula', 'lookup']);

  it.each(COLUMN_TYPE_NAMES.filter((name) => !computed.has(name)))(
    'of %s are those that it takes',
    (type) => {
      const config = columnTypes[type].parseConfig(null, { newLabelId: () => 'lbl', previous: null });
      const column = { id: 'col_1', name: 'Column', type, config } as unknown as ColumnFacts;
      expect(documented().get(type)).toEqual([...columnField(column, new PlainTexts()).operators.keys()]);
    },
  );
});
