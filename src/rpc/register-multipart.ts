import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';

/** Lets routes read forms with files part by part. A route that does not ask for them refuses the type (415). */
export function registerMultipart(fastify: FastifyInstance): void {
  // Too large a file is cut, and refused by whoever reads it.
  void fastify.register(multipart, { throwFileSizeLimit: false });
}
