import type { Json } from '../../kernel/json';
import type { Label } from '../column-type';

/** A label in wire form; labels of fixed choices have no id. */
export type ShownLabel = { id?: string; label: string; color: string };

/** The wire form of a label, from the current config: a renamed label changes immediately on every item. */
export function presentLabel(
  id: string,
  labels: readonly Label[],
): { id: string; label: string; color: string } | null {
  const label = labels.find((candidate) => candidate.id === id);
  return label ? { id, label: label.name, color: label.color } : null;
}

/** Whether a value on the wire is a label. */
export function isShownLabel(shown: Json | undefined): shown is ShownLabel {
  if (typeof shown !== 'object' || shown === null || Array.isArray(shown)) return false;
  return typeof shown['label'] === 'string' && typeof shown['color'] === 'string';
}
