import { describe, expect, it } from 'vitest';
import { redirectUriProblem } from '../../../../../src/modules/oauth/applications/redirect-uri';

describe('redirectUriProblem', () => {
  it.each([
    'https://a.example/cb',
    'https://a.example',
    'https://a.example:8443/cb?x=%2F',
    'http://localhost/cb',
    'http://127.0.0.1:5000/',
    'http://[::1]:5000/cb',
  ])('accepts %s for any application', (uri) => {
    expect(redirectUriProblem(uri, false)).toBeNull();
    expect(redirectUriProblem(uri, true)).toBeNull();
  });

  it.each(['com.example.app:/cb', 'com.example.app://host/cb', 'x.y:/'])(
    'accepts %s for a public one',
    (uri) => {
      expect(redirectUriProblem(uri, true)).toBeNull();
      expect(redirectUriProblem(uri, false)).toMatch(/public/);
    },
  );

  it.each([
    'http://a.example/cb',
    'http://127.0.0.1.evil.example/',
    'http://127.0.0.2/',
    'https:a.example',
    'https:///a.example/cb',
    'https://a.example/#',
    'https://u:p@a.example/',
    'https://a.example/?state=1',
    'https://*.a.example/',
    // It would end the directive of the page's policy that it is named in, and begin another one.
    'https://a;sandbox/cb',
    'https://a,b.example/cb',
    "https://a'b.example/",
    'https://(a).example/',
    'http://localhost;sandbox/',
    'HTTPS://a.example/',
    'javascript:alert(1)',
    'vbscript:x',
    'data:text/html,x',
    'intent://x',
    'com.example.app',
    '',
  ])('rejects %j for any application', (uri) => {
    expect(redirectUriProblem(uri, true)).not.toBeNull();
    expect(redirectUriProblem(uri, false)).not.toBeNull();
  });
});
