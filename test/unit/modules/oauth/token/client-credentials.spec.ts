import { describe, expect, it } from 'vitest';
import { clientCredentials } from '../../../../../src/modules/oauth/token/client-credentials';

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

describe('clientCredentials', () => {
  it('reads the body', () => {
    expect(clientCredentials(undefined, { client_id: 'a', client_secret: 'b' })).toEqual({
      clientId: 'a',
      clientSecret: 'b',
    });
    expect(clientCredentials(undefined, { client_id: 'a', client_secret: '' })).toEqual({
      clientId: 'a',
      clientSecret: null,
    });
  });

  it('reads the header, form-encoded as in RFC 6749', () => {
    expect(clientCredentials(basic('a%3Ab:c%25+d:e'), {})).toEqual({
      clientId: 'a:b',
      clientSecret: 'c% d:e',
    });
    expect(clientCredentials(basic('a:'), { client_id: 'a' })).toEqual({ clientId: 'a', clientSecret: null });
  });

  it.each([
    ['nothing', undefined, {}],
    ['another scheme', 'Bearer x', { client_id: 'a', client_secret: 'b' }],
    ['no colon', basic('a'), {}],
    ['no base64', 'Basic é', {}],
    ['what cannot be decoded', basic('%zz:b'), {}],
  ])('rejects %s', (_what, authorization, fields) => {
    expect(() => clientCredentials(authorization, fields as Record<string, string>)).toThrow(
      expect.objectContaining({ reason: 'invalid_client' }),
    );
  });

  it.each([
    ['both together', basic('a:b'), { client_secret: 'b' }],
    ['two names', basic('a:b'), { client_id: 'c' }],
  ])('rejects %s', (_what, authorization, fields) => {
    expect(() => clientCredentials(authorization, fields as Record<string, string>)).toThrow(
      expect.objectContaining({ reason: 'invalid_request' }),
    );
  });
});
