import { fifteenDigits } from './fifteen-digits';

/** Which of two neighbours a positive number goes to: the nearer (a half goes up), the lower or the higher. */
export type Rounding = 'round' | 'floor' | 'ceil';

/** No number has a digit further from its point than this. */
const LAST_PLACE = 400;

/**
 * Rounds to decimal places, away from zero where `how` says up; a negative place is one before the point. Works on the
 * decimal digits: 1.005 has two places after it, whatever its nearest binary fraction is.
 */
export function roundToPlaces(value: number, places: number, how: Rounding = 'round'): number {
  const whole = Math.max(-LAST_PLACE, Math.min(LAST_PLACE, Math.trunc(places)));
  const shifted = shift(Math.abs(fifteenDigits(value)), whole);
  // So far behind the point that there is nothing to round.
  if (!Number.isFinite(shifted)) return value;
  return Math.sign(value) * shift(Math[how](shifted), -whole) + 0;
}

/** Moves the decimal point, exactly. */
function shift(value: number, places: number): number {
  const [digits = '', exponent = '0'] = String(value).split('e');
  return Number(`${digits}e${Number(exponent) + places}`);
}
