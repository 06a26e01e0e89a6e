import { Global, Module } from '@nestjs/common';
import { Authenticator } from './authenticator';
import { BearerTokens } from './bearer-tokens';
import { GrantedAccess } from './granted-access';
import { OfferedSignIns } from './offered-sign-ins';
import { RateLimits } from './rate-limits';
import { TenantFinder } from './tenant-finder';

/** Ports are implemented, and exported globally, by the modules that own their data. */
@Global()
@Module({
  providers: [Authenticator, BearerTokens, GrantedAccess, OfferedSignIns, RateLimits, TenantFinder],
  exports: [Authenticator, BearerTokens, GrantedAccess, OfferedSignIns, RateLimits, TenantFinder],
})
export class AccessModule {}
