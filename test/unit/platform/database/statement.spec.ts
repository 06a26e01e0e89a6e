import { describe, expect, it } from 'vitest';
import { StatementShapes } from '../../../../src/platform/database/statement';

describe('StatementShapes', () => {
  it('names the first texts, up to the limit', () => {
    const shapes = new StatementShapes(2);
    const [one, two] = [shapes.find('list', 'select 1'), shapes.find('list', 'select 2')];
    expect(one.name).toMatch(/^list:/);
    expect(two.name).not.toBe(one.name);
    expect(shapes.find('list', 'select 3')).toEqual({ name: '', text: 'select 3' });
    expect(shapes.find('list', 'select 1')).toBe(one);
  });

  it('is not used up by the texts of another one', () => {
    const [full, other] = [new StatementShapes(0), new StatementShapes(1)];
    expect(full.find('list', 'select 1').name).toBe('');
    expect(other.find('entity', 'select 1').name).toMatch(/^entity:/);
  });
});
