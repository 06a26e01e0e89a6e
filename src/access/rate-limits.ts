import { Injectable } from '@nestjs/common';
import { AppError } from '../kernel/app-error';
import { LimitsConfig, type Plan } from '../platform/config/limits.config';
import { RateCounters } from '../platform/cache/rate-counters';
import type { BucketState, RateState } from './rate-state';
import { addressKey } from './address-key';

/** Calls of a token per minute by plan (specification, "Limits"). */
const PLAN_CALLS_PER_MINUTE: Record<Plan, number> = { free: 60, pro: 300, business: 1000, enterprise: 5000 };

/** Calls of a person at work in a browser, on every plan: the plan limits programs (contract §5). */
const SESSION_CALLS_PER_MINUTE = 600;

const CALLS_WITHOUT_CREDENTIAL = 1000;

/** Submissions of one form per minute, from one address and from all. */
const SUBMISSIONS_PER_ADDRESS = 120;
const SUBMISSIONS_PER_FORM = 1000;
/** Uploads for one form per minute, of up to ten files each. */
const UPLOADS_PER_ADDRESS = 30;
const UPLOADS_PER_FORM = 300;

/** Test mails of one user per minute. */
const TEST_MAILS = 3;

/** Requests to one hook per minute, and wrong ones from one address. */
const HOOK_CALLS = 120;
const WRONG_HOOK_CALLS = 60;

/** Provisions a directory of 5,000 users, with two requests each, in less than five minutes. */
const DIRECTORY_CALLS_PER_MINUTE = 3000;

/** The special limits of the sign-in routes, per minute. */
export const SIGN_IN_LIMITS = {
  signin: 10,
  register: 5,
  'forgot-password': 3,
  'resend-confirmation': 3,
} as const;

export class RateLimitExceeded extends AppError {
  constructor(retryAfterSeconds: number) {
    super('TOO_MANY_REQUESTS', 'Rate limit exceeded; slow down and try again', { retryAfterSeconds });
  }
}

/** Names and sizes of the buckets; the platform counts. */
@Injectable()
export class RateLimits {
  constructor(
    private readonly counters: RateCounters,
    private readonly config: LimitsConfig,
  ) {}

  /** One call from an address without a valid credential. */
  anonymous(rate: RateState, ip: string): Promise<void> {
    return this.take(rate, `ip:${addressKey(ip)}`, CALLS_WITHOUT_CREDENTIAL);
  }

  async token(rate: RateState, tokenId: string, plan: Plan): Promise<void> {
    // The ceiling is checked first: a call that it rejects does not count against the plan.
    await this.take(rate, `token:${tokenId}`, this.config.tokenRatePerMinute);
    await this.take(rate, `plan:${tokenId}`, PLAN_CALLS_PER_MINUTE[plan]);
  }

  /** A request of a directory, counted by its SCIM token. */
  directory(rate: RateState, tokenId: string): Promise<void> {
    return this.take(rate, `scim:${tokenId}`, DIRECTORY_CALLS_PER_MINUTE);
  }

  session(rate: RateState, userId: string): Promise<void> {
    return this.take(rate, `user:${userId}`, SESSION_CALLS_PER_MINUTE);
  }

  /** One call of an application with its own credential, for any of its users. */
  application(rate: RateState, applicationId: string): Promise<void> {
    return this.take(rate, `application:${applicationId}`, this.config.tokenRatePerMinute);
  }

  /** Attempts at a sign-in route, by address or by the target e-mail. */
  signIn(rate: RateState, route: keyof typeof SIGN_IN_LIMITS, subject: string): Promise<void> {
    return this.take(rate, `${route}:${subject}`, SIGN_IN_LIMITS[route]);
  }

  /** One submission of a form; `ip` is null for a member, whose calls have their own limits. */
  async submission(rate: RateState, formId: string, ip: string | null): Promise<void> {
    // The address is checked first: a call that it rejects does not count against the form.
    if (ip !== null) await this.take(rate, `form:${formId}:${addressKey(ip)}`, SUBMISSIONS_PER_ADDRESS);
    await this.take(rate, `form:${formId}`, SUBMISSIONS_PER_FORM);
  }

  /** One upload of files for a form; `ip` as for a submission. */
  async formUpload(rate: RateState, formId: string, ip: string | null): Promise<void> {
    if (ip !== null) await this.take(rate, `form-files:${formId}:${addressKey(ip)}`, UPLOADS_PER_ADDRESS);
    await this.take(rate, `form-files:${formId}`, UPLOADS_PER_FORM);
  }

  /** One test mail of an administrator, in any organization. */
  async testMail(userId: string): Promise<void> {
    const { isExceeded, resetAt } = await this.counters.take(`test-mail:${userId}`, TEST_MAILS);
    if (isExceeded && this.config.rateLimits === 'on')
      throw new RateLimitExceeded(Math.max(1, resetAt - this.counters.nowSeconds()));
  }

  /** One request to a hook, with its secret. */
  hook(rate: RateState, automationId: string): Promise<void> {
    return this.take(rate, `hook:${automationId}`, HOOK_CALLS);
  }

  /** One request without the secret of a hook. It does not limit those with it: a sender serves many organizations. */
  wrongHook(rate: RateState, ip: string): Promise<void> {
    return this.take(rate, `wrong-hook:${addressKey(ip)}`, WRONG_HOOK_CALLS);
  }

  /** What an address has left, for responses that cost nothing (health) or failed before anything was counted. */
  async describe(rate: RateState, ip: string): Promise<void> {
    rate.record(await this.counters.peek(`ip:${addressKey(ip)}`, CALLS_WITHOUT_CREDENTIAL));
  }

  private async take(rate: RateState, key: string, limit: number): Promise<void> {
    const bucket: BucketState & { isExceeded: boolean } = await this.counters.take(key, limit);
    rate.record(bucket);
    if (bucket.isExceeded && this.config.rateLimits === 'on') {
      throw new RateLimitExceeded(Math.max(1, bucket.resetAt - this.counters.nowSeconds()));
    }
  }
}
