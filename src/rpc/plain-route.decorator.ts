import { applyDecorators, SetMetadata, UseGuards } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { AuthenticationGuard } from '../access/authentication.guard';
import { RateLimitGuard } from '../access/rate-limit.guard';
import type { Requirement } from '../access/requirement';
import { RoleGuard } from '../access/role.guard';
import { ScopeGuard } from '../access/scope.guard';
import { TenantGuard } from '../access/tenant.guard';
import { JsonBodyGuard } from './json-body.guard';
import { PlainCallGuard } from './plain-call.guard';
import { PLAIN_BODY_MAX_BYTES, PLAIN_ROUTE, type PlainRoute, type PlainRouteConfig } from './plain-route';
import { PublicCallGuard } from './public-call.guard';

const BODY_LIMIT: PlainRouteConfig = { maxBodyBytes: PLAIN_BODY_MAX_BYTES };

/** A plain route for anybody. Each call counts against the caller's address. */
export const PublicRoute = (options: Pick<PlainRoute, 'addressLimit'> = {}): MethodDecorator =>
  applyDecorators(
    SetMetadata(PLAIN_ROUTE, { ...options, requirement: null } satisfies PlainRoute),
    RouteConfig(BODY_LIMIT),
    UseGuards(PlainCallGuard, PublicCallGuard, JsonBodyGuard),
  );

/** A plain route for members of an organization: judged by the guards of procedures, in their order. */
export const CallerRoute = (
  requirement: Requirement,
  options: Pick<PlainRoute, 'auditedAs'> = {},
): MethodDecorator =>
  applyDecorators(
    SetMetadata(PLAIN_ROUTE, { ...options, requirement } satisfies PlainRoute),
    RouteConfig(BODY_LIMIT),
    UseGuards(
      PlainCallGuard,
      TenantGuard,
      AuthenticationGuard,
      RateLimitGuard,
      ScopeGuard,
      RoleGuard,
      JsonBodyGuard,
    ),
  );
