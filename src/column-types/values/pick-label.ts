import { InvalidValue, type Label } from '../column-type';
import { quoted } from './quoted';
import { readObject } from './read-object';
import { sameName } from './plain-values';

const LABEL_KEYS = ['id', 'label', 'color'] as const;

/**
 * The label that a value refers to: `{id}`, `{label}`, a name, or the wire form. If there is an id, only the id counts,
 * so that a value that was read before a label was renamed can be written back.
 */
export function pickLabel<L extends Pick<Label, 'id' | 'name'>>(input: unknown, labels: readonly L[]): L {
  const { id, name } = readLabel(input);
  const label =
    id === undefined
      ? (labels.find((candidate) => candidate.name === name) ??
        labels.find((candidate) => sameName(candidate.name, name)))
      : labels.find((candidate) => candidate.id === id);
  if (!label) throw new InvalidValue(`${quoted(id ?? name)} is not a label of this column`);
  return label;
}

/** The name by which an input refers to a label; null if it refers to it by id, or to no label. */
export function labelNameIn(input: unknown): string | null {
  if (typeof input === 'string') return input.trim();
  const { id, label } = readObject(input, LABEL_KEYS) ?? {};
  return id === undefined && typeof label === 'string' ? label.trim() : null;
}

function readLabel(input: unknown): { id?: string; name: string } {
  const name = labelNameIn(input);
  if (name !== null) return { name };
  const { id } = readObject(input, LABEL_KEYS) ?? {};
  if (typeof id === 'string') return { id, name: '' };
  throw new InvalidValue('Must be a label: its name, {label} or {id}');
}
