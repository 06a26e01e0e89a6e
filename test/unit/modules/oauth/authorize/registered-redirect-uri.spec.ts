import { describe, expect, it } from 'vitest';
import { isRegisteredRedirectUri } from '../../../../../src/modules/oauth/authorize/registered-redirect-uri';

const REGISTERED = [
  'https://client.example.com/callback',
  'http://127.0.0.1/callback',
  'http://[::1]:4000/callback?from=app',
  'http://localhost:3000',
  'com.example.app:/callback',
];

describe('isRegisteredRedirectUri', () => {
  it.each([
    ...REGISTERED,
    'http://127.0.0.1:51004/callback',
    'http://127.0.0.1:1/callback',
    'http://127.0.0.1:65535/callback',
    'http://[::1]/callback?from=app',
    'http://[::1]:51004/callback?from=app',
    'http://localhost',
    'http://localhost:51004',
  ])('accepts %s', (uri) => {
    expect(isRegisteredRedirectUri(uri, REGISTERED)).toBe(true);
  });

  it.each([
    'https://client.example.com:8443/callback',
    'https://127.0.0.1:51004/callback',
    'http://127.0.0.1:0/callback',
    'http://127.0.0.1:65536/callback',
    'http://127.0.0.1:080/callback',
    'http://127.0.0.1:/callback',
    'http://127.0.0.1:51004/callback/',
    'http://127.0.0.1:51004/Callback',
    'http://127.0.0.1:51004/callback?x=1',
    'http://127.0.0.1:51004/callback#x',
    'http://127.0.0.1:51004@evil.example/callback',
    'http://127.0.0.1.evil.example:51004/callback',
    'http://127.0.0.2:51004/callback',
    'http://127.1:51004/callback',
    'http://localhost:51004/',
    'http://localhost:51004/callback',
    'http://LOCALHOST:51004',
    'http://[::1]:51004/callback',
    'http://[0:0:0:0:0:0:0:1]:4000/callback?from=app',
    'http://127.0.0.1:51004/callback\n',
    '',
  ])('rejects %j', (uri) => {
    expect(isRegisteredRedirectUri(uri, REGISTERED)).toBe(false);
  });

  it('accepts no loopback address for an application that registered none', () => {
    expect(isRegisteredRedirectUri('http://127.0.0.1:51004/callback', ['https://a.example/callback'])).toBe(
      false,
    );
  });
});
