/** Small files wait for the disk or the store, not for the processor. */
const CONCURRENCY = 4;

/** Does the work for every file, four at a time. After a failure it begins no more, and waits for those in progress. */
export async function forEachFile<File>(
  files: Iterable<File>,
  signal: AbortSignal,
  work: (file: File) => Promise<void>,
): Promise<void> {
  const waiting = files[Symbol.iterator]();
  const failures: unknown[] = [];
  const workThrough = async (): Promise<void> => {
    while (failures.length === 0) {
      const next = waiting.next();
      if (next.done) return;
      try {
        signal.throwIfAborted();
        await work(next.value);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, workThrough));
  if (failures.length > 0) throw failures[0];
}
