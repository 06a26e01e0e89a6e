import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importOrganization } from '../../../../src/cli/organization/archive-commands';
import { startApp, type TestApp } from '../../../support/app';
import { archived, type EditedArchive, editRecords, partsOf, repack } from '../../../support/archives';
import { anOrganization } from '../../../support/factories/organization.factory';
import { aSampleWorld, type SampleWorld } from '../../../support/sample-world';

interface Step {
  subject: string;
  text: string;
}

describe('the next steps after an import', () => {
  let from: TestApp;
  let to: TestApp;
  let world: SampleWorld;
  let directory: string;
  let original: EditedArchive;

  beforeAll(async () => {
    from = await startApp({ ROLES: 'api' });
    to = await startApp({ ROLES: 'api' });
    directory = mkdtempSync(join(tmpdir(), 'trestle-steps-'));
    world = await aSampleWorld({ app: from });
    const file = join(directory, 'organization.zip');
    const manifest = await archived(world.organization, file);
    original = { parts: await partsOf(file), manifest };
  }, 120_000);
  afterAll(async () => {
    await Promise.all([from?.close(), to?.close()]);
    rmSync(directory, { recursive: true, force: true });
  });

  async function stepsOf(file: string): Promise<{ steps: Step[]; text: string }> {
    const { signal } = new AbortController();
    const progress = { begin: () => undefined, advance: () => undefined, end: () => undefined };
    const options = { slug: 'moved', dryRun: true };
    const result = await importOrganization(to.nest, file, options, { progress, signal } as never);
    const { nextSteps } = result.json as { nextSteps: Step[] };
    return { steps: nextSteps, text: result.text };
  }
  const textsOf = (steps: readonly Step[], subject: string) =>
    steps.filter((step) => step.subject === subject).map(({ text }) => text);
  const changed = (table: string, change: Record<string, unknown>) =>
    repack(join(directory, 'changed.zip'), original, ({ parts }) =>
      editRecords(parts, table, (rows) => rows.forEach((row) => Object.assign(row, change))),
    );

  it('name what the identity provider needs, and everything that was stopped', async () => {
    const { steps, text } = await stepsOf(await changed('organizations', { sign_on_enforced: true }));
    const [provider, test, domains] = textsOf(steps, 'single sign-on');
    expect(provider).toMatch(/ACS URL http.*moved.*\/api\/auth\/saml\/acs, entity ID http.*\/saml\/metadata/);
    expect(test).toContain('require single sign-on again');
    expect(domains).toContain('Prove the domains again');
    expect(textsOf(steps, 'webhooks')[0]).toContain('1 are disabled and have new secrets');
    expect(textsOf(steps, 'automations')[0]).toContain('Rule');
    expect(textsOf(steps, 'personal access tokens')[0]).toContain('were not imported');
    expect(textsOf(steps, 'OAuth applications')).toHaveLength(1);
    expect(textsOf(steps, 'tokens of the directory')).toHaveLength(1);
    expect(textsOf(steps, 'invitations')).toHaveLength(1);
    for (const step of steps) expect(text).toContain(`- ${step.subject}: ${step.text}`);
  });

  it('name webhooks whose addresses this installation does not call', async () => {
    const { steps } = await stepsOf(await changed('webhooks', { url: 'https://169.254.169.254/latest' }));
    expect(textsOf(steps, 'webhooks')[1]).toContain('Must resolve to a public internet address');
  });

  it('name the redirect URI of OpenID Connect', async () => {
    const { steps } = await stepsOf(
      await changed('sso_connections', { type: 'oidc', sso_url: null, certificates: [], entity_id: null }),
    );
    expect(textsOf(steps, 'single sign-on')[0]).toMatch(/redirect URI http.*\/oidc\/callback/);
  });

  it('are none for an organization with nothing that stops', async () => {
    const organization = await anOrganization({ app: from });
    const file = join(directory, 'small.zip');
    await archived(organization, file);
    const { steps } = await stepsOf(file);
    expect(steps.map(({ subject }) => subject)).toEqual(['personal access tokens']);
  });
});
