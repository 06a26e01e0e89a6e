import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Below this size, the headers of a compressed response and the work cost more than the bytes. */
const MIN_BYTES = 4_096;
/** Good ratios at a tenth of the time of the best ones. */
const GZIP_LEVEL = 5;
const BROTLI_QUALITY = 4;

/** The property of a reply that its route allows to be compressed. */
const COMPRESSIBLE = Symbol('compressible');

type Encoding = 'br' | 'gzip';

/** Nothing is compressed without it: the route knows whether a response can contain a secret. */
export function allowCompression(reply: FastifyReply): void {
  (reply as { [COMPRESSIBLE]?: true })[COMPRESSIBLE] = true;
}

/** A hook of onSend. The work is done by threads of the pool, so that other requests do not wait for it. */
export function compressResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error: Error | null, payload?: unknown) => void,
): void {
  if (!isCompressible(reply) || typeof payload !== 'string') return done(null, payload);
  void reply.header('vary', varyOf(reply));
  // UTF-8 has at least as many bytes as characters.
  if (payload.length < MIN_BYTES) return done(null, payload);
  const encoding = acceptedEncoding(request.headers['accept-encoding']);
  if (encoding === null) return done(null, payload);
  const finish = (error: Error | null, compressed: Buffer) => {
    // An uncompressed response is always correct.
    if (error !== null) return done(null, payload);
    void reply.header('content-encoding', encoding);
    done(null, compressed);
  };
  if (encoding === 'gzip') gzip(payload, { level: GZIP_LEVEL }, finish);
  else brotliCompress(payload, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }, finish);
}

function isCompressible(reply: FastifyReply): boolean {
  if ((reply as { [COMPRESSIBLE]?: true })[COMPRESSIBLE] !== true) return false;
  return !reply.hasHeader('etag') && !reply.hasHeader('content-encoding');
}

function varyOf(reply: FastifyReply): string {
  const given = reply.getHeader('vary');
  return given === undefined ? 'accept-encoding' : `${String(given)}, accept-encoding`;
}

/** Brotli if the client accepts both; null if it accepts neither. */
function acceptedEncoding(header: string | string[] | undefined): Encoding | null {
  if (header === undefined) return null;
  const accepted = new Set<string>();
  for (const entry of String(header).toLowerCase().split(',')) {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim());
    const isRejected = parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
    if (!isRejected) accepted.add(name);
  }
  if (accepted.has('br')) return 'br';
  return accepted.has('gzip') ? 'gzip' : null;
}
