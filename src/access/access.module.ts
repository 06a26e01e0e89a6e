import { Global, Module } from '@nestjs/common';
import { Authenticator } from './authenticator';
import { RateLimits } from './rate-limits';
import { TenantFinder } from './tenant-finder';

/** Ports are implemented, and exported globally, by the modules that own their data. */
@Global()
@Module({
  providers: [Authenticator, RateLimits, TenantFinder],
  exports: [Authenticator, RateLimits, TenantFinder],
})
export class AccessModule {}
