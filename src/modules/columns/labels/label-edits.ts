import { InvalidInput } from '../../../kernel/app-error';
import type { EditedLabel, LabelList } from '../../../column-types/column-type';
import { sameName } from '../../../column-types/values/plain-values';
import type { ColumnFacts } from '../../hierarchy';
import { typeOf } from '../computed/computed-columns';
import { LabelNotFound } from '../columns.errors';

/** What an edit changes of a label; `position` is its zero-based place in the list. */
export interface LabelFields {
  label?: string | undefined;
  color?: string | undefined;
  isDone?: boolean | undefined;
  position?: number | undefined;
}

/** The list of a column's labels or options as an edit leaves it. */
export interface EditedLabels {
  list: LabelList;
  entries: EditedLabel[];
}

/** A label at a position, by default at the end; beyond the end is the end. */
export function withLabelAdded(column: ColumnFacts, label: LabelFields & { label: string }): EditedLabels {
  const list = labelListOf(column);
  const known = list.entries(column.config);
  rejectTaken(known, label.label);
  if (known.length >= list.maxEntries) throw InvalidInput.at('label', tooManyLabels(list));
  const entry = { name: label.label, ...detailsOf(list, label) };
  const entries: EditedLabel[] = known.map(({ id }) => ({ id }));
  return { list, entries: entries.toSpliced(label.position ?? entries.length, 0, entry) };
}

/** The given fields of a label changed; the others stay. */
export function withLabelChanged(column: ColumnFacts, labelId: string, fields: LabelFields): EditedLabels {
  const { list, entries, at } = located(column, labelId);
  const { label, position } = fields;
  const others = list.entries(column.config).filter(({ id }) => id !== labelId);
  if (label !== undefined) rejectTaken(others, label);
  const entry = {
    id: labelId,
    ...(label === undefined ? {} : { name: label }),
    ...detailsOf(list, fields),
  };
  return { list, entries: entries.toSpliced(at, 1).toSpliced(position ?? at, 0, entry) };
}

export function withoutLabel(column: ColumnFacts, labelId: string): EditedLabels {
  const { list, entries, at } = located(column, labelId);
  return { list, entries: entries.toSpliced(at, 1) };
}

export const tooManyLabels = ({ maxEntries, key }: LabelList) =>
  `A column can have at most ${maxEntries} ${key}`;

function labelListOf(column: ColumnFacts): LabelList {
  const list = typeOf(column).labelList;
  if (list === undefined)
    throw InvalidInput.at('columnId', 'Must be a column with labels or options of its own');
  return list;
}

function located(column: ColumnFacts, labelId: string) {
  const list = labelListOf(column);
  const entries: EditedLabel[] = list.entries(column.config).map(({ id }) => ({ id }));
  const at = entries.findIndex(({ id }) => id === labelId);
  if (at < 0) throw new LabelNotFound(list.key);
  return { list, entries, at };
}

function rejectTaken(others: readonly { name: string }[], name: string): void {
  if (others.some((other) => sameName(other.name, name)))
    throw InvalidInput.at('label', 'Another one has this name');
}

function detailsOf({ hasDetails }: LabelList, { color, isDone }: LabelFields): EditedLabel {
  for (const [field, given] of Object.entries({ color, isDone })) {
    if (given !== undefined && !hasDetails)
      throw InvalidInput.at(field, 'Options of a dropdown are only texts');
  }
  return { ...(color === undefined ? {} : { color }), ...(isDone === undefined ? {} : { isDone }) };
}
