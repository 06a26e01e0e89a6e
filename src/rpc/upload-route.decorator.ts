import { applyDecorators, SetMetadata, UseGuards } from '@nestjs/common';
import { AuthenticationGuard } from '../access/authentication.guard';
import { RateLimitGuard } from '../access/rate-limit.guard';
import type { Requirement } from '../access/requirement';
import { RoleGuard } from '../access/role.guard';
import { ScopeGuard } from '../access/scope.guard';
import { TenantGuard } from '../access/tenant.guard';
import { MultipartBodyGuard } from './multipart-body.guard';
import { PlainCallGuard } from './plain-call.guard';
import { PLAIN_ROUTE, type PlainRoute } from './plain-route';

/**
 * A CallerRoute that takes a form with a file. The form is read by the method (`@Upload()`), so that not a byte of it is
 * kept for whom the guards refuse.
 */
export const UploadRoute = (requirement: Requirement): MethodDecorator =>
  applyDecorators(
    SetMetadata(PLAIN_ROUTE, { requirement } satisfies PlainRoute),
    UseGuards(
      PlainCallGuard,
      TenantGuard,
      AuthenticationGuard,
      RateLimitGuard,
      ScopeGuard,
      RoleGuard,
      MultipartBodyGuard,
    ),
  );
