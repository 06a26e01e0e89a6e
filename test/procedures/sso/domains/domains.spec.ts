import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TextRecordsService } from '../../../../src/modules/sso/domains/text-records.service';
import { sharedApp } from '../../../support/app';
import { anOrganization } from '../../../support/factories/organization.factory';
import { made } from '../../../support/factories/workspace.factory';

/** The DNS records, by name; a name without an entry does not resolve. */
const records = new Map<string, string[]>();

beforeEach(async () => {
  const dns = (await sharedApp()).nest.get(TextRecordsService, { strict: false });
  vi.spyOn(dns, 'of').mockImplementation((name) => Promise.resolve(records.get(name) ?? null));
});
afterEach(() => {
  records.clear();
  vi.restoreAllMocks();
});

describe('sso.domains', () => {
  it('adds a domain, shows its verification record, and verifies it once DNS contains it', async () => {
    const { owner, slug } = await anOrganization();
    const { client } = owner;
    const domain = `${slug}.example.org`;
    const added = await made(client, 'sso.domains.add', { domain: ` ${domain.toUpperCase()}. ` });
    const { record } = added as unknown as { record: { type: string; name: string; value: string } };
    expect(added).toMatchObject({ domain, verifiedAt: null });
    expect(record).toMatchObject({ type: 'TXT', name: `_trestle.${domain}` });
    const unreachable = await client.mutate('sso.domains.verify', { id: added.id });
    expect([unreachable.status, unreachable.error!.data]).toMatchObject([400, { reason: 'dns_unreachable' }]);
    records.set(record.name, ['something else']);
    const other = await client.mutate('sso.domains.verify', { id: added.id });
    expect([other.status, other.error!.data]).toMatchObject([400, { reason: 'domain_not_proved' }]);
    records.set(record.name, ['something else', record.value]);
    const verified = await made(client, 'sso.domains.verify', { id: added.id });
    expect((verified as unknown as { verifiedAt: string }).verifiedAt).not.toBeNull();
    const { data } = await client.query('sso.domains.list');
    expect(data).toEqual({ domains: [verified], nextCursor: null });
    await made(client, 'sso.domains.remove', { id: added.id });
    expect((await client.mutate('sso.domains.remove', { id: added.id })).status).toBe(404);
  });

  it('belongs to one organization', async () => {
    const [first, second] = [await anOrganization(), await anOrganization()];
    const domain = `${first.slug}.example.org`;
    const ids: string[] = [];
    for (const { owner } of [first, second]) {
      const added = await made(owner.client, 'sso.domains.add', { domain });
      const { record } = added as unknown as { record: { name: string; value: string } };
      records.set(record.name, [...(records.get(record.name) ?? []), record.value]);
      ids.push(added.id as string);
    }
    await made(first.owner.client, 'sso.domains.verify', { id: ids[0] });
    const late = await second.owner.client.mutate('sso.domains.verify', { id: ids[1] });
    expect([late.status, late.error!.data.code]).toEqual([409, 'CONFLICT']);
    await made(first.owner.client, 'sso.domains.remove', { id: ids[0] });
    await made(second.owner.client, 'sso.domains.verify', { id: ids[1] });
  });

  it('rejects an invalid domain, an existing one, and another organization’s id', async () => {
    const [{ owner }, other] = [await anOrganization(), await anOrganization()];
    for (const domain of [
      '',
      'localhost',
      'a b.example',
      'user@example.org',
      'https://example.org',
      '1.2.3.4',
    ]) {
      const { status, error } = await owner.client.mutate('sso.domains.add', { domain });
      expect([domain, status, error!.data.issues![0]!.path]).toEqual([domain, 400, 'domain']);
    }
    const { id } = await made(owner.client, 'sso.domains.add', { domain: 'example.org' });
    expect((await owner.client.mutate('sso.domains.add', { domain: 'Example.org' })).status).toBe(409);
    for (const name of ['verify', 'remove']) {
      expect((await other.owner.client.mutate(`sso.domains.${name}`, { id })).status).toBe(404);
    }
  });

  it('has pages', async () => {
    const { owner } = await anOrganization();
    for (const name of ['a', 'b', 'c'])
      await made(owner.client, 'sso.domains.add', { domain: `${name}.example.org` });
    const first = await owner.client.query('sso.domains.list', { limit: 2 });
    const rest = await owner.client.query('sso.domains.list', { limit: 2, cursor: first.data.nextCursor });
    const names = [...first.data.domains, ...rest.data.domains].map(
      (each: { domain: string }) => each.domain,
    );
    expect(names).toEqual(['a.example.org', 'b.example.org', 'c.example.org']);
    expect(rest.data.nextCursor).toBeNull();
  });
});
