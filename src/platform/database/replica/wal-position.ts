/** A position in the write-ahead log as PostgreSQL prints it, such as `16/B374D848`, as a number of bytes. */
export function walPosition(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}
