import type { IncomingMessage } from 'node:http';
import { newUuid } from '../../platform/crypto/random';

/** A client's request id is used when it is short and plain, so that its logs and ours correlate. */
const CLIENT_REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;

export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && CLIENT_REQUEST_ID.test(given) ? given : newUuid();
}
