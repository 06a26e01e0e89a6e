/**
 * The number with 15 significant digits, as in spreadsheets: 0.1 + 0.2 is 0.3. Whole numbers are not rounded, and
 * neither are numbers that would become infinite.
 */
export function fifteenDigits(value: number): number {
  if (Number.isSafeInteger(value)) return value + 0;
  const rounded = Number(value.toPrecision(15));
  return Number.isFinite(rounded) ? rounded : value;
}
