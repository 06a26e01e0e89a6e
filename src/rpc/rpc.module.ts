import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { BrokenConnections } from './broken-connections';
import { CallProcedure } from './call-procedure';
import { HttpServer } from './http-server';
import { IdempotencyKeysRepository } from './idempotency-keys.repository';
import { IdempotencyKeysSweep } from './idempotency-keys.sweep';
import { IdempotentCalls } from './idempotent-calls';
import { PlainCalls } from './plain-calls';
import { ProcedureRegistry } from './procedure-registry';
import { TrpcRoute } from './trpc.route';

@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [
    BrokenConnections,
    CallProcedure,
    HttpServer,
    IdempotencyKeysRepository,
    IdempotencyKeysSweep,
    IdempotentCalls,
    PlainCalls,
    ProcedureRegistry,
    TrpcRoute,
  ],
  exports: [HttpServer, IdempotencyKeysRepository, IdempotentCalls, PlainCalls, ProcedureRegistry, TrpcRoute],
})
export class RpcModule {}
