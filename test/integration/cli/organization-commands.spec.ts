import { beforeAll, describe, expect, it } from 'vitest';
import { changePlan } from '../../../src/cli/organization-commands';
import { sharedApp, type TestApp } from '../../support/app';
import { eventsDuring } from '../../support/refusals';
import { anOrganization } from '../../support/factories/organization.factory';

describe('trestle organization plan', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await sharedApp();
  });

  it('changes the plan for the next call, once, and records it as the operator', async () => {
    const organization = await anOrganization({ app, plan: 'free' });
    const { id, slug, owner } = organization;
    const plan = async () => (await owner.client.query('organizations.get')).data.plan;
    expect(await plan()).toBe('free');
    const events = await eventsDuring(organization, async () => {
      expect(await changePlan(app.nest, slug, 'enterprise')).toEqual({
        text: `The organization ${slug} has the plan enterprise, before: free`,
        json: { organizationId: id, slug, plan: 'enterprise', previous: 'free' },
        warnings: [],
        isSuccess: true,
      });
      expect(await plan()).toBe('enterprise');
      expect((await changePlan(app.nest, slug, 'enterprise')).text).toContain('already has the plan');
    });
    const { data: shown } = await owner.client.query('organizations.get');
    expect(events).toMatchObject([
      { type: 'organization.updated', actorId: null, data: { organization: shown } },
    ]);
    const { data } = await owner.client.query('audit.list', { action: 'organizations.changePlan' });
    expect(data.entries).toMatchObject([
      {
        action: 'organizations.changePlan',
        target: id,
        credential: { kind: 'operator' },
        details: { before: { plan: 'free' }, after: { plan: 'enterprise' } },
      },
    ]);
  });

  it('rejects an unknown organization and an unknown plan', async () => {
    await expect(changePlan(app.nest, 'no-such-slug', 'pro')).rejects.toThrow('No such organization');
    const { slug } = await anOrganization({ app });
    await expect(changePlan(app.nest, slug, 'gold')).rejects.toThrow('free, pro, business, enterprise');
  });
});
