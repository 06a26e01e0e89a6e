import type { IncomingRequest } from './incoming-request';
import { InvalidInput } from '../kernel/app-error';

export const DRY_RUN_HEADER = 'x-dry-run';

/** Whether the request asks for a dry run. A value that could mean either is rejected by `assertDryRunHeader`. */
export function asksForDryRun(request: IncomingRequest): boolean {
  return request.header(DRY_RUN_HEADER) === '1';
}

/** Stops a misspelled dry run from becoming a real call. */
export function assertDryRunHeader(request: IncomingRequest): void {
  const value = request.header(DRY_RUN_HEADER);
  if (value !== undefined && value !== '0' && value !== '1')
    throw InvalidInput.at('X-Dry-Run', 'Must be 1 for a dry run, or 0');
}

/** For routes that are no procedures: a caller who asks for a dry run must not get a real call. */
export function assertNoDryRunHeader(request: IncomingRequest): void {
  if ((request.header(DRY_RUN_HEADER) ?? '0') !== '0')
    throw InvalidInput.at('X-Dry-Run', 'Applies to mutations of /api/trpc only');
}
