import type { LoggerService } from '@nestjs/common';
import type { Log } from './log';

/** These tell of what they throw as well, to whoever starts the application and reports it once. */
const THROWS_TOO = new Set(['ExceptionHandler', 'NestApplication', 'TypeOrmModule']);

/** The framework's own warnings and errors as lines of our log; what it tells besides is left out. */
export function nestLog(log: Log): LoggerService {
  const ignore = () => undefined;
  return {
    log: ignore,
    warn: (message: unknown, ...rest: unknown[]) => log.warn(textOf(message), { source: sourceOf(rest) }),
    error: (message: unknown, ...rest: unknown[]) => {
      const source = sourceOf(rest);
      if (THROWS_TOO.has(source)) return;
      log.error(textOf(message), message instanceof Error ? { source, error: message } : { source });
    },
  };
}

const textOf = (message: unknown): string => (message instanceof Error ? message.message : String(message));

/** The class that speaks comes last, after a stack when there is one. */
const sourceOf = (rest: unknown[]): string => String(rest.at(-1) ?? '');
