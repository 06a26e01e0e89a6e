import { AuthenticationGuard } from './authentication.guard';
import { RateLimitGuard } from './rate-limit.guard';
import { RoleGuard } from './role.guard';
import { ScopeGuard } from './scope.guard';
import { TenantGuard } from './tenant.guard';

/** The guards of every call, procedures and HTTP routes alike, in the order in which they run. */
export const GUARDS_IN_ORDER = [
  TenantGuard,
  AuthenticationGuard,
  RateLimitGuard,
  ScopeGuard,
  RoleGuard,
] as const;
