import { Global, Module } from '@nestjs/common';
import { ErrorRenderers } from './errors/error-renderers';
import { ErrorResponses } from './errors/error-responses';
import { HttpErrorFilter } from './errors/http-error.filter';
import { FormTokens } from './pages/form-tokens';
import { Admission } from './server/admission';
import { BrokenConnections } from './server/broken-connections';
import { HttpServer } from './server/http-server';
import { MemoryPressure } from './server/memory-pressure';
import { MetricsListener } from './server/metrics-listener';
import { MetricsRoute } from './server/metrics-route';
import { RequestMetrics } from './server/request-metrics';
import { Upgrades } from './sockets/upgrades';

/** The HTTP server, its routes and the components of server-rendered pages. RpcModule serves the procedures. */
@Global()
@Module({
  providers: [
    Admission,
    BrokenConnections,
    ErrorRenderers,
    ErrorResponses,
    FormTokens,
    HttpErrorFilter,
    HttpServer,
    MemoryPressure,
    MetricsListener,
    MetricsRoute,
    RequestMetrics,
    Upgrades,
  ],
  exports: [Admission, ErrorRenderers, FormTokens, HttpServer, MetricsListener, MetricsRoute, Upgrades],
})
export class HttpModule {}
