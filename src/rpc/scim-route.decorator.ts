import {
  applyDecorators,
  type CanActivate,
  Header,
  SetMetadata,
  type Type,
  UseFilters,
  UseGuards,
} from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { PlainCallGuard } from './plain-call.guard';
import { PLAIN_ROUTE, type PlainRoute, type PlainRouteConfig } from './plain-route';
import { ScimBodyGuard } from './scim-body.guard';
import { SCIM_TYPE } from './scim-error-body';
import { ScimErrorFilter } from './scim-error.filter';

/** As ServiceProviderConfig says it: a group of some thousand members in one request. */
export const SCIM_BODY_MAX_BYTES = 1024 * 1024;

const BODY_LIMIT: PlainRouteConfig = { maxBodyBytes: SCIM_BODY_MAX_BYTES };

/** An endpoint of SCIM. `guard` says who may call, before anything of the body counts. */
export const ScimRoute = (guard: Type<CanActivate>): MethodDecorator =>
  applyDecorators(
    SetMetadata(PLAIN_ROUTE, {
      requirement: null,
      caller: 'a directory, by its SCIM token',
    } satisfies PlainRoute),
    RouteConfig(BODY_LIMIT),
    Header('content-type', `${SCIM_TYPE}; charset=utf-8`),
    UseGuards(PlainCallGuard, guard, ScimBodyGuard),
    UseFilters(ScimErrorFilter),
  );
