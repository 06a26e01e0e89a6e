/** A number as text that parseNumber accepts: never in exponent notation. */
export function plainDecimal(value: number): string {
  const text = String(value);
  if (!text.includes('e')) return text;
  const [mantissa = '', exponent = ''] = text.split('e');
  const sign = mantissa.startsWith('-') ? '-' : '';
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const places = Number(exponent);
  return places > 0
    ? sign + (whole + fraction).padEnd(whole.length + places, '0')
    : `${sign}0.${'0'.repeat(-places - whole.length)}${whole}${fraction}`;
}
