import { IsIn, IsInt, Max, Min } from 'class-validator';
import { asInteger, FromEnv } from './from-env.decorator';

export const PLANS = ['free', 'pro', 'business', 'enterprise'] as const;
export type Plan = (typeof PLANS)[number];

const RATE = { message: 'must be a whole number from 1 to 1000000' };

/** Plans and rate limits (specification, "Limits"). */
export class LimitsConfig {
  /** Plan of a new organization: a self-hosted installation has no plan limits. */
  @FromEnv('DEFAULT_PLAN')
  @IsIn(PLANS, { message: `must be one of ${PLANS.join(', ')}` })
  defaultPlan: Plan = 'enterprise';

  @FromEnv('TOKEN_RATE_PER_MINUTE', asInteger)
  @IsInt(RATE)
  @Min(1, RATE)
  @Max(1_000_000, RATE)
  tokenRatePerMinute = 1000;

  /** `off` only for load tests; the headers are still sent. */
  @FromEnv('RATE_LIMITS')
  @IsIn(['on', 'off'], { message: 'must be on or off' })
  rateLimits: 'on' | 'off' = 'on';
}
