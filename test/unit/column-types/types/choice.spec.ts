import { describe, expect, it } from 'vitest';
import { PRIORITIES } from '../../../../src/column-types/types/choice/priority';
import { aColumn, refusedPath } from '../column-builder';

describe('priority', () => {
  const column = aColumn('priority');

  it.each([
    ['Critical', 'Critical'],
    [' high ', 'High'],
    [{ label: 'MEDIUM' }, 'Medium'],
    [{ label: 'Low', color: '#000000' }, 'Low'],
  ])('accepts %j as %s', (input, stored) => {
    expect(column.parse(input)).toBe(stored);
  });

  it.each([['Urgent'], [''], [{}], [{ id: 'High' }], [{ label: 1 }], [['High']], [1], ['constructor']])(
    'rejects %j',
    (input) => {
      expect(column.refusal(input)).toBeTypeOf('string');
    },
  );

  it('shows its word and color, as a copy', () => {
    const wire = column.present('High') as { label: string };
    expect(wire).toEqual(PRIORITIES[1]);
    wire.label = 'changed';
    expect(PRIORITIES[1].label).toBe('High');
    expect(column.present('Gone')).toBeNull();
  });

  it('sorts from Critical to Low', () => {
    expect(column.type.sortOrder(column.config)).toEqual({
      by: 'option',
      keys: ['Critical', 'High', 'Medium', 'Low'],
    });
    expect(column.index('Low')).toEqual([{ ordinal: 0, numberKey: null, textKey: 'Low', ref: 'Low' }]);
  });

  it('accepts an empty config and nothing else', () => {
    expect(aColumn('priority', {}).config).toEqual({});
    expect(refusedPath('priority', { labels: [] })).toBe('labels');
  });
});

describe('dropdown', () => {
  const column = aColumn('dropdown', { options: [' Red ', 'green', 'Green', '__proto__'] });

  it('accepts one of its options, and one that differs in case only if there is none with that case', () => {
    expect(column.config).toEqual({ options: ['Red', 'green', 'Green', '__proto__'] });
    for (const option of ['Red', 'green', 'Green', '__proto__']) expect(column.parse(option)).toBe(option);
    expect([column.parse('red'), column.parse('GREEN')]).toEqual(['Red', 'green']);
    for (const input of ['reds', '', 'constructor', ['Red'], { label: 'Red' }, 0]) {
      expect(column.refusal(input)).toBeTypeOf('string');
    }
  });

  it('has none by default', () => {
    expect(aColumn('dropdown').config).toEqual({ options: [] });
    expect(aColumn('dropdown').refusal('a')).toBe('"a" is not one of the options');
  });

  it.each([
    [['a', 'a'], 'options'],
    [['a', ' a '], 'options'],
    [[''], 'options.0'],
    [['a', ' '], 'options.1'],
    [['x'.repeat(101)], 'options.0'],
    [[5], 'options.0'],
    ['a', 'options'],
    [Array.from({ length: 501 }, (_, n) => `${n}`), 'options'],
  ])('rejects options %.40j', (options, path) => {
    expect(refusedPath('dropdown', { options })).toBe(path);
  });

  it('sorts in the order of the options', () => {
    expect(column.type.sortOrder(column.config)).toEqual({
      by: 'option',
      keys: ['Red', 'green', 'Green', '__proto__'],
    });
    expect(column.index('green')).toEqual([{ ordinal: 0, numberKey: null, textKey: 'green', ref: 'green' }]);
  });
});

describe('checkbox', () => {
  const column = aColumn('checkbox');

  it('accepts true and false only', () => {
    expect([column.parse(true), column.parse(false)]).toEqual([true, false]);
    for (const input of ['true', 1, 0, '', [], {}])
      expect(column.refusal(input)).toBe('Must be true or false');
  });

  it('sorts false before true, is done when true, and reads as a word', () => {
    expect([false, true].map((value) => column.index(value)[0]?.numberKey)).toEqual([0, 1]);
    expect([false, true].map((value) => column.type.isDone?.(value, column.config))).toEqual([false, true]);
    expect([false, true].map((value) => column.text(value))).toEqual(['false', 'true']);
  });
});
