import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Below this size, the headers of a compressed response and the work cost more than the bytes. */
const MIN_BYTES = 4_096;
/** Good ratios at a tenth of the time of the best ones. */
const GZIP_LEVEL = 5;
const BROTLI_QUALITY = 4;

const PREFIX = '/api/trpc/';

/**
 * Queries whose responses are large, and contain no secret of the service: the length of a compressed text shows an observer
 * whether a guess equals a part of it (BREACH). New queries are not compressed unless they are named here.
 */
const COMPRESSED: ReadonlySet<string> = new Set([
  'activity.list',
  'boards.get',
  'boards.list',
  'columns.list',
  'comments.list',
  'comments.replies',
  'items.assigned',
  'items.get',
  'items.list',
  'items.order',
  'items.summary',
  'notifications.list',
  'organizations.members.list',
  'projects.get',
  'projects.list',
  'search.query',
  'templates.list',
  'trash.list',
  'views.list',
  'workspaces.get',
  'workspaces.list',
  'workspaces.members.list',
]);

type Encoding = 'br' | 'gzip';

/** A hook of onSend. The work is done by threads of the pool, so that other requests do not wait for it. */
export function compressResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error: Error | null, payload?: unknown) => void,
): void {
  if (!isCompressible(request, reply) || typeof payload !== 'string') return done(null, payload);
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

/** Successful queries only. Mutations, whose responses can contain a new secret, are never read by GET. */
function isCompressible({ method, url }: FastifyRequest, reply: FastifyReply): boolean {
  if (method !== 'GET' || !url.startsWith(PREFIX) || reply.statusCode !== 200) return false;
  if (reply.hasHeader('etag') || reply.hasHeader('content-encoding')) return false;
  const end = url.indexOf('?');
  const names = url.slice(PREFIX.length, end === -1 ? undefined : end);
  return COMPRESSED.has(names) || names.split(',').every((name) => COMPRESSED.has(name));
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
