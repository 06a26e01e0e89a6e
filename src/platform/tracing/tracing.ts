import {
  type Attributes,
  context,
  type Context,
  type Link,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Tracer,
} from '@opentelemetry/api';
import { formatTraceparent, parseTraceparent, type TraceParent } from './traceparent';

/** Spans with more links than this are of no use to a reader. */
const MAX_LINKS = 32;

export interface SpanDetails {
  /** `internal` by default. */
  readonly kind?: 'internal' | 'client' | 'consumer';
  /** Names of OpenTelemetry's semantic conventions; others begin with `trestle.`. Never personal data, secrets or content. */
  readonly attributes?: Attributes;
  /** The header `traceparent` of each cause. */
  readonly causes?: Iterable<string | undefined>;
}

/** How lines of the log name a span: OpenTelemetry's names for logs in JSON. */
export interface TraceFields {
  readonly trace_id?: string;
  readonly span_id?: string;
}

/** A span that has begun. */
export interface OpenSpan {
  set(attributes: Attributes): void;
  /** For a failure that is not thrown. Throwing marks the span by itself. */
  fail(type: string): void;
}

const NO_SPAN: OpenSpan = { set: () => undefined, fail: () => undefined };

/**
 * Null unless traces are configured (decision 0122). Process-wide, like the event loop: statements are sent by functions that no one
 * injects anything into.
 */
let tracer: Tracer | null = null;

/** Null ends the creation of spans. */
export function setTracer(given: Tracer | null): void {
  tracer = given;
}

export function isTracing(): boolean {
  return tracer !== null;
}

/** Whether work that begins now belongs to a span that is recorded. False, at the cost of a comparison, without traces. */
export function isTraced(): boolean {
  return tracer !== null && trace.getActiveSpan()?.isRecording() === true;
}

/** Runs work in a span that begins a trace: work that no caller waits for. */
export function inRootSpan<T>(
  name: string,
  details: SpanDetails,
  work: (span: OpenSpan) => Promise<T>,
): Promise<T> {
  return tracer === null ? work(NO_SPAN) : runIn(tracer, ROOT_CONTEXT, { name, details, work });
}

/**
 * Runs work in a span of the current one. Without a current span, or when it is not recorded, there is no span: the polls of idle loops
 * would fill every trace store.
 */
export function inSpan<T>(
  name: string,
  details: SpanDetails,
  work: (span: OpenSpan) => Promise<T>,
): Promise<T> {
  return isTraced() ? runIn(tracer!, context.active(), { name, details, work }) : work(NO_SPAN);
}

/** Links the current span to what caused its work: the header `traceparent` of each, in any number. */
export function linkCauses(causes: Iterable<string | undefined>): void {
  if (isTraced()) trace.getActiveSpan()!.addLinks(linksTo(causes));
}

/** The header `traceparent` of the current span; undefined unless it is recorded. */
export function currentTraceparent(): string | undefined {
  if (!isTraced()) return undefined;
  const { traceId, spanId } = trace.getActiveSpan()!.spanContext();
  return formatTraceparent({ traceId, spanId, isSampled: true });
}

/** How lines of the log name the current span, recorded or not. */
export function currentTraceFields(): TraceFields {
  return tracer === null ? {} : traceFields(trace.getActiveSpan()?.spanContext());
}

/** For the log: the trace that a request names with its header `traceparent`, also without traces of our own. */
export function callerTrace(header: unknown): TraceFields {
  const parent = header === undefined ? null : parseTraceparent(header);
  return parent === null ? {} : { trace_id: parent.traceId };
}

/** The span of an HTTP request, which the server begins and ends. */
export class RequestSpan {
  private readonly context: Context;
  private readonly span: Span;

  /** `traceparent`: the header of the caller. */
  constructor(name: string, attributes: Attributes, traceparent: unknown) {
    const parent = parseTraceparent(traceparent);
    const caller = parent === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, remote(parent));
    this.span = tracer!.startSpan(name, { kind: SpanKind.SERVER, attributes }, caller);
    this.context = trace.setSpan(ROOT_CONTEXT, this.span);
  }

  get fields(): TraceFields {
    return traceFields(this.span.spanContext());
  }

  /** Runs what continues the request. */
  run(work: () => void): void {
    context.with(this.context, work);
  }

  /** `failure`: of the service. A request that it rejects is no failure. */
  end(attributes: Attributes, failure: string | null): void {
    this.span.setAttributes(attributes);
    if (failure !== null) markFailed(this.span, failure);
    this.span.end();
  }
}

interface Run<T> {
  readonly name: string;
  readonly details: SpanDetails;
  readonly work: (span: OpenSpan) => Promise<T>;
}

async function runIn<T>(creator: Tracer, parent: Context, { name, details, work }: Run<T>): Promise<T> {
  const { kind = 'internal', attributes = {}, causes = [] } = details;
  const span = creator.startSpan(name, { kind: kindOf(kind), attributes, links: linksTo(causes) }, parent);
  const open: OpenSpan = {
    set: (further) => void span.setAttributes(further),
    fail: (type) => markFailed(span, type),
  };
  try {
    return await context.with(trace.setSpan(parent, span), () => work(open));
  } catch (error) {
    markFailed(span, errorTypeOf(error));
    throw error;
  } finally {
    span.end();
  }
}

function kindOf(kind: NonNullable<SpanDetails['kind']>): SpanKind {
  if (kind === 'client') return SpanKind.CLIENT;
  return kind === 'consumer' ? SpanKind.CONSUMER : SpanKind.INTERNAL;
}

/** Without the message of an error, which can contain values. */
function markFailed(span: Span, type: string): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', type);
}

/** The code of the error, such as `ECONNREFUSED` or an SQLSTATE, or else the name of its class. */
export function errorTypeOf(error: unknown): string {
  if (!(error instanceof Error)) return '_OTHER';
  const { code, reason } = error as { code?: unknown; reason?: unknown };
  const type = [reason, code].find((text) => typeof text === 'string' && PLAIN_WORD.test(text));
  return (type as string | undefined) ?? error.name;
}

const PLAIN_WORD = /^\w{1,60}$/;

function linksTo(causes: Iterable<string | undefined>): Link[] {
  const parents = [...new Set(causes)].slice(0, MAX_LINKS).map(parseTraceparent);
  return parents.flatMap((parent) => (parent === null ? [] : [{ context: remote(parent) }]));
}

function remote({ traceId, spanId, isSampled }: TraceParent): SpanContext {
  const traceFlags = isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE;
  return { traceId, spanId, traceFlags, isRemote: true };
}

function traceFields(span: SpanContext | undefined): TraceFields {
  return span === undefined ? {} : { trace_id: span.traceId, span_id: span.spanId };
}
