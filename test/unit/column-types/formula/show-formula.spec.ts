import { describe, expect, it } from 'vitest';
import { compileFormula, type FormulaColumn, showFormula } from '../../../../src/column-types/formula';
import { idOf, refusal } from './formula-trial';

const named = (...names: string[]): FormulaColumn[] =>
  names.map((name, index) => ({ id: idOf(index), name, type: 'number' }));

describe('stored and shown', () => {
  const columns = named('Price', 'Größe', '__proto__', 'A {b} c');

  it.each([
    ['{Price} * 2', `{${idOf(0)}} * 2`, '{Price} * 2'],
    ['{ price }+{PRICE}', `{${idOf(0)}}+{${idOf(0)}}`, '{Price}+{Price}'],
    ['{GRÖßE}', `{${idOf(1)}}`, '{Größe}'],
    ['{Gro\u0308ße}', `{${idOf(1)}}`, '{Größe}'],
    ['"{Price}" & \'{Price}\'', '"{Price}" & \'{Price}\'', '"{Price}" & \'{Price}\''],
    ['{__proto__}', `{${idOf(2)}}`, '{__proto__}'],
    ['{a {b}} C}', `{${idOf(3)}}`, '{A {b}} c}'],
    [`{${idOf(0)}}`, `{${idOf(0)}}`, '{Price}'],
  ])('%s', (expression, stored, shown) => {
    expect(compileFormula(expression, columns).stored).toBe(stored);
    expect(showFormula(stored, columns)).toBe(shown);
    expect(compileFormula(shown, columns).stored).toBe(stored);
  });

  it('follows renames', () => {
    const { stored } = compileFormula('{Price} + 1', columns);
    expect(showFormula(stored, named('Cost {net}'))).toBe('{Cost {net}}} + 1');
    expect(compileFormula('{Cost {net}}} + 1', named('Cost {net}')).stored).toBe(stored);
  });

  it('keeps the id of a deleted column', () => {
    const stored = `{${idOf(9)}} + {${idOf(0)}}`;
    expect(showFormula(stored, columns)).toBe(`{${idOf(9)}} + {Price}`);
    expect(refusal(stored, columns)).toEqual([0, `The column ${idOf(9)} was deleted`]);
  });

  it('keeps the id where the name is ambiguous or taken', () => {
    const twins = named('Price', ' price', idOf(0), '');
    const stored = twins.map(({ id }) => `{${id}}`).join('+');
    expect(showFormula(stored, twins)).toBe(stored);
    expect(compileFormula(stored, twins).dependsOn).toEqual(twins.map(({ id }) => id));
    expect(refusal('1 + {PRICE}', twins)).toEqual([
      4,
      'Several columns have the name "PRICE": rename one, or write its id in the braces',
    ]);
  });

  it.each(['', '{Price', '"', '1 + #', '{}'])('shows %j, which was never compiled, unchanged', (stored) => {
    expect(showFormula(stored, columns)).toBe(stored);
  });
});

describe('length', () => {
  const columns = named('A');
  const sumOf = (count: number) => Array(count).fill('{A}').join('+');

  it('is that of the expression as typed, so that an accepted expression can be stored', () => {
    const { stored } = compileFormula(sumOf(1_024), columns);
    expect(stored.length).toBeGreaterThan(32_000);
    expect(compileFormula(stored, columns).stored).toBe(stored);
  });

  it.each([
    ['one character too many', sumOf(1_024) + '+1'],
    ['many references by id', sumOf(1_025).replaceAll('{A}', `{${idOf(0)}}`)],
    ['a megabyte', 'x'.repeat(1_000_000)],
    ['a megabyte of one name', `{${'x'.repeat(1_000_000)}}`],
    ['a long text', `"${'x'.repeat(4_095)}"`],
  ])('is rejected for %s', (_, expression) => {
    expect(refusal(expression, columns)).toEqual([4_096, 'An expression has at most 4,096 characters']);
  });

  it('shortens a long name in messages', () => {
    const [, reason] = refusal(`{${'x'.repeat(4_000)}}`, columns);
    expect(reason.length).toBeLessThan(150);
  });
});
