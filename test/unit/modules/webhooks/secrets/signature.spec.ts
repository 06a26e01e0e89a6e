import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { signatureOf } from '../../../../../src/modules/webhooks/secrets/signature';

const keys = [Buffer.alloc(32, 1), Buffer.alloc(24, 2)];
const secretOf = (key: Buffer) => `whsec_${key.toString('base64')}`;

describe('signatureOf', () => {
  const body = '{"text":"ünï ✓"}';
  const id = 'evt_01M83TGZNBYC0C2VFDFBT07CQN';
  const timestampSeconds = Math.floor(Date.now() / 1_000);
  const headers = (used: Buffer[]) => ({
    'webhook-id': id,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': signatureOf({ id, timestampSeconds, body }, used),
  });

  it('is accepted by the library of the scheme, with each of the keys', () => {
    for (const key of keys) {
      const webhook = new Webhook(secretOf(key));
      expect(webhook.verify(body, headers([key]))).toEqual(JSON.parse(body));
      expect(webhook.verify(body, headers(keys))).toEqual(JSON.parse(body));
    }
  });

  it('is the example of the specification of Standard Webhooks', () => {
    const example = signatureOf(
      { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestampSeconds: 1_614_265_330, body: '{"test": 2432232314}' },
      [Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64')],
    );
    expect(example).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });

  it('is rejected with another key, body or id', () => {
    const [first, second] = keys as [Buffer, Buffer];
    expect(() => new Webhook(secretOf(second)).verify(body, headers([first]))).toThrow(/signature/);
    const webhook = new Webhook(secretOf(first));
    expect(() => webhook.verify(`${body} `, headers([first]))).toThrow(/signature/);
    expect(() => webhook.verify(body, { ...headers([first]), 'webhook-id': 'evt_other' })).toThrow(
      /signature/,
    );
  });
});
