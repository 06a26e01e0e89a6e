/** Colors for labels made without one, in the order they are given out; white text can be read on each. */
export const LABEL_COLORS = [
  '#2F80ED',
  '#27865A',
  '#C2570C',
  '#8E44AD',
  '#C0392B',
  '#0E7C86',
  '#B7791F',
  '#4C51BF',
  '#B83280',
  '#5B7A1F',
  '#6B4F3A',
  '#5F6B7A',
] as const;

/** The first color of the palette that `taken` does not have; all taken, they go round. */
export function nextLabelColor(taken: readonly string[]): string {
  const used = new Set(taken.map((color) => color.toUpperCase()));
  return LABEL_COLORS.find((color) => !used.has(color)) ?? LABEL_COLORS[taken.length % LABEL_COLORS.length]!;
}
