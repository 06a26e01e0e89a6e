import type { Plan } from '../../platform/config/limits.config';
import { DirectoryNotIncluded } from './scim.errors';

/** Requires a plan that includes directories, which are the plans with single sign-on (contract §9). */
export function requireDirectoryPlan(plan: Plan): void {
  if (plan === 'business' || plan === 'enterprise') return;
  throw new DirectoryNotIncluded();
}
