import type { FastifyInstance } from 'fastify';
import { AppError } from '../../kernel/app-error';
import type { ProcessConfig } from '../../platform/config/process.config';
import type { Draining } from '../../platform/lifecycle/draining';

/** Paths that every process serves, whatever its roles: probes and scrapers must reach workers too. */
const OF_EVERY_PROCESS = /^\/(api\/health|metrics)(\/|\?|$)/;
const OF_REALTIME = /^\/ws\//;

/** Applies the process's roles and its shutdown to each request. Before any route, because hooks apply to later ones. */
export function registerLifecycleHooks(
  fastify: FastifyInstance,
  process: ProcessConfig,
  draining: Draining,
): void {
  fastify.addHook('onRequest', async (request, reply) => {
    // A client that reuses its connection would send its next call to a process that no longer exists.
    if (draining.isDraining) void reply.header('connection', 'close');
    if (process.has('api') || OF_EVERY_PROCESS.test(request.url)) return;
    if (process.has('realtime') && OF_REALTIME.test(request.url)) return;
    throw new AppError('NOT_FOUND', 'No such route');
  });
}
