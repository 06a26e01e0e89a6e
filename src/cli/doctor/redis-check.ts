import { Redis } from 'ioredis';
import { type CheckGroup, failed, type Finding, ok, warning } from './finding';

const CONNECT_TIMEOUT_MS = 5_000;
const COMMAND_TIMEOUT_MS = 3_000;
const TIMEOUT_MS = 12_000;
const OLDEST_MAJOR = 6;

/** Redis: rate limits, presence and messages between processes. */
export function redisCheck(url: string): CheckGroup {
  return {
    check: 'redis',
    advice: 'Check REDIS_URL and the server; each process counts rate limits by itself meanwhile',
    timeoutMs: TIMEOUT_MS,
    run: () => onRedis(url, async (redis) => [ok('redis', 'connected'), ...findings(await redis.info())]),
  };
}

async function onRedis<T>(url: string, work: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: CONNECT_TIMEOUT_MS,
    commandTimeout: COMMAND_TIMEOUT_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  let cause: Error | null = null;
  // The error of a command says only that the connection is closed.
  redis.on('error', (error: Error) => (cause ??= error));
  try {
    await redis.connect();
    return await work(redis);
  } catch (error) {
    throw cause ?? error;
  } finally {
    redis.disconnect();
  }
}

function findings(info: string): Finding[] {
  const fields = new Map(
    info.split('\r\n').flatMap((line) => {
      const [name, value] = line.split(':', 2);
      return value === undefined ? [] : [[name!, value] as const];
    }),
  );
  const version = fields.get('redis_version') ?? 'unknown';
  return [
    Number.parseInt(version, 10) < OLDEST_MAJOR
      ? failed('redis.version', `Redis ${version}`, `Upgrade to Redis ${OLDEST_MAJOR} or later`)
      : ok('redis.version', `Redis ${version}`),
    evictionOf(fields.get('maxmemory') ?? '0', fields.get('maxmemory_policy') ?? 'unknown'),
  ];
}

function evictionOf(maxMemory: string, policy: string): Finding {
  const check = 'redis.eviction';
  if (maxMemory === '0' || policy === 'noeviction') return ok(check, 'no counter is evicted');
  return warning(
    check,
    `maxmemory-policy is ${policy}`,
    'Set it to noeviction: an evicted counter lets a client exceed its rate limit',
  );
}
