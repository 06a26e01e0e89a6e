import { describe, expect, it } from 'vitest';
import { newId } from '../../../../../src/kernel/ids';
import { copyConfig } from '../../../../../src/modules/columns/settings/copy-config';
import type { StatusConfig } from '../../../../../src/column-types/types/choice/status';
import { aColumn } from '../../../column-types/column-builder';

const [from, to, elsewhere] = [newId('column'), newId('column'), newId('column')];
const [board, copy, otherBoard] = [newId('board'), newId('board'), newId('board')];
const maps = {
  newLabelId: () => newId('label'),
  columnIds: new Map<string, string>([[from, to]]),
  boardIds: new Map<string, string>([[board, copy]]),
};

describe('copyConfig', () => {
  it('assigns new ids to labels, and returns the mapping', () => {
    const { config } = aColumn('status', {
      labels: [{ name: 'A' }, { name: 'B', isDone: true }],
      defaultLabelId: 'B',
    });
    const before = structuredClone(config) as StatusConfig;
    const copied = copyConfig({ type: 'status', config }, maps);
    const after = copied.config as StatusConfig;
    expect(config).toEqual(before);
    expect([...copied.labelIds.keys()]).toEqual(before.labels.map(({ id }) => id));
    expect([...copied.labelIds.values()]).toEqual(after.labels.map(({ id }) => id));
    expect(new Set([...copied.labelIds.keys(), ...copied.labelIds.values()]).size).toBe(4);
    expect(after.labels).toEqual(
      before.labels.map((label) => ({ ...label, id: copied.labelIds.get(label.id) })),
    );
    expect(after.defaultLabelId).toBe(copied.labelIds.get(before.defaultLabelId!));
  });

  it('keeps "no default"', () => {
    const { config } = aColumn('status');
    expect(copyConfig({ type: 'status', config }, maps).config['defaultLabelId']).toBeNull();
  });

  it('maps columns to the copy, and keeps those of other boards', () => {
    const { config } = aColumn('lookup', { linkColumnId: from, targetColumnId: elsewhere, aggregate: 'max' });
    expect(copyConfig({ type: 'lookup', config }, maps).config).toEqual({
      linkColumnId: to,
      targetColumnId: elsewhere,
      aggregate: 'max',
    });
  });

  it('maps expressions to the copy', () => {
    const { config } = aColumn('formula', { expression: `{${from}} + {${elsewhere}}` });
    const result = { ...config, result: 'number' };
    expect(copyConfig({ type: 'formula', config: result }, maps).config).toEqual({
      expression: `{${to}} + {${elsewhere}}`,
      result: 'number',
    });
  });

  it('maps boards to the copy, and keeps others', () => {
    const { config } = aColumn('link', { boardIds: [otherBoard, board] });
    expect(copyConfig({ type: 'link', config }, maps).config).toEqual({ boardIds: [otherBoard, copy] });
  });

  it('keeps every other config unchanged', () => {
    for (const column of [
      aColumn('formula', { expression: '{A}' }),
      aColumn('dropdown', { options: ['a'] }),
    ]) {
      expect(copyConfig({ type: column.type.name, config: column.config }, maps)).toEqual({
        config: column.config,
        labelIds: new Map(),
      });
    }
  });
});
