/** All of many similar cases in `.ci/long`; elsewhere every third, from a place that `turn` moves on. */
export function shareOf<T>(all: readonly T[], turn = 0): T[] {
  if (process.env['EVERY_CASE'] !== undefined) return [...all];
  return all.filter((_, at) => (at + turn) % 3 === 0);
}
