import { describe, expect, it } from 'vitest';
import { CsvParser } from '../../../../../src/modules/exchange/reading/csv-parser';
import type { Delimiter } from '../../../../../src/modules/exchange/reading/guess-delimiter';

/** The records of a text that comes in these parts, each with its line. */
function records(parts: readonly string[], delimiter: Delimiter = ','): [number, string[]][] {
  const read: [number, string[]][] = [];
  const parser = new CsvParser(delimiter, (line, cells) => read.push([line, cells]));
  for (const part of parts) parser.add(part);
  parser.end();
  return read;
}

describe('the CSV parser', () => {
  it.each<[string, string, [number, string[]][]]>([
    ['nothing', '', []],
    ['one cell', 'a', [[1, ['a']]]],
    ['empty cells', ',\n', [[1, ['', '']]]],
    ['an empty last cell without a line break', 'a,', [[1, ['a', '']]]],
    ['quotes', '"a","","""",b', [[1, ['a', '', '"', 'b']]]],
    [
      'a quoted delimiter and line breaks',
      '"a,b\r\nc\nd\re",f\ng',
      [
        [1, ['a,b\r\nc\nd\re', 'f']],
        [5, ['g']],
      ],
    ],
    [
      'line breaks of every kind',
      'a\r\nb\nc\rd',
      [
        [1, ['a']],
        [2, ['b']],
        [3, ['c']],
        [4, ['d']],
      ],
    ],
    [
      'empty lines',
      '\n\r\na\n\n"" \nb'.replace('"" ', '""'),
      [
        [3, ['a']],
        [5, ['']],
        [6, ['b']],
      ],
    ],
    ['spaces', ' a , b ', [[1, [' a ', ' b ']]]],
    [
      'a quoted cell before a line break of two characters',
      '"a"\r\n"b"\r\n',
      [
        [1, ['a']],
        [2, ['b']],
      ],
    ],
  ])('reads %s, in parts of any size', (_what, text, expected) => {
    expect(records([text])).toEqual(expected);
    for (let at = 0; at <= text.length; at += 1)
      expect(records([text.slice(0, at), text.slice(at)])).toEqual(expected);
    expect(records([...text])).toEqual(expected);
  });

  it('separates cells with the given delimiter only', () => {
    expect(records(['a,b;c\t|d'], ';')).toEqual([[1, ['a,b', 'c\t|d']]]);
    expect(records(['"a;b";c'], ';')).toEqual([[1, ['a;b', 'c']]]);
  });

  it.each([
    ['a\n"b', 'Line 2: A quoted cell is not closed'],
    ['a\n"b\nc\n', 'Line 2: A quoted cell is not closed'],
    ['a\n"b"c', 'Line 2: A closing quote is followed by text'],
    ['"a\nb"c', 'Line 2: A closing quote is followed by text'],
    ['a\nb"c', 'Line 2: A quote in the middle of a cell'],
    ['a\nb, "c"', 'Line 2: A quote in the middle of a cell'],
  ])('rejects %j, in parts of any size', (text, message) => {
    expect(() => records([text])).toThrow(message);
    expect(() => records([...text])).toThrow(message);
  });

  it.each(['"', ''])('rejects a row that does not end: %j', (quote) => {
    const parser = new CsvParser(',', () => undefined);
    parser.add(`a\n${quote}`);
    const addAll = () => {
      for (let added = 0; added < 65; added += 1) parser.add('x'.repeat(65_536));
    };
    expect(addAll).toThrow('Line 2: More than 1000000 characters in one row');
  });
});
