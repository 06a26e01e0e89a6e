import type { LogFunctionFactory } from 'graphile-worker';
import type { Log } from '../logging/log';

/** The queue's own warnings and errors. Their details are omitted because they contain payloads. */
export function jobLog(log: Log): LogFunctionFactory {
  return () => (level, message, details) => {
    // The runner logs a failed attempt with the job's name.
    if (details?.['failure'] === true) return;
    if (level === 'error' || level === 'warning') log.warn('job queue', { reason: message });
  };
}
