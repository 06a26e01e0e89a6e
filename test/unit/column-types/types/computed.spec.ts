import { describe, expect, it } from 'vitest';
import { newId } from '../../../../src/kernel/ids';
import { aColumn, refusedPath } from '../column-builder';

describe.each(['formula', 'lookup'] as const)('%s', (name) => {
  const column = aColumn(name);

  it('accepts no value, indexes nothing yet', () => {
    for (const input of [1, 'x', [], {}, true]) {
      expect(column.refusal(input)).toBe('This column is computed; its value cannot be set');
    }
    expect(column.type.writable).toBe(false);
    expect(column.index(5)).toEqual([]);
    expect(column.type.sortOrder(column.config)).toEqual({ by: 'nothing' });
  });

  it('reads any result as text', () => {
    const label = { id: 'lbl_x', label: 'Done', color: '#000000' };
    expect([1e21, 'a', true, [1, 'b'], [label], [], { x: 1 }].map((result) => column.text(result))).toEqual([
      '1000000000000000000000',
      'a',
      'true',
      '1, b',
      'Done',
      '',
      '{"x":1}',
    ]);
  });

  it('compares results by content, whatever the order of keys', () => {
    expect(column.type.equals([{ a: 1, b: 2 }], [{ b: 2, a: 1 }])).toBe(true);
    expect(column.type.equals([1, 2], [2, 1])).toBe(false);
    expect(column.type.equals('1', 1)).toBe(false);
  });
});

describe('the config of formula', () => {
  it('is an expression of at most 4,096 characters', () => {
    expect(aColumn('formula').config).toEqual({ expression: '' });
    expect(aColumn('formula', { expression: '{A} + 1' }).config).toEqual({ expression: '{A} + 1' });
    expect(refusedPath('formula', { expression: 'x'.repeat(4_097) })).toBe('expression');
    expect(refusedPath('formula', { expression: 5 })).toBe('expression');
  });
});

describe('the config of lookup', () => {
  const [link, target] = [newId('column'), newId('column')];

  it('names two columns and an aggregate', () => {
    expect(aColumn('lookup').config).toEqual({ aggregate: 'list' });
    const config = { linkColumnId: link, targetColumnId: target, aggregate: 'sum' };
    expect(aColumn('lookup', config).config).toEqual(config);
    expect(refusedPath('lookup', { linkColumnId: 'x' })).toBe('linkColumnId');
    expect(refusedPath('lookup', { targetColumnId: newId('item') })).toBe('targetColumnId');
    expect(refusedPath('lookup', { aggregate: 'median' })).toBe('aggregate');
  });
});
