import { describe, expect, it } from 'vitest';
import { continuePath } from '../../../../src/http/pages/continue-path';

describe('continuePath', () => {
  it.each([
    '/',
    '/settings/account',
    '/oauth/authorize?client_id=app_1&redirect_uri=https%3A%2F%2Fa.example',
  ])('keeps %s', (path) => {
    expect(continuePath(path)).toBe(path);
  });

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    ' /settings',
    'javascript:alert(1)',
    'settings',
    '',
    '/ü',
    `/${'a'.repeat(4_000)}`,
    undefined,
    ['/a'],
  ])('returns the start page for %j', (given) => {
    expect(continuePath(given)).toBe('/');
  });
});
