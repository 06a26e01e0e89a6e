import 'reflect-metadata';
import { GUARDS_METADATA } from '@nestjs/common/constants';
import { describe, expect, it } from 'vitest';
import { AuthenticationGuard } from '../../../src/access/guards/authentication.guard';
import { RateLimitGuard } from '../../../src/access/guards/rate-limit.guard';
import { RoleGuard } from '../../../src/access/guards/role.guard';
import { ScopeGuard } from '../../../src/access/guards/scope.guard';
import { TenantGuard } from '../../../src/access/guards/tenant.guard';
import { BodyGuard } from '../../../src/http/bodies/body.guard';
import { HttpRouteGuard } from '../../../src/http/routes/http-route.guard';
import { AuthenticatedRoute, PublicRoute } from '../../../src/http/routes/http-route.decorators';
import { Procedures } from '../../../src/rpc/procedure.decorator';
import { PublicRouteGuard } from '../../../src/http/routes/public-route.guard';

const OF_CALLERS = [TenantGuard, AuthenticationGuard, RateLimitGuard, ScopeGuard, RoleGuard];

@Procedures()
class SomeProcedures {}

class SomeRoutes {
  @AuthenticatedRoute({ scope: 'write', role: 'guest' })
  ofCallers(): void {}

  @PublicRoute()
  ofAnybody(): void {}
}

const guardsOf = (target: object): unknown => Reflect.getMetadata(GUARDS_METADATA, target);

describe('the guards, in their order', () => {
  it('of procedures', () => expect(guardsOf(SomeProcedures)).toEqual(OF_CALLERS));

  it('of HTTP routes for members: the same, before the body is read', () => {
    expect(guardsOf(SomeRoutes.prototype.ofCallers)).toEqual([HttpRouteGuard, ...OF_CALLERS, BodyGuard]);
  });

  it('of HTTP routes for anyone: the caller is counted before the body is read', () => {
    expect(guardsOf(SomeRoutes.prototype.ofAnybody)).toEqual([HttpRouteGuard, PublicRouteGuard, BodyGuard]);
  });
});
