import type { IncomingMessage } from 'node:http';
import { AppError } from '../../kernel/app-error';

/**
 * Headers that must be sent once. Stops requests that a proxy and this service interpret differently: of duplicate headers,
 * some parsers use the first and some the last.
 */
const ONCE = ['Host', 'Authorization', 'Content-Type'].map((name) => ({ name, lower: name.toLowerCase() }));

/** Texts of headers, two for each: Node keeps about as many and drops the rest, such as the length of the body. */
const MAX_HEADER_TEXTS = 1_900;

/** The error in the head of a request that Node's parser accepts; null when there is none. */
export function headProblem({
  headers,
  rawHeaders,
  httpVersion,
  url = '/',
}: IncomingMessage): AppError | null {
  if (rawHeaders.length > MAX_HEADER_TEXTS)
    return new AppError('HEADERS_TOO_LARGE', `Send at most ${MAX_HEADER_TEXTS / 2} headers`);
  // HTTP/1.0 does not require Host.
  if (headers.host === undefined && httpVersion !== '1.0') return badRequest('Send one Host header');
  const twice = ONCE.find(({ lower }) => isSentTwice(rawHeaders, lower));
  if (twice !== undefined) return badRequest(`Send one ${twice.name} header`);
  if (!isOwnAddress(url, headers.host ?? ''))
    return badRequest('The URL and the Host header must name the same host');
  const encoding = headers['content-encoding'] ?? 'identity';
  return encoding === 'identity'
    ? null
    : new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the body without a Content-Encoding');
}

function isSentTwice(rawHeaders: readonly string[], lower: string): boolean {
  let isSeen = false;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    // The length alone distinguishes most names.
    if (name.length !== lower.length || name.toLowerCase() !== lower) continue;
    if (isSeen) return true;
    isSeen = true;
  }
  return false;
}

/** A URL in absolute form, which clients send to proxies, contains a host, which must be that of the Host header. */
function isOwnAddress(url: string, host: string): boolean {
  if (url.startsWith('/') || url === '*') return true;
  if (!URL.canParse(url)) return false;
  const { protocol, host: named } = new URL(url);
  const own = `${protocol}//${host}`;
  return URL.canParse(own) && new URL(own).host === named;
}

function badRequest(message: string): AppError {
  return new AppError('BAD_REQUEST', message);
}
