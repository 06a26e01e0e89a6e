import { describe, expect, it } from 'vitest';
import { aColumn, refusedPath } from '../column-builder';

describe.each(['number', 'currency', 'percentage'] as const)('%s', (name) => {
  const column = aColumn(name);

  it.each([
    [5, 5],
    [-0, 0],
    ['5', 5],
    [' 5.25 ', 5.25],
    ['+7', 7],
    ['-0.5', -0.5],
    ['.5', 0.5],
    ['5.', 5],
    ['007', 7],
    ['0.1234567890123', 0.1234567890123],
  ])('accepts %j as %d', (input, stored) => {
    expect(Object.is(column.parse(input), stored)).toBe(true);
  });

  it.each([
    ['', ' ', 'five', '0x10', '0b1', '1e3', '1E3', 'Infinity', '-Infinity', 'NaN', '1,000', '1_000', '--1'],
    ['1 2', '5%', '٣', '9'.repeat(400), NaN, Infinity, true, [5], {}, { value: 5 }],
  ])('rejects anything but a plain decimal', (...inputs) => {
    for (const input of inputs) expect(column.refusal(input)).toBe('Must be a number');
  });

  it('keeps more decimals than it shows', () => {
    expect(aColumn(name, { decimals: 1 }).parse(1.2345)).toBe(1.2345);
  });

  it('reads as plain decimal notation, which it accepts', () => {
    for (const value of [0, -1.5, 1e21, 1.5e-7, -2.25e300, 123456789.125]) {
      expect(column.text(value)).toMatch(/^-?[0-9]+(\.[0-9]+)?$/);
      expect(column.parse(column.text(value))).toBe(value);
    }
  });

  it('sorts by the number', () => {
    expect(column.index(2.5)).toEqual([{ ordinal: 0, numberKey: 2.5, textKey: null, ref: null }]);
  });

  it('rejects decimals outside 0 to 10', () => {
    for (const decimals of [-1, 11, 1.5, '2', NaN]) expect(refusedPath(name, { decimals })).toBe('decimals');
  });
});

describe('number', () => {
  it('has no decimals and no suffix by default', () => {
    expect(aColumn('number').config).toEqual({});
    expect(aColumn('number', { decimals: 2, suffix: ' h' }).config).toEqual({ decimals: 2, suffix: ' h' });
    expect(refusedPath('number', { suffix: 'x'.repeat(21) })).toBe('suffix');
  });

  it('keeps missing fields on update, and drops null ones', () => {
    const column = aColumn('number', { decimals: 2, suffix: 'h' });
    expect(column.update({ decimals: 3 })).toEqual({ decimals: 3, suffix: 'h' });
    expect(column.update({ suffix: null })).toEqual({ decimals: 2 });
    expect(column.update(null)).toEqual({});
  });
});

describe('currency', () => {
  it('is US dollars by default', () => {
    expect(aColumn('currency').config).toEqual({ currency: 'USD', locale: 'en-US', decimals: 2 });
    expect(aColumn('currency', { currency: 'eur', locale: 'de-de', decimals: 0 }).config).toEqual({
      currency: 'EUR',
      locale: 'de-DE',
      decimals: 0,
    });
  });

  it('keeps its currency when only decimals change', () => {
    expect(aColumn('currency', { currency: 'EUR' }).update({ decimals: 0 })).toMatchObject({
      currency: 'EUR',
      decimals: 0,
    });
  });

  it('rejects codes and locales that do not exist', () => {
    for (const currency of ['EU', 'EURO', '€', 'E1R', '', 5]) {
      expect(refusedPath('currency', { currency })).toBe('currency');
    }
    for (const locale of ['', 'not a locale', 'en_US', 'x'.repeat(200), 5]) {
      expect(refusedPath('currency', { locale })).toBe('locale');
    }
  });
});

describe('rating', () => {
  it('ranges from 0 to 5 by default', () => {
    expect(aColumn('rating').config).toEqual({ maxRating: 5 });
    expect(aColumn('rating').parse(0)).toBe(0);
    expect(aColumn('rating').parse(5)).toBe(5);
    expect(aColumn('rating').refusal(6)).toBe('Must be a whole number from 0 to 5');
    expect(aColumn('rating', { maxRating: 10, icon: 'heart' }).parse(10)).toBe(10);
  });

  it('accepts whole numbers only, and no text', () => {
    for (const input of [0.5, -1, '3', NaN, null, [3]]) {
      expect(aColumn('rating').refusal(input)).toBeTypeOf('string');
    }
  });

  it('rejects a maxRating outside 1 to 100', () => {
    for (const maxRating of [0, 101, 2.5, '5'])
      expect(refusedPath('rating', { maxRating })).toBe('maxRating');
  });
});

describe('progress', () => {
  const column = aColumn('progress');

  it('ranges from 0 to 100, and is done at 100', () => {
    for (const value of [0, 0.5, 100]) expect(column.parse(value)).toBe(value);
    for (const value of [-1, 100.5, '50', true]) expect(column.refusal(value)).toBeTypeOf('string');
    expect([99.9, 100].map((value) => column.type.isDone?.(value, column.config))).toEqual([false, true]);
  });
});

describe('auto_number', () => {
  it('counts from 1, shows its prefix in text, and accepts no value', () => {
    expect(aColumn('auto_number').config).toEqual({ start: 1 });
    const column = aColumn('auto_number', { prefix: 'BUG-', start: 0 });
    expect(column.text(12)).toBe('BUG-12');
    expect(column.present(12)).toBe(12);
    expect(column.refusal(12)).toContain('computed');
    expect(column.index(12)[0]?.numberKey).toBe(12);
  });

  it('rejects a start below 0 and a long prefix', () => {
    for (const start of [-1, 1.5, '1']) expect(refusedPath('auto_number', { start })).toBe('start');
    expect(refusedPath('auto_number', { prefix: 'x'.repeat(21) })).toBe('prefix');
  });
});
