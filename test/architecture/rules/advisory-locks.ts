import type { SourceFile, Violation } from '../source-file';

const LOCKS = 'src/platform/database/locks.ts';
const CALL = /pg_\w*advisory_\w*lock\w*\(/;
const SEED_WITH_NAME = /pg_\w*advisory_\w*\(hash(?:text|int8)extended\(\w+, (\d+)\)\);(?: -- (\w+))?/g;

/** Advisory locks are written in locks.ts, or by a database function that names the lock of locks.ts with its seed. */
export function advisoryLocks(files: readonly SourceFile[]): Violation[] {
  const locks = files.find(({ path }) => path === LOCKS)?.text ?? '';
  const seeds = new Map(
    [...locks.matchAll(/(\w+) = keyedLock\((\d+)\)/g)].map(([, name, seed]) => [name, seed]),
  );
  return files.flatMap(({ path, text }) => {
    if (path === LOCKS || !CALL.test(text)) return [];
    if (!path.endsWith('.sql')) return [{ path, message: `takes an advisory lock: name it in ${LOCKS}` }];
    const calls = text.match(new RegExp(CALL, 'g'))!.length;
    const named = [...text.matchAll(SEED_WITH_NAME)].filter(([, seed, name]) => seeds.get(name) === seed);
    return named.length === calls
      ? []
      : [{ path, message: `takes an advisory lock that ${LOCKS} does not name` }];
  });
}
