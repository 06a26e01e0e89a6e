import type { FastifyReply } from 'fastify';
import type { IncomingRequest } from '../../access/incoming-request';
import { namesTag } from './entity-tag';

/**
 * Sends the headers of a public document that changes with the release. Returns whether the client has it already: the response
 * is then 304 without a body (RFC 9110, section 13.1.2).
 */
export function isNotModified(request: IncomingRequest, reply: FastifyReply, etag: string): boolean {
  void reply.header('etag', etag).header('cache-control', 'public, no-cache');
  if (!namesTag(request.header('if-none-match'), etag)) return false;
  void reply.status(304);
  return true;
}
