import { z } from 'zod';
import { type ColumnType, InvalidValue, type Label } from '../../column-type';
import { LABEL_LIST, LABEL_REMOVAL, labelsSchema, MAX_LABELS, resolveLabels } from '../../configs/labels';
import { parseConfig } from '../../configs/parse-config';
import { optionKind } from '../../kinds/option-kind';
import { parseLabelIds } from '../../values/label-ids';
import { noReferences, sameList } from '../../values/plain-values';
import { pickLabel } from '../../values/pick-label';
import { presentLabel } from '../../values/present-label';

export type LabelConfig = { labels: Label[] };

const schema = z.strictObject({ labels: labelsSchema.default([]) });

function namesOf(stored: readonly string[], { labels }: LabelConfig): string[] {
  return stored.flatMap((id) => labels.find((entry) => entry.id === id)?.name ?? []);
}

/** Any number of labels, stored as ids in the given order; the first one determines the sort order. */
export const label: ColumnType<string[], LabelConfig> = {
  ...optionKind<string[], LabelConfig>(
    (stored) => stored,
    (config) => config.labels.map(({ id }) => id),
  ),
  name: 'label',
  writable: true,
  storedIsWire: false,
  cellLayout: 'list',
  parseConfig: (input, context) => {
    const { labels } = parseConfig(schema, input, context);
    return { labels: resolveLabels(labels, context.previous?.labels ?? [], context) };
  },
  parseValue: (input, { labels }) => {
    const entries = Array.isArray(input) ? input : [input];
    if (entries.length > MAX_LABELS) throw new InvalidValue(`Must be at most ${MAX_LABELS} labels`);
    const ids = new Set(entries.map((entry) => pickLabel(entry, labels).id));
    return ids.size === 0 ? null : [...ids];
  },
  parseStored: parseLabelIds,
  present: (stored, { labels }) => {
    const shown = stored.map((id) => presentLabel(id, labels)).filter((entry) => entry !== null);
    return shown.length === 0 ? null : shown;
  },
  toText: (stored, config) => namesOf(stored, config).join(', '),
  formulaType: () => 'list',
  formulaValue: namesOf,
  equals: sameList,
  references: noReferences,
  labelList: { ...LABEL_LIST, namesIn: (input) => [input].flat().flatMap(LABEL_LIST.namesIn) },
  labelsOf: ({ labels }) => labels,
  ...LABEL_REMOVAL,
  replaceLabel: (stored, from, to) => {
    const ids = new Set(stored.map((id) => (id === from ? to : id)));
    return ids.size === 0 ? null : [...ids];
  },
};
