import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { AuditedCalls } from './audited-calls';
import { AuditedRecordsRepository } from './audited-records.repository';
import { BrokenConnections } from './broken-connections';
import { CallProcedure } from './call-procedure';
import { HttpServer } from './http-server';
import { IdempotencyKeysRepository } from './idempotency-keys.repository';
import { IdempotencyKeysSweep } from './idempotency-keys.sweep';
import { IdempotentCalls } from './idempotent-calls';
import { PlainCalls } from './plain-calls';
import { FormTokens } from './pages/form-tokens';
import { PageCalls } from './pages/page-calls';
import { ProcedureRegistry } from './procedure-registry';
import { TrpcRoute } from './trpc.route';

@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [
    AuditedCalls,
    AuditedRecordsRepository,
    BrokenConnections,
    CallProcedure,
    FormTokens,
    HttpServer,
    IdempotencyKeysRepository,
    IdempotencyKeysSweep,
    IdempotentCalls,
    PageCalls,
    PlainCalls,
    ProcedureRegistry,
    TrpcRoute,
  ],
  exports: [
    FormTokens,
    HttpServer,
    IdempotencyKeysRepository,
    IdempotentCalls,
    PageCalls,
    PlainCalls,
    ProcedureRegistry,
    TrpcRoute,
  ],
})
export class RpcModule {}
