import { describe, expect, it } from 'vitest';
import { replacedPerson } from '../../../../../src/modules/columns/people/successor';

describe('a user who is replaced in a cell', () => {
  it.each([
    [['a'], 'b', ['b']],
    [['x', 'a', 'y'], 'b', ['x', 'b', 'y']],
    [['b', 'a'], 'b', ['b']],
    [['a', 'x', 'b'], 'b', ['b', 'x']],
    [['x'], 'b', ['x']],
    [['a', 'x'], null, ['x']],
    [['a'], null, []],
  ])('%o, by %o: %o', (people, to, expected) => {
    expect(replacedPerson(people, 'a', to)).toEqual(expected);
  });
});
