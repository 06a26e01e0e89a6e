/**
 * The number as spreadsheets keep it, to 15 significant digits: 0.1 + 0.2 is 0.3. Whole numbers stay exact, and so do the
 * last before infinity, which would become it.
 */
export function fifteenDigits(value: number): number {
  if (Number.isSafeInteger(value)) return value + 0;
  const rounded = Number(value.toPrecision(15));
  return Number.isFinite(rounded) ? rounded : value;
}
