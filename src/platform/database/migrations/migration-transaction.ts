import type { QueryRunner } from 'typeorm';

/** Commits everything that `work` does on the connection of `runner`, or nothing. */
export async function inTransaction<T>(runner: QueryRunner, work: () => Promise<T>): Promise<T> {
  await runner.startTransaction();
  try {
    const result = await work();
    await runner.commitTransaction();
    return result;
  } catch (error) {
    // The first error is the cause, also when the connection is lost.
    await runner.rollbackTransaction().catch(() => undefined);
    throw error;
  }
}
