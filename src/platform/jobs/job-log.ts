import type { LogFunctionFactory } from 'graphile-worker';
import type { Log } from '../logging/log';

/** The queue's own messages, as far as they are trouble. Their details are left out: they hold payloads. */
export function jobLog(log: Log): LogFunctionFactory {
  return () => (level, message, details) => {
    // A failed attempt is logged by the runner, with the job's name.
    if (details?.['failure'] === true) return;
    if (level === 'error' || level === 'warning') log.warn('job queue', { reason: message });
  };
}
