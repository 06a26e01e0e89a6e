/** Default colors (contract §6): distinct, readable on white. */
export const PALETTE = [
  '#2F80ED',
  '#27AE60',
  '#F2994A',
  '#9B51E0',
  '#EB5757',
  '#2D9CDB',
  '#6FCF97',
  '#F2C94C',
  '#BB6BD9',
  '#4F4F4F',
] as const;

/** The color of the n-th of several things. */
export function paletteColor(index: number): string {
  return PALETTE[((index % PALETTE.length) + PALETTE.length) % PALETTE.length]!;
}

/** A color derived from an id, for records that are created one at a time. */
export function paletteColorOf(id: string): string {
  let sum = 0;
  for (const character of id) sum += character.charCodeAt(0);
  return paletteColor(sum);
}
