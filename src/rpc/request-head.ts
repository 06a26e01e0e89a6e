import type { IncomingMessage } from 'node:http';
import { AppError } from '../kernel/app-error';

/** Of two of these some readers take the first and some the last, and each sees another request. */
const ONCE = ['Host', 'Authorization', 'Content-Type'].map((name) => ({ name, lower: name.toLowerCase() }));

/** What is wrong with the head of a request that the parser lets through; null when nothing is. */
export function headProblem({
  headers,
  rawHeaders,
  httpVersion,
  url = '/',
}: IncomingMessage): AppError | null {
  // HTTP/1.0 knows of no hosts.
  if (headers.host === undefined && httpVersion !== '1.0') return refusal('Send one Host header');
  const twice = ONCE.find(({ lower }) => isSentTwice(rawHeaders, lower));
  if (twice !== undefined) return refusal(`Send one ${twice.name} header`);
  if (!isOwnAddress(url, headers.host ?? ''))
    return refusal('The address and the Host header must name the same host');
  const encoding = headers['content-encoding'] ?? 'identity';
  return encoding === 'identity'
    ? null
    : new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the body as it is, without a Content-Encoding');
}

function isSentTwice(rawHeaders: readonly string[], lower: string): boolean {
  let isSeen = false;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    // Most names are told apart by their length alone.
    if (name.length !== lower.length || name.toLowerCase() !== lower) continue;
    if (isSeen) return true;
    isSeen = true;
  }
  return false;
}

/** An address in absolute form, as proxies are sent it, names a host itself. */
function isOwnAddress(url: string, host: string): boolean {
  if (url.startsWith('/') || url === '*') return true;
  if (!URL.canParse(url)) return false;
  const { protocol, host: named } = new URL(url);
  const own = `${protocol}//${host}`;
  return URL.canParse(own) && new URL(own).host === named;
}

function refusal(message: string): AppError {
  return new AppError('BAD_REQUEST', message);
}
