/** An event as webhooks and `events.list` show it. */
export interface WebhookEvent {
  id: string;
  type: string;
  // What an event contains depends on its type: /api/events.schema.json.
  data: Record<string, unknown>;
  [field: string]: unknown;
}

/** The request does not come from Trestle, or is too old. */
export class WebhookRejected extends Error {
  override readonly name = 'WebhookRejected';
}

type HeaderList = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** How far the clocks may differ. A recorded request is not accepted later. */
const TOLERANCE_SECONDS = 300;

/**
 * Checks the signature of a delivery by the Standard Webhooks scheme and returns its event; rejects with `WebhookRejected`.
 * `body` must be the body as it was received, before any parsing. While a secret is rotated, deliveries have a signature for
 * each secret, and either secret verifies them.
 */
export async function verifyWebhook(
  headers: HeaderList,
  body: string | Uint8Array,
  secret: string,
): Promise<WebhookEvent> {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    headerOf(headers, `webhook-${name}`),
  );
  if (id === undefined || timestamp === undefined || signatures === undefined) {
    throw new WebhookRejected('The headers webhook-id, webhook-timestamp and webhook-signature are required');
  }
  const isRecent =
    /^\d+$/.test(timestamp) && Math.abs(Date.now() / 1_000 - Number(timestamp)) <= TOLERANCE_SECONDS;
  if (!isRecent) throw new WebhookRejected('The timestamp is not within five minutes');
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  const key = await crypto.subtle.importKey(
    'raw',
    bytesOf(secret.replace(/^whsec_/, '')),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  );
  for (const signature of signatures.split(' ')) {
    const [version, encoded] = signature.split(',');
    if (version !== 'v1' || encoded === undefined) continue;
    // Compares in constant time.
    if (await crypto.subtle.verify('HMAC', key, bytesOf(encoded), signed)) {
      return JSON.parse(text) as WebhookEvent;
    }
  }
  throw new WebhookRejected('No signature matches the secret');
}

function headerOf(headers: HeaderList, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? [];
  return typeof value === 'string' ? value : value?.[0];
}

/** No bytes for text that is not base64. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
