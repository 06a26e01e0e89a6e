import { describe, expect, it } from 'vitest';
import { instant, trial } from '../formula-trial';

const cells = { blank: null, none: [], list: ['a'], on: true, due: instant('2026-01-01T00:00:00Z'), zero: 0 };

describe('logic', () => {
  it.each([
    ['IF(TRUE, 1, 2)', 1],
    ['IF(FALSE, 1, 2)', 2],
    ['IF(FALSE, 1)', null],
    ['if({on}, "yes", "no")', 'yes'],
    ['IF({blank}, 1, 2)', 2],
    ['IF({zero}, 1, 2)', 2],
    ['IF(-1, 1, 2)', 1],
    ['IF("true", 1, 2)', 1],
    ['IF(TRUE, "")', null],
    ['IFS(FALSE, 1, TRUE, 2, TRUE, 3)', 2],
    ['SWITCH("b", "a", 1, "B", 2)', 2],
    ['SWITCH(3, 1, "one", 2, "two", "many")', 'many'],
    ['SWITCH({list}, "A", "found")', 'found'],
    ['AND(TRUE, 1, "TRUE")', true],
    ['AND(TRUE, {blank})', false],
    ['OR({blank}, 0, FALSE)', false],
    ['OR(FALSE, 2)', true],
    ['NOT(FALSE)', true],
    ['NOT({on})', false],
    ['ISBLANK({blank})', true],
    ['ISBLANK({none})', true],
    ['ISBLANK("")', true],
    ['ISBLANK({zero})', false],
    ['ISBLANK({due})', false],
    ['ISBLANK({list})', false],
    ['IFERROR(1 / 0, "none")', 'none'],
    ['IFERROR(1 / 4, "none")', 0.25],
    ['IFERROR(IFERROR(1 / 0, "x" + 1), 3)', 3],
  ])('%s is %j', (expression, result) => {
    expect(trial(expression, cells)).toBe(result);
  });

  it.each([
    ['IF(TRUE, 1, 1 / 0)', 1],
    ['IF(FALSE, 1 / 0, 2)', 2],
    ['IFS(TRUE, 1, 1 / 0, 1 / 0)', 1],
    ['SWITCH(1, 1, 2, 1 / 0, 1 / 0, 1 / 0)', 2],
    ['AND(FALSE, 1 / 0)', false],
    ['OR(TRUE, 1 / 0)', true],
    ['IFERROR(1, 1 / 0)', 1],
  ])('%s evaluates only the deciding arguments', (expression, result) => {
    expect(trial(expression, cells)).toBe(result);
  });

  it.each([
    ['IF(1 / 0, 1, 2)', '#division by zero'],
    ['IF("maybe", 1, 2)', '#"maybe" is neither TRUE nor FALSE'],
    ['IFS(FALSE, 1)', '#no condition of IFS is true'],
    ['SWITCH(1, 2, 3)', '#no case of SWITCH fits'],
    ['OR(FALSE, 1 / 0)', '#division by zero'],
    ['ISBLANK(1 / 0)', '#division by zero'],
    ['IFERROR(1 / 0, "x" + 1)', '#"x" is not a number'],
  ])('%s fails: %s', (expression, error) => {
    expect(trial(expression, cells)).toBe(error);
  });
});
