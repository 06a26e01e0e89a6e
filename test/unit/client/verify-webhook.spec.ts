import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { verifyWebhook, WebhookRejected } from '../../../src/client/index';

const SECRET = `whsec_${Buffer.from('thirty-two bytes of a test secret').toString('base64')}`;
const OTHER = `whsec_${Buffer.from('another secret of thirty-two byte').toString('base64')}`;
const EVENT = { id: 'evt_1', type: 'item.created', data: { item: { name: 'Émile' } } };
const BODY = JSON.stringify(EVENT);

/** Headers as the library of the standard writes them. */
function signed(secret = SECRET, at = new Date()): Record<string, string> {
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign('msg_1', at, BODY),
  };
}

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

describe('verifyWebhook', () => {
  it('returns the event of a signed request', async () => {
    const headers = signed();
    expect(await verifyWebhook(headers, BODY, SECRET)).toEqual(EVENT);
    expect(await verifyWebhook(new Headers(headers), new TextEncoder().encode(BODY), SECRET)).toEqual(EVENT);
    const upper = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]),
    );
    expect(await verifyWebhook(upper, BODY, SECRET)).toEqual(EVENT);
  });

  it('accepts either of two secrets while they are rotated', async () => {
    const headers = signed();
    headers['webhook-signature'] =
      `${signed(OTHER)['webhook-signature']} v1a,x ${headers['webhook-signature']}`;
    expect(await verifyWebhook(headers, BODY, SECRET)).toEqual(EVENT);
    expect(await verifyWebhook(headers, BODY, OTHER)).toEqual(EVENT);
  });

  it.each([
    ['another secret', signed(OTHER), BODY],
    ['a changed body', signed(), `${BODY} `],
    ['another id', { ...signed(), 'webhook-id': 'msg_2' }, BODY],
    ['an old request', signed(SECRET, minutesAgo(6)), BODY],
    ['a request from the future', signed(SECRET, minutesAgo(-6)), BODY],
    ['a time that is not a number', { ...signed(), 'webhook-timestamp': 'now' }, BODY],
    ['a signature that is not base64', { ...signed(), 'webhook-signature': 'v1,%%%' }, BODY],
    ['an empty signature', { ...signed(), 'webhook-signature': 'v1,' }, BODY],
    [
      'an unknown version',
      { ...signed(), 'webhook-signature': signed()['webhook-signature']!.replace('v1', 'v2') },
      BODY,
    ],
    ['no signature', { ...signed(), 'webhook-signature': undefined }, BODY],
    ['no headers', {}, BODY],
  ])('rejects %s', async (_what, headers, body) => {
    await expect(verifyWebhook(headers, body, SECRET)).rejects.toThrow(WebhookRejected);
  });
});
