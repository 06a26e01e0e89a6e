import type { IncomingMessage } from 'node:http';
import { AppError } from '../kernel/app-error';

/** Of two of these some readers take the first and some the last, and each sees another request. By length of name. */
const ONCE: ReadonlyMap<number, string> = new Map(
  ['Host', 'Authorization', 'Content-Type'].map((name) => [name.length, name]),
);

/** What is wrong with the head of a request that the parser lets through; null when nothing is. */
export function headProblem({
  headers,
  rawHeaders,
  httpVersion,
  url = '/',
}: IncomingMessage): AppError | null {
  // HTTP/1.0 knows of no hosts.
  if (headers.host === undefined && httpVersion !== '1.0') return refusal('Send one Host header');
  const twice = nameSentTwice(rawHeaders);
  if (twice !== null) return refusal(`Send one ${twice} header`);
  if (!isOwnAddress(url, headers.host ?? ''))
    return refusal('The address and the Host header must name the same host');
  const encoding = headers['content-encoding'] ?? 'identity';
  return encoding === 'identity'
    ? null
    : new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the body as it is, without a Content-Encoding');
}

function nameSentTwice(rawHeaders: readonly string[]): string | null {
  const seen = new Set<string>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    const known = ONCE.get(name.length);
    if (known === undefined || known.toLowerCase() !== name.toLowerCase()) continue;
    if (seen.has(known)) return known;
    seen.add(known);
  }
  return null;
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
