/**
 * Repeats a removal that is bounded by itself until it finds nothing more or is told to stop; what is left then is
 * found the next time. One statement for all would hold its locks, and the old rows of others, for minutes.
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
