import { AsyncLocalStorage } from 'node:async_hooks';

const scope = new AsyncLocalStorage<boolean>();

let underWay = 0;

/**
 * Runs work as a dry run (decision 0136): the platform rejects what a rollback would not undo, such as a request to another server or
 * a statement outside the transaction that writes. A procedure that does such a thing asks `isDryRun` and leaves it out.
 */
export async function inDryRun<T>(work: () => Promise<T>): Promise<T> {
  underWay += 1;
  try {
    return await scope.run(true, work);
  } finally {
    underWay -= 1;
    // Once used, an AsyncLocalStorage slows down every promise of the process.
    if (underWay === 0) scope.disable();
  }
}

export function isDryRun(): boolean {
  return underWay > 0 && scope.getStore() === true;
}

/** For what counts also in a dry run, such as an attempt with a password, which could be guessed otherwise. */
export function evenInDryRun<T>(work: () => Promise<T>): Promise<T> {
  return underWay > 0 ? scope.run(false, work) : work();
}

/** For effects that no dry run has: reached in one, the code that should have left them out is defective. */
export function assertNoDryRun(effect: string): void {
  if (isDryRun()) throw new Error(`A dry run must not ${effect}`);
}
