/** Colors for labels created without one, in the order of assignment; white text is legible on each. */
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

/** The first color of the palette that is not in `taken`; if all are, the palette is repeated. */
export function nextLabelColor(taken: readonly string[]): string {
  const used = new Set(taken.map((color) => color.toUpperCase()));
  return LABEL_COLORS.find((color) => !used.has(color)) ?? LABEL_COLORS[taken.length % LABEL_COLORS.length]!;
}
