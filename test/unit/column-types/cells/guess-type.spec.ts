import { describe, expect, it } from 'vitest';
import { formatOf, guessType } from '../../../../src/column-types/cells/guess-type';

const FILE = `file_${'0'.repeat(26)}`;
const context = {
  isFile: (id: string) => id === FILE,
  isMember: (text: string) => ['ann', 'bob@example.com', 'doe, jane'].includes(text.toLowerCase()),
  resolved: (text: string) => ({ references: 1, found: text.startsWith('4') ? 1 : 0 }),
};

function guess(header: string, cells: readonly string[]) {
  const filled = cells.filter((cell) => cell !== '');
  return guessType({ header, texts: new Set(filled), filled: filled.length }, context);
}

describe('the column type guessed for a file’s column', () => {
  it.each([
    ['Ready', ['yes', 'no', ''], 'checkbox'],
    ['Share', ['50%', '7.5 %'], 'percentage'],
    ['Points', ['1', '0', '1'], 'number'],
    ['Code', ['007', '12'], 'text'],
    ['Due', ['2026-01-02', '3/4/2026'], 'date'],
    ['Due', ['2026-01-02', 'soon'], 'text'],
    ['Due', ['2026-01-02', '2026-02-30'], 'text'],
    ['Due', ['0000-00-00', '2026-13-01', '1/2/0000', '2026-01-02 25:00'], 'text'],
    ['Mail', ['a@example.com', 'b@example.com'], 'email'],
    ['Site', ['https://example.com/a'], 'url'],
    ['Plans', [`a.txt (https://example.com/api/files/${FILE})`, FILE], 'file'],
    ['Plans', [`https://example.com/api/files/file_${'1'.repeat(26)}`], 'url'],
    ['Call', ['+49 30 1234567'], 'phone'],
    ['Call', ['+493012345678', '+14155550123'], 'phone'],
    ['Change', ['+5', '+1200', '-3'], 'number'],
    ['Change', ['+5', '+1200'], 'number'],
    ['Weight', ['High', 'low', 'High'], 'priority'],
    ['Owner', ['Ann', 'bob@example.com; ann'], 'people'],
    ['Owner', ['Doe, Jane, Ann', 'Doe, Jane'], 'people'],
    ['Owner', ['Ann', 'Carl'], 'text'],
    ['Depends on', ['41', '42', '7'], 'dependency'],
    ['depends_on', ['7', '8', '9', '10', '11'], 'number'],
    ['Count', ['41', '42'], 'number'],
    ['Status', ['Open', 'Closed'], 'status'],
    ['Area', ['North', 'South', 'North', 'South'], 'label'],
    ['Area', ['North', 'South', 'East'], 'text'],
    ['Place', ['Bern, CH', 'Bern, CH', 'Graz, AT', 'Graz, AT'], 'dropdown'],
    ['Tags', ['a; b', 'b; a', 'a', 'b'], 'label'],
    ['Note', ['one\ntwo'], 'long_text'],
    ['Note', ['x'.repeat(300)], 'long_text'],
    ['Nothing', ['', ''], 'text'],
  ])('%s: %j is %s', (header, cells, type) => {
    expect(guess(header, cells).type).toBe(type);
  });

  it('creates labels for words, once for each, and recognizes done', () => {
    expect(guess('Stage', ['Open', 'open', 'Done']).config).toEqual({
      labels: [{ name: 'Open' }, { name: 'Done', isDone: true }],
    });
  });

  it('has no labels beyond sixty words', () => {
    const words = Array.from({ length: 61 }, (_, at) => `w${at}`);
    expect(guess('Status', [...words, ...words]).type).toBe('text');
  });

  it('recognizes how cells are written', () => {
    expect(formatOf({ texts: new Set(['1,5', '2']) })).toEqual({ decimalMark: ',', dateOrder: 'mdy' });
    expect(formatOf({ texts: new Set(['31/1/2026']) })).toEqual({ decimalMark: '.', dateOrder: 'dmy' });
  });
});
