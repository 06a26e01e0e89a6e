import { AppError } from '../../kernel/app-error';
import type { Plan } from '../../platform/config/limits.config';

/** Requires a plan that includes directories, which are the plans with single sign-on (contract §9). */
export function requireDirectoryPlan(plan: Plan): void {
  if (plan === 'business' || plan === 'enterprise') return;
  throw new AppError('FORBIDDEN', 'SCIM requires the business or enterprise plan', {
    reason: 'plan',
  });
}
