/** Seconds as `h:mm:ss`; fractions are cut. */
export function clockText(seconds: number): string {
  const two = (value: number) => String(value % 60).padStart(2, '0');
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60))}:${two(whole)}`;
}
