import { z } from 'zod';
import { type ColumnType, InvalidConfig, type Label } from '../../column-type';
import { LABEL_LIST, LABEL_REMOVAL, labelsSchema, resolveLabels } from '../../configs/labels';
import { parseConfig } from '../../configs/parse-config';
import { optionKind } from '../../kinds/option-kind';
import { noReferences, sameName, sameScalar } from '../../values/plain-values';
import { parseLabelId } from '../../values/label-ids';
import { pickLabel } from '../../values/pick-label';
import { presentLabel } from '../../values/present-label';

export type StatusConfig = { labels: Label[]; defaultLabelId: string | null };

const schema = z.strictObject({ labels: labelsSchema.optional(), defaultLabelId: z.string().optional() });

/** The labels of a status column that is created without any (contract §6). */
const FIRST_LABELS = [
  { name: 'To Do', color: '#5F6B7A' },
  { name: 'In Progress', color: '#C2570C' },
  { name: 'Done', color: '#27865A', isDone: true },
];

/** One label, stored as its id. */
export const status: ColumnType<string, StatusConfig> = {
  ...optionKind<string, StatusConfig>(
    (stored) => [stored],
    (config) => config.labels.map(({ id }) => id),
  ),
  name: 'status',
  writable: true,
  storedIsWire: false,
  parseConfig: (input, context) => {
    const given = parseConfig(schema, input, context);
    const { previous } = context;
    const madeWithout = given.labels === undefined || (previous === null && given.labels.length === 0);
    const labels = resolveLabels(madeWithout ? FIRST_LABELS : given.labels!, previous?.labels ?? [], context);
    const named = given.labels?.findIndex(({ id }) => id !== undefined && id === given.defaultLabelId) ?? -1;
    const defaultLabelId = labels[named]?.id ?? defaultOf(given.defaultLabelId, labels, previous);
    return { labels, defaultLabelId };
  },
  parseValue: (input, { labels }) => pickLabel(input, labels).id,
  parseStored: parseLabelId,
  present: (stored, { labels }) => presentLabel(stored, labels),
  toText: (stored, { labels }) => labels.find(({ id }) => id === stored)?.name ?? '',
  equals: sameScalar,
  references: noReferences,
  isDone: (stored, { labels }) => labels.find(({ id }) => id === stored)?.isDone ?? false,
  initialValue: ({ defaultLabelId }) => defaultLabelId,
  labelList: LABEL_LIST,
  labelsOf: ({ labels }) => labels,
  ...LABEL_REMOVAL,
  replaceLabel: (stored, from, to) => (stored === from ? to : stored),
};

/** By id, or by name, because a new label has no id yet. The default is removed with its label. */
function defaultOf(
  given: string | undefined,
  labels: readonly Label[],
  previous: StatusConfig | null,
): string | null {
  if (given === undefined) return null;
  const label =
    labels.find(({ id }) => id === given) ?? labels.find(({ name }) => sameName(name, given.trim()));
  if (label) return label.id;
  if (given === previous?.defaultLabelId) return null;
  throw new InvalidConfig('defaultLabelId', 'Not a label of this column');
}
