import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';

/** Lets routes read forms with files part by part. Other routes reject the type (415). */
export function registerMultipart(fastify: FastifyInstance): void {
  // A file that is too large is truncated, and its reader rejects it.
  void fastify.register(multipart, { throwFileSizeLimit: false });
}
