import type { FastifyInstance } from 'fastify';
import { AppError } from '../../kernel/app-error';
import type { ProcessConfig } from '../../platform/config/process.config';
import type { Draining } from '../../platform/lifecycle/draining';

/** Paths that every process serves, whatever its roles: probes and scrapers must reach workers too. */
const OF_EVERY_PROCESS = /^\/(api\/health|metrics)(\/|\?|$)/;

export const isForEveryProcess = (url: string) => OF_EVERY_PROCESS.test(url);

const OF_REALTIME = /^\/ws(\/|\?|$)/;

/** Applies the process's roles and its shutdown to each request. Before any route, because hooks apply to later ones. */
export function registerLifecycleHooks(
  fastify: FastifyInstance,
  process: ProcessConfig,
  draining: Draining,
): void {
  const serves = (url: string) =>
    process.has('api') || isForEveryProcess(url) || (process.has('realtime') && OF_REALTIME.test(url));
  fastify.addHook('onRequest', (request, reply, done) => {
    // A client that reuses its connection would send its next call to a process that no longer exists.
    if (draining.isDraining) void reply.header('connection', 'close');
    done(serves(request.url) ? undefined : new AppError('NOT_FOUND', 'No such route'));
  });
}
