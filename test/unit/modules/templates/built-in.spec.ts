import { describe, expect, it } from 'vitest';
import { idPattern, newId } from '../../../../src/kernel/ids';
import { BUILT_IN_TEMPLATES } from '../../../../src/modules/templates/built-in';

describe('built-in templates', () => {
  it('keep their ids', () => {
    const named = BUILT_IN_TEMPLATES.map(({ id, name }) => [Number(id.slice(4)), name]);
    expect(named).toEqual([
      [1, 'Kanban'],
      [2, 'Sprint'],
      [3, 'Bug tracker'],
      [4, 'CRM pipeline'],
      [5, 'Content calendar'],
      [6, 'Hiring'],
      [7, 'OKRs'],
    ]);
  });

  it.each(BUILT_IN_TEMPLATES)('$name has a valid id, which sorts before those of created ones', ({ id }) => {
    expect(id).toMatch(idPattern('template'));
    expect(id < newId('template')).toBe(true);
  });

  it.each(BUILT_IN_TEMPLATES)('$name is one board, without duplicate names', ({ content }) => {
    expect(content.boards).toHaveLength(1);
    const [{ groups, columns }] = content.boards as [(typeof content.boards)[number]];
    for (const named of [groups, columns]) {
      expect(new Set(named.map(({ name }) => name)).size).toBe(named.length);
    }
    expect(new Set(columns.map(({ id }) => id)).size).toBe(columns.length);
  });
});
