import { expect, it } from 'vitest';
import { LABEL_COLORS, nextLabelColor } from '../../../../src/column-types/configs/label-colors';

it('assigns the palette, skips used colors, and starts over', () => {
  expect(nextLabelColor([])).toBe(LABEL_COLORS[0]);
  expect(nextLabelColor([LABEL_COLORS[0].toLowerCase(), '#000000'])).toBe(LABEL_COLORS[1]);
  expect(LABEL_COLORS).toContain(nextLabelColor([...LABEL_COLORS]));
});

/** Contrast of white on a color, as WCAG counts it. */
function contrastOfWhite(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const channel = parseInt(color.slice(at, at + 2), 16) / 255;
    return channel <= 0.03928 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 1.05 / (0.2126 * red! + 0.7152 * green! + 0.0722 * blue! + 0.05);
}

it.each(LABEL_COLORS.map((color) => [color]))('%s can be read in white', (color) => {
  expect(contrastOfWhite(color)).toBeGreaterThan(3.5);
});
