import type { LoggerService } from '@nestjs/common';
import type { Log } from './log';

/** These loggers also report errors that they throw, and the code that starts the application reports those once. */
const THROWING_SOURCES = new Set(['ExceptionHandler', 'NestApplication', 'TypeOrmModule']);

/** Writes the framework's warnings and errors as lines of our log; its other messages are omitted. */
export function nestLog(log: Log): LoggerService {
  const ignore = () => undefined;
  return {
    log: ignore,
    warn: (message: unknown, ...rest: unknown[]) => log.warn(textOf(message), { source: sourceOf(rest) }),
    error: (message: unknown, ...rest: unknown[]) => {
      const source = sourceOf(rest);
      if (THROWING_SOURCES.has(source)) return;
      log.error(textOf(message), message instanceof Error ? { source, error: message } : { source });
    },
  };
}

const textOf = (message: unknown): string => (message instanceof Error ? message.message : String(message));

/** The logging class is the last argument, after a stack if there is one. */
const sourceOf = (rest: unknown[]): string => String(rest.at(-1) ?? '');
