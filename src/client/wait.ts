const FIRST_MS = 250;
const LONGEST_MS = 15_000;

/** Milliseconds before the next attempt: twice as long each time, between half and all of it by chance. */
export function backoff(attempt: number): number {
  const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** attempt);
  return longest * (0.5 + Math.random() / 2);
}

/** Rejects with the reason of the signal when it is aborted. */
export function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal!.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', abort, { once: true });
  });
}
