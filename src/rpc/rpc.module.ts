import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CallMetrics } from './call-metrics';
import { CallProcedure } from './call-procedure';
import { DryRuns } from './dry-runs';
import { IdempotencyKeysRepository } from './idempotency-keys.repository';
import { IdempotencyKeysSweep } from './idempotency-keys.sweep';
import { IdempotentCalls } from './idempotent-calls';
import { HttpCalls } from './http-calls';
import { PageCalls } from './page-calls';
import { ProcedureRegistry } from './procedure-registry';
import { ReportedCalls } from './reported-calls';
import { TrpcRoute } from './trpc.route';
import { IdempotencyKeyEntity } from './idempotency-key.entity';

@Global()
@Module({
  imports: [TypeOrmModule.forFeature([IdempotencyKeyEntity]), DiscoveryModule],
  providers: [
    CallMetrics,
    CallProcedure,
    DryRuns,
    HttpCalls,
    IdempotencyKeysRepository,
    IdempotencyKeysSweep,
    IdempotentCalls,
    PageCalls,
    ProcedureRegistry,
    ReportedCalls,
    TrpcRoute,
  ],
  exports: [
    HttpCalls,
    IdempotencyKeysRepository,
    IdempotentCalls,
    PageCalls,
    ProcedureRegistry,
    ReportedCalls,
    TrpcRoute,
  ],
})
export class RpcModule {}
