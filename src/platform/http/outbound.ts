import { isIP } from 'node:net';
import { Injectable } from '@nestjs/common';
import { Agent, type Dispatcher, request } from 'undici';
import { clock } from '../../kernel/clock';
import { packageVersion } from '../config/version';
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

  constructor(private readonly guard: OutboundGuard) {}

  async request(asked: OutboundRequest): Promise<OutboundAnswer> {
    const url = this.guard.checkUrl(asked.url);
    const startedAt = clock.nowMs();
    const deadline = AbortSignal.timeout(asked.timeoutMs ?? DEFAULT_TIMEOUT_MS);
    try {
      const address = await orTimeout(this.guard.addressFor(url), deadline);
      const answer = await this.send(asked, url, address, deadline);
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
    address: string,
    signal: AbortSignal,
  ): Promise<Omit<OutboundAnswer, 'durationMs'>> {
    // Stops DNS rebinding: the connection uses the checked address even if the name changes; TLS still verifies the name.
    const dispatcher = new Agent({
      connect: {
        timeout: DEFAULT_TIMEOUT_MS,
        lookup: (_host, { all }, done) => {
          const family = isIP(address);
          if (all) done(null, [{ address, family }]);
          else done(null, address, family);
        },
      },
      pipelining: 0,
    });
    try {
      const answer = await request(url, {
        dispatcher,
        method: asked.method,
        headers: { 'user-agent': this.userAgent, ...sendableHeaders(asked) },
        signal,
        ...(asked.body === undefined ? {} : { body: asked.body }),
      });
      return {
        status: answer.statusCode,
        headers: flatHeaders(answer.headers),
        body: await readBody(answer.body, asked.maxBytes ?? DEFAULT_MAX_BYTES),
      };
    } finally {
      await dispatcher.destroy();
    }
  }
}

function sendableHeaders({ headers = {} }: OutboundRequest): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN_HEADERS.test(name)));
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

function orTimeout<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return Promise.race([
    work,
    new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    }),
  ]);
}
