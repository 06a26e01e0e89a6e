/**
 * Repeats a bounded deletion until nothing is left or the signal stops it; the next run deletes the rest. A single
 * statement would keep its locks, and dead rows of other tables, for minutes.
 */
export async function inBatches(remove: () => Promise<number>, signal: AbortSignal): Promise<number> {
  let removed = 0;
  while (!signal.aborted) {
    const count = await remove();
    if (count === 0) break;
    removed += count;
  }
  return removed;
}
