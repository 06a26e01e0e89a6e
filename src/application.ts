import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { AppModule } from './app.module';
import type { Configuration } from './platform/config/configuration';
import { OtherCells } from './access/cells/other-cells';
import { NO_PATIENCE } from './platform/database/startup/connect-retry';
import { Draining } from './platform/lifecycle/draining';
import { Log } from './platform/logging/log';
import { nestLog } from './platform/logging/nest-log';
import { HttpErrorFilter } from './http/errors/http-error.filter';
import { Admission } from './http/server/admission';
import { registerCellHooks } from './http/server/cell-hooks';
import { createFastifyAdapter, HttpServer } from './http/server/http-server';
import { MetricsRoute } from './http/server/metrics-route';
import { Upgrades } from './http/sockets/upgrades';
import { registerLifecycleHooks } from './http/server/lifecycle-hooks';
import { registerRequestSpans } from './http/server/request-spans';
import { ProcedureRegistry } from './rpc/procedure-registry';
import { registerMultipart } from './http/server/register-multipart';
import { TrpcRoute } from './rpc/trpc.route';

export { createFirstOwner } from './first-owner';
export { hasAccounts, startWarnings } from './installation-state';

/** The whole service on one database, ready to listen. `patience`: with a database that cannot be reached. */
export async function createApplication(
  configuration: Configuration,
  databaseUrl: string,
  log = new Log(undefined, configuration.log.level),
  patience = NO_PATIENCE,
): Promise<NestFastifyApplication> {
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.of(configuration, databaseUrl, log, patience),
    createFastifyAdapter(configuration.http),
    { logger: nestLog(log), abortOnError: false },
  );
  const server = app.get(HttpServer);
  const fastify = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  registerRequestSpans(fastify);
  server.prepare(fastify);
  if (configuration.process.has('realtime')) app.get(Upgrades).listen(fastify.server);
  registerLifecycleHooks(fastify, configuration.process, app.get(Draining));
  registerCellHooks(fastify, app.get(OtherCells), configuration.http.isSecure);
  app.get(Admission).register(fastify);
  app.useGlobalFilters(app.get(HttpErrorFilter));
  app.get(ProcedureRegistry).collect();
  app.get(TrpcRoute).register(fastify);
  app.get(MetricsRoute).register(fastify);
  registerMultipart(fastify);
  await app.init();
  return app;
}
