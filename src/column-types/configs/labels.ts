import { z } from 'zod';
import {
  type ConfigContext,
  type EditedLabel,
  InvalidConfig,
  type Label,
  type LabelList,
} from '../column-type';
import { labelNameIn } from '../values/pick-label';
import { sameName } from '../values/plain-values';
import { boundedArray } from './schemas';
import { nextLabelColor } from './label-colors';

export const MAX_LABELS = 200;
export const LABEL_NAME_MAX_LENGTH = 100;

/** Labels of an input; `resolveLabels` completes them. */
export const labelsSchema = boundedArray(
  z.strictObject({
    id: z.string().nullish(),
    name: z.string().trim().min(1).max(LABEL_NAME_MAX_LENGTH).nullish(),
    color: z
      .string()
      .regex(/^#[0-9a-f]{6}$/i, 'Must be a color such as #RRGGBB')
      .nullish(),
    isDone: z.boolean().nullish(),
  }),
  MAX_LABELS,
);
export type GivenLabels = z.output<typeof labelsSchema>;

/**
 * Completes the labels of an input. The server assigns ids (decision 0026). For a new column, an id in the input is
 * only a reference within the input (defaultLabelId). In an update, an id must be one of the previous config, and a
 * label without an id gets the id of the previous label with its name, so that repeating an input changes nothing. A
 * known label keeps the fields that the input omits; a new label gets defaults.
 */
export function resolveLabels(
  given: GivenLabels,
  previous: readonly Label[],
  context: Pick<ConfigContext, 'newLabelId'>,
): Label[] {
  const before = matchPrevious(given, previous);
  const taken = given.flatMap((label, index) => label.color ?? before[index]?.color ?? []);
  const names = new Set<string>();
  return given.map((label, index) => {
    const known = before[index];
    const name = label.name ?? known?.name;
    if (name === undefined) throw new InvalidConfig(`labels.${index}.name`, 'A label needs a name');
    if (names.has(name.toLowerCase())) {
      throw new InvalidConfig(`labels.${index}.name`, 'Two labels have this name');
    }
    names.add(name.toLowerCase());
    const color = label.color ?? known?.color ?? nextLabelColor(taken);
    taken.push(color);
    return {
      id: known?.id ?? context.newLabelId(),
      name,
      color,
      isDone: label.isDone ?? known?.isDone ?? false,
    };
  });
}

interface WithLabels {
  labels: Label[];
}

/** What the types with labels do when an update removes some of them. */
export const LABEL_REMOVAL = {
  removedLabelIds: (before: WithLabels, after: WithLabels): string[] =>
    before.labels.map(({ id }) => id).filter((id) => !after.labels.some((label) => label.id === id)),
  withLabels: <Config extends WithLabels>(config: Config, from: Config, ids: readonly string[]): Config => ({
    ...config,
    labels: [...config.labels, ...from.labels.filter(({ id }) => ids.includes(id))],
  }),
  withoutLabels: <Config extends WithLabels>(config: Config, ids: readonly string[]): Config => ({
    ...config,
    labels: config.labels.filter(({ id }) => !ids.includes(id)),
  }),
};

/** The labels of a config, as `resolveLabels` takes them. */
export const LABEL_LIST: LabelList<WithLabels> = {
  key: 'labels',
  maxEntries: MAX_LABELS,
  hasDetails: true,
  entries: ({ labels }) => labels.map(({ id, name }) => ({ id, name })),
  namesIn: (input) => [labelNameIn(input)].filter((name) => name !== null),
  written: (entry: EditedLabel) => ({ ...entry }),
};

/** The previous label that each label of the input continues, matched by id and then by name. */
function matchPrevious(given: GivenLabels, previous: readonly Label[]): (Label | undefined)[] {
  const claimed = new Set<Label>();
  const byId = given.map(({ id }, index) => {
    if (id === undefined || id === null) return undefined;
    const label = previous.find((candidate) => candidate.id === id);
    if (!label && previous.length === 0) {
      if (given.findIndex((other) => other.id === id) === index) return undefined;
      throw new InvalidConfig(`labels.${index}.id`, 'Two labels have this id');
    }
    if (!label) {
      throw new InvalidConfig(
        `labels.${index}.id`,
        'Not a label of this column; ids of new labels are assigned by the server',
      );
    }
    if (claimed.has(label)) throw new InvalidConfig(`labels.${index}.id`, 'This label is given twice');
    claimed.add(label);
    return label;
  });
  return given.map(({ name }, index) => {
    if (byId[index] || !name) return byId[index];
    const label = previous.find((candidate) => sameName(candidate.name, name));
    if (!label || claimed.has(label)) return undefined;
    claimed.add(label);
    return label;
  });
}
