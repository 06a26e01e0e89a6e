import { describe, expect, it } from 'vitest';
import { idPattern, newId } from '../../../../../src/kernel/ids';
import type { LabelConfig } from '../../../../../src/column-types/types/choice/label';
import type { StatusConfig } from '../../../../../src/column-types/types/choice/status';
import { aColumn, refusedPath } from '../../column-builder';

const GIVEN = [{ name: 'Open', color: '#a1b2c3' }, { name: ' Closed ', isDone: true }, { name: 'Straße' }];

describe.each(['status', 'label'] as const)('the config of %s', (name) => {
  it('completes labels: an id of the server, a trimmed name, a color', () => {
    const { labels } = aColumn(name, { labels: GIVEN }).config as LabelConfig;
    expect(labels.map((label) => label.name)).toEqual(['Open', 'Closed', 'Straße']);
    expect(labels.map((label) => label.isDone)).toEqual([false, true, false]);
    expect(labels[0]?.color).toBe('#a1b2c3');
    for (const { id, color } of labels) {
      expect(id).toMatch(idPattern('label'));
      expect(color).toMatch(/^#[0-9a-f]{6}$/i);
    }
    expect(new Set(labels.map(({ color }) => color)).size).toBe(3);
  });

  it('keeps ids when labels are renamed, recolored and reordered', () => {
    const column = aColumn(name, { labels: GIVEN });
    const [open, closed, street] = (column.config as LabelConfig).labels;
    const after = column.update({
      labels: [{ id: street!.id, color: '#000000' }, { id: open!.id, name: 'Opened' }, { id: closed!.id }],
    }) as LabelConfig;
    expect(after.labels).toEqual([{ ...street, color: '#000000' }, { ...open, name: 'Opened' }, closed]);
  });

  it('matches a label without id by its name', () => {
    const column = aColumn(name, { labels: GIVEN });
    const { labels } = column.config as LabelConfig;
    const after = column.update({ labels: [{ name: 'OPEN' }, { name: 'New' }] }) as LabelConfig;
    expect(after.labels[0]).toEqual({ ...labels[0], name: 'OPEN' });
    expect(labels.map(({ id }) => id)).not.toContain(after.labels[1]?.id);
  });

  it('lets two labels exchange names', () => {
    const column = aColumn(name, { labels: GIVEN });
    const [open, closed] = (column.config as LabelConfig).labels;
    const after = column.update({
      labels: [
        { id: open!.id, name: 'Closed' },
        { id: closed!.id, name: 'Open' },
      ],
    }) as LabelConfig;
    expect(after.labels.map(({ id, name: label }) => [id, label])).toEqual([
      [open!.id, 'Closed'],
      [closed!.id, 'Open'],
    ]);
  });

  it('keeps the labels when an update does not name them', () => {
    const column = aColumn(name, { labels: GIVEN });
    expect(column.update({})).toEqual(column.config);
  });

  it('treats the ids of a new column as names and assigns new ones', () => {
    const labels = [
      { id: 'open', name: 'Open' },
      { id: 'shut', name: 'Shut' },
    ];
    const made = (aColumn(name, { labels }).config as LabelConfig).labels;
    expect(made.map((label) => label.name)).toEqual(['Open', 'Shut']);
    for (const { id } of made) expect(id).toMatch(/^lbl_[0-9A-Z]{26}$/);
    expect(refusedPath(name, { labels: [labels[0], { id: 'open', name: 'Twice' }] })).toBe('labels.1.id');
  });

  it('rejects ids that the previous config did not have', () => {
    const column = aColumn(name, { labels: GIVEN });
    const [open] = (column.config as LabelConfig).labels;
    const own = { labels: [{ id: newId('label'), name: 'Mine' }] };
    expect(refusedPath(name, own, column.config)).toBe('labels.0.id');
    expect(
      refusedPath(name, { labels: [{ id: open!.id }, { id: open!.id, name: 'b' }] }, column.config),
    ).toBe('labels.1.id');
  });

  it.each([
    [[{ name: 'a' }, { name: 'A' }], 'labels.1.name'],
    [[{ name: 'a' }, { name: ' a ' }], 'labels.1.name'],
    [[{ name: '' }], 'labels.0.name'],
    [[{ name: '  ' }], 'labels.0.name'],
    [[{ name: 'x'.repeat(101) }], 'labels.0.name'],
    [[{ color: '#000000' }], 'labels.0.name'],
    [[{ name: 'a', color: 'red' }], 'labels.0.color'],
    [[{ name: 'a', isDone: 'yes' }], 'labels.0.isDone'],
    [[{ name: 'a', weight: 1 }], 'labels.0.weight'],
    [['a'], 'labels.0'],
    [{}, 'labels'],
    [Array.from({ length: 201 }, (_, n) => ({ name: `${n}` })), 'labels'],
  ])('rejects labels %.60j', (labels, path) => {
    expect(refusedPath(name, { labels })).toBe(path);
  });

  it('accepts 200 labels, also named like members of every object', () => {
    const labels = Array.from({ length: 198 }, (_, n) => ({ name: `${n}` }));
    const column = aColumn(name, { labels: [...labels, { name: 'constructor' }, { name: '__proto__' }] });
    expect(column.text(column.parse('__proto__')!)).toBe('__proto__');
  });

  it('names the labels that an update removes', () => {
    const column = aColumn(name, { labels: GIVEN });
    const [open, closed, street] = (column.config as LabelConfig).labels;
    const after = column.update({ labels: [{ id: closed!.id }] });
    expect(column.type.removedLabelIds?.(column.config, after)).toEqual([open!.id, street!.id]);
    expect(column.type.removedLabelIds?.(column.config, column.config)).toEqual([]);
  });
});

describe('status', () => {
  const column = aColumn('status', { labels: GIVEN });
  const [open, closed, street] = (column.config as StatusConfig).labels;

  it('has To Do, In Progress and Done when it is created without labels', () => {
    for (const config of [undefined, null, {}, { labels: [] }]) {
      const made = aColumn('status', config).config as StatusConfig;
      expect(made.labels.map(({ name, isDone }) => [name, isDone])).toEqual([
        ['To Do', false],
        ['In Progress', false],
        ['Done', true],
      ]);
      expect(made.defaultLabelId).toBeNull();
    }
  });

  it('can lose all its labels later', () => {
    expect(column.update({ labels: [] })).toEqual({ labels: [], defaultLabelId: null });
  });

  it.each([
    ['Open', open],
    ['open', open],
    [' CLOSED ', closed],
    [{ label: 'Open' }, open],
    [{ label: 'straße' }, street],
    [{ id: closed!.id }, closed],
    [{ id: open!.id, label: 'Its name of yesterday', color: '#ffffff' }, open],
    [{ label: 'Open', color: '#ffffff' }, open],
  ])('accepts %j', (input, label) => {
    expect(column.parse(input)).toBe(label!.id);
  });

  it.each([
    ['Unknown'],
    [''],
    [{}],
    [{ id: 'lbl_x' }],
    [{ id: newId('label'), label: 'Open' }],
    [{ id: 5, label: 'Open' }],
    [{ label: 5 }],
    [{ color: '#a1b2c3' }],
    [{ name: 'Open' }],
    [['Open']],
    [0],
    [true],
    ['constructor'],
    [{ label: '__proto__' }],
  ])('rejects %j', (input) => {
    expect(column.refusal(input)).toBeTypeOf('string');
  });

  it('prefers the exact name', () => {
    const folded = aColumn('status', { labels: [{ name: 'İ' }, { name: 'i̇x' }] });
    expect(folded.text(folded.parse('i̇X')!)).toBe('i̇x');
  });

  it('shows the label’s current name', () => {
    const stored = column.parse('Open')!;
    expect(column.present(stored)).toEqual({ id: open!.id, label: 'Open', color: '#a1b2c3' });
    const renamed = column.update({ labels: [{ id: open!.id, name: 'Opened', color: '#000000' }] });
    expect(column.type.present(stored, renamed)).toEqual({ id: open!.id, label: 'Opened', color: '#000000' });
  });

  it('shows null for a deleted label', () => {
    expect(column.present(newId('label'))).toBeNull();
    expect(column.text(newId('label'))).toBe('');
  });

  it('is done according to its label', () => {
    expect([open, closed].map((label) => column.type.isDone?.(label!.id, column.config))).toEqual([
      false,
      true,
    ]);
    expect(column.type.isDone?.(newId('label'), column.config)).toBe(false);
  });

  it('sorts in the order of the config', () => {
    expect(column.type.sortOrder(column.config)).toEqual({
      by: 'option',
      keys: [open!.id, closed!.id, street!.id],
    });
    expect(column.index(closed!.id)).toEqual([
      { ordinal: 0, numberKey: null, textKey: closed!.id, ref: closed!.id },
    ]);
  });

  it('has a default by name or id, which new items get', () => {
    const made = aColumn('status', { labels: GIVEN, defaultLabelId: 'closed' });
    const config = made.config as StatusConfig;
    expect(config.defaultLabelId).toBe(config.labels[1]?.id);
    expect(made.type.initialValue?.(config)).toBe(config.labels[1]?.id);
    expect(made.update({ defaultLabelId: config.labels[0]?.id })).toMatchObject({
      defaultLabelId: config.labels[0]?.id,
    });
    expect(made.update({ defaultLabelId: null })).toMatchObject({ defaultLabelId: null });
    expect(made.update({ labels: [{ id: config.labels[0]?.id }] })).toMatchObject({ defaultLabelId: null });
  });

  it('rejects a default that is not among its labels', () => {
    expect(refusedPath('status', { defaultLabelId: 'Nope' })).toBe('defaultLabelId');
    expect(refusedPath('status', { defaultLabelId: newId('label') }, column.config)).toBe('defaultLabelId');
    expect(refusedPath('label', { defaultLabelId: 'Open' })).toBe('defaultLabelId');
  });

  it('replaces one label with another', () => {
    expect(column.type.replaceLabel?.(open!.id, open!.id, closed!.id)).toBe(closed!.id);
    expect(column.type.replaceLabel?.(street!.id, open!.id, closed!.id)).toBe(street!.id);
  });
});

describe('label', () => {
  const column = aColumn('label', { labels: GIVEN });
  const [open, closed, street] = (column.config as LabelConfig).labels;

  it('has no labels by default', () => {
    expect(aColumn('label').config).toEqual({ labels: [] });
  });

  it('accepts any of the status forms, alone or in an array, each label once', () => {
    expect(column.parse('Open')).toEqual([open!.id]);
    expect(column.parse({ label: 'closed' })).toEqual([closed!.id]);
    expect(column.parse(['closed', { id: open!.id }, { label: 'Closed' }])).toEqual([closed!.id, open!.id]);
    expect(column.parse([])).toBeNull();
  });

  it('rejects an array with one invalid entry', () => {
    expect(column.refusal(['Open', 'Nope'])).toBe('"Nope" is not a label of this column');
    expect(column.refusal(['Open', null])).toBeTypeOf('string');
    expect(column.refusal([['Open']])).toBeTypeOf('string');
    expect(column.refusal(Array(201).fill('Open'))).toContain('at most 200');
  });

  it('shows the labels that still exist, null when none does', () => {
    expect(column.present([newId('label'), open!.id])).toEqual([
      { id: open!.id, label: 'Open', color: '#a1b2c3' },
    ]);
    expect(column.present([newId('label')])).toBeNull();
    expect(column.text([closed!.id, newId('label'), open!.id])).toBe('Closed, Open');
  });

  it('sorts by its first label and can be found by each', () => {
    expect(column.index([closed!.id, open!.id])).toEqual([
      { ordinal: 0, numberKey: null, textKey: closed!.id, ref: closed!.id },
      { ordinal: 1, numberKey: null, textKey: null, ref: open!.id },
    ]);
  });

  it('replaces one label with another, without duplicates', () => {
    const replace = (stored: string[]) => column.type.replaceLabel?.(stored, open!.id, closed!.id);
    expect(replace([open!.id, street!.id])).toEqual([closed!.id, street!.id]);
    expect(replace([closed!.id, open!.id])).toEqual([closed!.id]);
    expect(replace([])).toBeNull();
  });

  it('differs with another order', () => {
    expect(column.type.equals([open!.id, closed!.id], [closed!.id, open!.id])).toBe(false);
    expect(column.type.equals([open!.id], [open!.id, closed!.id])).toBe(false);
  });
});

it('finds the default of a new status column by the id in its input', () => {
  const labels = [
    { id: 'a', name: 'Open' },
    { id: 'b', name: 'Shut' },
  ];
  const { config } = aColumn('status', { labels, defaultLabelId: 'b' });
  const made = config as LabelConfig & { defaultLabelId: string };
  expect(made.defaultLabelId).toBe(made.labels[1]!.id);
});
