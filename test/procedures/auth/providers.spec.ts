import { describe, expect, it } from 'vitest';
import { sharedApp } from '../../support/app';
import { WireClient } from '../../support/client';
import { anOrganization } from '../../support/factories/organization.factory';

describe('GET /api/auth/providers', () => {
  it('200: the sign-in methods; the same for an unknown organization', async () => {
    const app = await sharedApp();
    const { slug } = await anOrganization({ app });
    const expected = { password: true, registration: 'open', providers: [], sso: null };
    for (const caller of [{}, { slug }, { slug: 'unknown-slug' }]) {
      const { status, body, headers } = await new WireClient(app, caller).request(
        'GET',
        '/api/auth/providers',
      );
      expect(status).toBe(200);
      expect(body).toEqual(expected);
      expect(headers['x-ratelimit-limit']).toBe('1000');
    }
  });
});
