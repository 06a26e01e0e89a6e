import 'reflect-metadata';
import { GUARDS_METADATA } from '@nestjs/common/constants';
import { describe, expect, it } from 'vitest';
import { AuthenticationGuard } from '../../../src/access/authentication.guard';
import { RateLimitGuard } from '../../../src/access/rate-limit.guard';
import { RoleGuard } from '../../../src/access/role.guard';
import { ScopeGuard } from '../../../src/access/scope.guard';
import { TenantGuard } from '../../../src/access/tenant.guard';
import { JsonBodyGuard } from '../../../src/rpc/json-body.guard';
import { PlainCallGuard } from '../../../src/rpc/plain-call.guard';
import { CallerRoute, PublicRoute } from '../../../src/rpc/plain-route.decorator';
import { Procedures } from '../../../src/rpc/procedure.decorator';
import { PublicCallGuard } from '../../../src/rpc/public-call.guard';

const OF_CALLERS = [TenantGuard, AuthenticationGuard, RateLimitGuard, ScopeGuard, RoleGuard];

@Procedures()
class SomeProcedures {}

class SomeRoutes {
  @CallerRoute({ scope: 'write', role: 'guest' })
  ofCallers(): void {}

  @PublicRoute()
  ofAnybody(): void {}
}

const guardsOf = (target: object): unknown => Reflect.getMetadata(GUARDS_METADATA, target);

describe('the guards, in their order', () => {
  it('of procedures', () => expect(guardsOf(SomeProcedures)).toEqual(OF_CALLERS));

  it('of plain routes for members: the same, before the body is looked at', () => {
    expect(guardsOf(SomeRoutes.prototype.ofCallers)).toEqual([PlainCallGuard, ...OF_CALLERS, JsonBodyGuard]);
  });

  it('of plain routes for anybody: the caller is counted before the body is looked at', () => {
    expect(guardsOf(SomeRoutes.prototype.ofAnybody)).toEqual([
      PlainCallGuard,
      PublicCallGuard,
      JsonBodyGuard,
    ]);
  });
});
