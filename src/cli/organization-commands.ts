import type { INestApplicationContext } from '@nestjs/common';
import { AppError } from '../kernel/app-error';
import { OrganizationPlanService } from '../modules/organizations';
import { type Plan, PLANS } from '../platform/config/limits.config';
import type { CommandResult } from './run-command';

/** Changes the plan of an organization. */
export async function changePlan(
  application: INestApplicationContext,
  slug: string,
  plan: string,
): Promise<CommandResult> {
  if (!isPlan(plan)) throw new AppError('BAD_REQUEST', `the plan must be one of ${PLANS.join(', ')}`);
  const changed = await application.get(OrganizationPlanService, { strict: false }).change(slug, plan);
  const { previous } = changed;
  return {
    text:
      previous === plan
        ? `The organization ${slug} already has the plan ${plan}`
        : `The organization ${slug} has the plan ${plan}, before: ${previous}`,
    json: changed,
    warnings: [],
    isSuccess: true,
  };
}

const isPlan = (text: string): text is Plan => (PLANS as readonly string[]).includes(text);
