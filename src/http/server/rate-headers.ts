import { clock } from '../../kernel/clock';
import type { BucketState } from '../../access/rate-state';
import { WINDOW_SECONDS } from '../../platform/cache/rate-counters';

/** The limit with the fewest calls left, in the specification's headers and in those of the IETF draft. */
export function rateHeaders({ limit, remaining, resetAt }: BucketState): Record<string, string> {
  const secondsLeft = Math.max(0, resetAt - Math.ceil(clock.nowMs() / 1000));
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(resetAt),
    'ratelimit-policy': `"calls";q=${limit};w=${WINDOW_SECONDS}`,
    ratelimit: `"calls";r=${remaining};t=${secondsLeft}`,
  };
}
