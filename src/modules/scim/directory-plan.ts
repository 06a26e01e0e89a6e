import { AppError } from '../../kernel/app-error';
import type { Plan } from '../../platform/config/limits.config';

/** Directories belong to the plans that single sign-on belongs to (contract §9). */
export function requireDirectoryPlan(plan: Plan): void {
  if (plan === 'business' || plan === 'enterprise') return;
  throw new AppError('FORBIDDEN', 'SCIM requires the business or enterprise plan', {
    reason: 'plan',
  });
}
