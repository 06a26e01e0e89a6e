import { fifteenDigits } from './fifteen-digits';

/** How a positive number is rounded: to the nearest neighbor (halves up), down or up. */
export type Rounding = 'round' | 'floor' | 'ceil';

/** No double has a digit further from its decimal point. */
const LAST_PLACE = 400;

/**
 * Rounds to decimal places; `ceil` rounds away from zero, and a negative place is before the decimal point. Works on
 * the decimal digits: 1.005 is exactly halfway, although its binary fraction is not.
 */
export function roundToPlaces(value: number, places: number, how: Rounding = 'round'): number {
  const whole = Math.max(-LAST_PLACE, Math.min(LAST_PLACE, Math.trunc(places)));
  const shifted = shift(Math.abs(fifteenDigits(value)), whole);
  // Beyond the precision of the number, so there is nothing to round.
  if (!Number.isFinite(shifted)) return value;
  return Math.sign(value) * shift(Math[how](shifted), -whole) + 0;
}

/** Shifts the decimal point, exactly. */
function shift(value: number, places: number): number {
  const [digits = '', exponent = '0'] = String(value).split('e');
  return Number(`${digits}e${Number(exponent) + places}`);
}
