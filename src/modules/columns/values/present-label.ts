import type { Label } from '../configs/labels';

/** The wire form of a label, from the config of now: a renamed label shows at once on every item. */
export function presentLabel(
  id: string,
  labels: readonly Label[],
): { id: string; label: string; color: string } | null {
  const label = labels.find((candidate) => candidate.id === id);
  return label ? { id, label: label.name, color: label.color } : null;
}
