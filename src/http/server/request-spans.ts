import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callerTrace, isTracing, RequestSpan, type TraceFields } from '../../platform/tracing/tracing';
import { isForEveryProcess } from './lifecycle-hooks';

/** The property of a Fastify request with its span. */
const SPAN = Symbol('span of the request');

type Traced = FastifyRequest & { [SPAN]?: RequestSpan };

/**
 * A span for each request, which continues the trace of the caller. Before any other hook, so that the work of all of them belongs to it.
 * Probes and scrapes have none. The path is that of the route: real paths contain ids, and some contain secrets.
 */
export function registerRequestSpans(fastify: FastifyInstance): void {
  if (!isTracing()) return;
  fastify.addHook('onRequest', (request: Traced, reply, done) => {
    if (!isTracing() || isForEveryProcess(request.url)) return done();
    const span = begin(request);
    request[SPAN] = span;
    // After every response, also after one that the caller did not wait for.
    reply.raw.once('close', () => end(span, reply));
    span.run(done);
  });
  // A body arrives in the context of its connection.
  fastify.addHook('preValidation', (request: Traced, _reply, done) => {
    const span = request[SPAN];
    if (span === undefined) done();
    else span.run(done);
  });
}

/** For the log: of the span, or else of the caller. */
export function traceFieldsOf(request: FastifyRequest): TraceFields {
  return (request as Traced)[SPAN]?.fields ?? callerTrace(request.headers['traceparent']);
}

function begin(request: FastifyRequest): RequestSpan {
  const { method, id } = request;
  const route = request.is404 ? undefined : request.routeOptions.url;
  const attributes = {
    'http.request.method': method,
    'http.response.header.x-request-id': [id],
    ...(route === undefined ? {} : { 'http.route': route }),
  };
  const name = route === undefined ? method : `${method} ${route}`;
  return new RequestSpan(name, attributes, request.headers['traceparent']);
}

function end(span: RequestSpan, { raw, statusCode }: FastifyReply): void {
  if (!raw.headersSent) span.end({}, 'connection_closed');
  else span.end({ 'http.response.status_code': statusCode }, statusCode >= 500 ? String(statusCode) : null);
}
