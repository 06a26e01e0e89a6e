import { beforeAll, expect, it } from 'vitest';
import { EndingCertificatesSweep } from '../../../../src/modules/sso/notices/ending-certificates.sweep';
import { sharedApp, type TestApp } from '../../../support/app';
import { made } from '../../../support/factories/workspace.factory';
import { signingKey } from '../../../support/identity-provider/self-signed';
import { aSignOn } from '../../../support/identity-provider/test-identity-provider';
import { Mailbox } from '../../../support/mailbox';

const inDays = (days: number) =>
  signingKey(`ends in ${days} days`, { until: new Date(Date.now() + days * 86_400_000) }).certificate;

let app: TestApp;

// Creates the application and the keys outside of the time limit of a test.
beforeAll(async () => {
  app = await sharedApp();
  await aSignOn();
  for (const days of [-1, 2, 13, 16]) inDays(days);
}, 120_000);

const sweep = () =>
  app.nest.get(EndingCertificatesSweep, { strict: false }).run(new AbortController().signal);

async function told(organizationId: string): Promise<number[]> {
  const { rows } = await app.sql.query<{ days: number }>(
    'select days from sso_certificate_notices where organization_id = $1 order by days',
    [organizationId],
  );
  return rows.map(({ days }) => days);
}

it('owner and admins are notified once 14 days and once 3 days before a certificate expires', async () => {
  const provider = await aSignOn({ settings: { certificates: [inDays(13), inDays(16)] } });
  const { organization } = provider;
  const admin = await organization.addMember('admin');
  const box = Mailbox.of(app);
  await sweep();
  for (const { email } of [organization.owner, admin]) {
    const { subject, text } = await box.next(email);
    expect(subject).toBe('A certificate of your identity provider is about to expire');
    expect(text).toMatch(/\n([0-9A-F]{2}:){31}[0-9A-F]{2}\n/);
  }
  expect(await told(organization.id)).toEqual([14]);
  await sweep();
  expect(await told(organization.id)).toEqual([14]);
  // As if eleven days had passed.
  await made(organization.owner.client, 'sso.update', { certificates: [inDays(2)] });
  await Promise.all([sweep(), sweep()]);
  await box.next(organization.owner.email);
  expect(await told(organization.id)).toEqual([3, 14, 14]);
  const { rows } = await app.sql.query(
    'select from sso_certificate_notices where organization_id = $1 and days = 3',
    [organization.id],
  );
  expect(rows).toHaveLength(1);
});

it('no one is notified of certificates that are valid, expired or no longer in use', async () => {
  const provider = await aSignOn({ settings: { certificates: [inDays(16), inDays(-1)] } });
  const { id, owner } = provider.organization;
  await sweep();
  expect(await told(id)).toEqual([]);
  await made(owner.client, 'sso.delete', {});
  await sweep();
  expect(await told(id)).toEqual([]);
});
