import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { isSigned } from '../../../../../src/modules/automations/hooks/hook-signature';

const SECRET = "It's a Secret to Everybody";
const BODY = Buffer.from('Hello, World!');

const headers = (given: Record<string, string>) => ({ header: (name: string) => given[name] });

describe('isSigned', () => {
  it('accepts the example of GitHub', () => {
    // docs.github.com, "Validating webhook deliveries".
    const signature = 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17';
    expect(isSigned(headers({ 'x-hub-signature-256': signature }), BODY, SECRET)).toBe(true);
    expect(isSigned(headers({ 'x-hub-signature-256': signature.toUpperCase() }), BODY, SECRET)).toBe(true);
    expect(isSigned(headers({ 'x-hub-signature-256': signature }), Buffer.from('Hello'), SECRET)).toBe(false);
    expect(isSigned(headers({ 'x-hub-signature-256': signature }), BODY, SECRET.slice(1))).toBe(false);
  });

  describe('Standard Webhooks', () => {
    const signed = (given: Record<string, string> = {}, at = new Date()) => {
      const key = new Webhook(SECRET, { format: 'raw' });
      return {
        'webhook-id': 'msg_1',
        'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
        'webhook-signature': key.sign('msg_1', at, BODY.toString()),
        ...given,
      };
    };
    const accepts = (given: Record<string, string>, secret = SECRET) =>
      isSigned(headers(given), BODY, secret);

    it('accepts one of several signatures', () => {
      expect(accepts(signed())).toBe(true);
      const { 'webhook-signature': valid } = signed();
      expect(accepts(signed({ 'webhook-signature': `v1,AAAA v1a,x ${valid}` }))).toBe(true);
      expect(accepts(signed({ 'webhook-signature': 'v1,AAAA' }))).toBe(false);
      expect(accepts(signed({ 'webhook-signature': valid.slice('v1,'.length) }))).toBe(false);
    });

    it('rejects times more than five minutes off, and no time', () => {
      const minutes = (count: number) => new Date(Date.now() + count * 60_000);
      expect([-4.9, 4.9].map((count) => accepts(signed({}, minutes(count))))).toEqual([true, true]);
      expect([-5.1, 5.1].map((count) => accepts(signed({}, minutes(count))))).toEqual([false, false]);
      const times = ['', 'x', '1e9', 'NaN', `-${signed()['webhook-timestamp']}`, '9'.repeat(400)];
      expect(times.map((at) => accepts(signed({ 'webhook-timestamp': at })))).toEqual(times.map(() => false));
    });

    it('needs all three headers', () => {
      for (const name of Object.keys(signed()))
        expect([name, accepts(signed({ [name]: '' }))]).toEqual([name, false]);
    });

    it('decodes a secret with the prefix, as the library does', () => {
      const secret = `whsec_${Buffer.from('a key of 24 bytes or more').toString('base64')}`;
      const at = new Date();
      const signature = new Webhook(secret).sign('msg_1', at, BODY.toString());
      expect(accepts(signed({ 'webhook-signature': signature }, at), secret)).toBe(true);
    });
  });

  it('rejects a signature with an unknown header, or none', () => {
    const sha1 = `sha1=${createHmac('sha1', SECRET).update(BODY).digest('hex')}`;
    expect(isSigned(headers({ 'x-hub-signature': sha1, 'x-hub-signature-256': sha1 }), BODY, SECRET)).toBe(
      false,
    );
    expect(isSigned(headers({}), BODY, SECRET)).toBe(false);
  });
});
