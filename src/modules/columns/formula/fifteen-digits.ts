/** The number as spreadsheets keep it, to 15 significant digits: 0.1 + 0.2 is 0.3. Whole numbers stay exact. */
export function fifteenDigits(value: number): number {
  return Number.isSafeInteger(value) ? value + 0 : Number(value.toPrecision(15));
}
