import { Injectable } from '@nestjs/common';
import { type Dispatcher, request } from 'undici';
import { clock } from '../../kernel/clock';
import { packageVersion } from '../config/version';
import { isDryRun } from '../dry-run/dry-run';
import { currentTraceparent, inSpan } from '../tracing/tracing';
import { OutboundConnections } from './outbound-connections';
import { OutboundFailed, OutboundRejected } from './outbound-errors';
import { OutboundGuard } from './outbound-guard';

export interface OutboundRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** From the first name resolution to the last byte. */
  readonly timeoutMs?: number;
  /** A longer response fails. */
  readonly maxBytes?: number;
  /**
   * Instead of `maxBytes`, when the status matters and not the body: the body after so many bytes is dropped, and a body that
   * breaks off or arrives too late is no failure.
   */
  readonly keptBytes?: number;
  /**
   * Whose requests share connections, which are kept for a few seconds: an organization. Only for requests that their receiver can get
   * twice. Without it the connection is closed after the response.
   */
  readonly connectionOwner?: string;
  /** Whether the request names the current span to its receiver, with `traceparent`, unless the headers have one. */
  readonly isTraceShared?: boolean;
}

export interface OutboundAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly durationMs: number;
}

const DEFAULT_TIMEOUT_MS = 15_000;
const DEFAULT_MAX_BYTES = 64 * 1024;

/** Headers that the caller of this class cannot set: they determine the destination and the framing of a request. */
const OWN_HEADERS =
  /^(host|content-length|transfer-encoding|connection|keep-alive|upgrade|te|trailer|expect|proxy-.*)$/i;

/**
 * The only client for addresses that users enter: it applies the guard, connects to the address that was checked, does not
 * follow redirects, and limits time and size.
 */
@Injectable()
export class Outbound {
  private readonly userAgent = `Trestle/${packageVersion()}`;

  constructor(
    private readonly guard: OutboundGuard,
    private readonly connections: OutboundConnections,
  ) {}

  /** In a span without the address, which can contain a secret. */
  request(asked: OutboundRequest): Promise<OutboundAnswer> {
    const attributes = { 'http.request.method': asked.method };
    return inSpan(asked.method, { kind: 'client', attributes }, async (span) => {
      const answer = await this.requestInTime(asked);
      span.set({ 'http.response.status_code': answer.status });
      if (answer.status >= 400) span.fail(String(answer.status));
      return answer;
    });
  }

  private async requestInTime(asked: OutboundRequest): Promise<OutboundAnswer> {
    const url = this.guard.checkUrl(asked.url);
    if (isDryRun()) throw new OutboundRejected('A dry run sends no request to another server');
    const startedAt = clock.nowMs();
    const deadline = AbortSignal.timeout(asked.timeoutMs ?? DEFAULT_TIMEOUT_MS);
    try {
      const addresses = await orTimeout(this.guard.addressesFor(url, deadline), deadline);
      const answer = await this.send(asked, url, addresses, deadline);
      return { ...answer, durationMs: clock.nowMs() - startedAt };
    } catch (error) {
      if (error instanceof OutboundRejected || error instanceof OutboundFailed) throw error;
      throw new OutboundFailed(
        deadline.aborted ? 'The host did not respond in time' : 'The host cannot be reached',
        error,
      );
    }
  }

  private async send(
    asked: OutboundRequest,
    url: URL,
    addresses: readonly string[],
    signal: AbortSignal,
  ): Promise<Omit<OutboundAnswer, 'durationMs'>> {
    const target = { url, addresses, owner: asked.connectionOwner ?? null };
    return this.connections.within(
      target,
      (dispatcher) =>
        request(url, {
          dispatcher,
          method: asked.method,
          headers: { 'user-agent': this.userAgent, ...sendableHeaders(asked), ...traceHeader(asked) },
          signal,
          ...(asked.body === undefined ? {} : { body: asked.body }),
        }),
      async ({ statusCode, headers, body }) => ({
        status: statusCode,
        headers: flatHeaders(headers),
        body:
          asked.keptBytes === undefined
            ? await readBody(body, asked.maxBytes ?? DEFAULT_MAX_BYTES)
            : await readStart(body, asked.keptBytes),
      }),
    );
  }
}

function sendableHeaders({ headers = {} }: OutboundRequest): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN_HEADERS.test(name)));
}

function traceHeader({ headers = {}, isTraceShared = false }: OutboundRequest): Record<string, string> {
  const traceparent = isTraceShared ? currentTraceparent() : undefined;
  const isGiven = Object.keys(headers).some((name) => name.toLowerCase() === 'traceparent');
  return traceparent === undefined || isGiven ? {} : { traceparent };
}

function flatHeaders(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : String(value ?? ''),
    ]),
  );
}

async function readBody(body: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > maxBytes) throw new OutboundFailed(`The response is longer than ${maxBytes} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

async function readStart(body: AsyncIterable<Buffer>, keptBytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of body) {
      parts.push(part.subarray(0, keptBytes - size));
      size += part.length;
      if (size >= keptBytes) break;
    }
  } catch {
    // The response counts with what has arrived.
  }
  return Buffer.concat(parts);
}

function orTimeout<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return Promise.race([
    work,
    new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    }),
  ]);
}
