import { Readable } from 'node:stream';
import { beforeAll, describe, expect, it } from 'vitest';
import { verifySealedLog } from '../../../src/modules/audit';
import type { ShownAuditEntry } from '../../support/audit';
import { auditEntries } from '../../support/audit';
import type { WireAnswer } from '../../support/client';
import { anOrganization, type TestOrganization } from '../../support/factories/organization.factory';
import { made } from '../../support/factories/workspace.factory';
import { refusedPaths } from '../../support/refusals';

const linesOf = ({ bytes }: WireAnswer): string[] => bytes.toString('utf8').split('\n');
const entriesOf = (answer: WireAnswer): ShownAuditEntry[] =>
  linesOf(answer)
    .slice(0, -1)
    .map((line) => JSON.parse(line) as ShownAuditEntry);

describe('audit.export', () => {
  let organization: TestOrganization;
  beforeAll(async () => {
    organization = await anOrganization();
    for (const name of ['One', 'Line\u2028end\u0085"\\\n', 'Three'])
      await made(organization.owner.client, 'organizations.update', { name });
  });

  const download = (query = '', client = organization.owner.client) =>
    client.request('GET', `/api/audit/export${query}`);

  it('200: returns the URL of the file, with the filters', async () => {
    const actor = organization.owner.userId;
    const input = { actor, action: 'sso.*', ip: '::1', from: '2026-01-01T01:00:00+01:00' };
    const { data } = await organization.owner.client.query('audit.export', input);
    const { url, ...file } = data as { url: string };
    expect(file).toEqual({ fileName: 'audit-log.jsonl', contentType: 'application/jsonl; charset=utf-8' });
    const { host, pathname, searchParams } = new URL(url);
    expect([host, pathname]).toEqual([`${organization.slug}.trestle.test`, '/api/audit/export']);
    expect(Object.fromEntries(searchParams)).toEqual({ ...input, from: '2026-01-01T00:00:00.000Z' });
    const answer = await download(new URL(url).search);
    expect([answer.status, entriesOf(answer)]).toEqual([200, []]);
  });

  it('200: an entry per line, as in audit.list, newest first; the export itself is the first', async () => {
    const answer = await download();
    expect(answer.headers).toMatchObject({
      'content-type': 'application/jsonl; charset=utf-8',
      'content-disposition': 'attachment; filename="audit-log.jsonl"',
      'cache-control': 'no-store',
    });
    const entries = entriesOf(answer);
    expect(entries[0]).toMatchObject({
      action: 'audit.export.download',
      requestId: answer.headers['x-request-id'],
    });
    expect(await auditEntries(organization)).toEqual(entries);
  });

  it('200: lines end where entries end, whatever names contain', async () => {
    const answer = await download('?action=organizations.update');
    expect(answer.bytes.toString('utf8')).not.toMatch(/[\u0085\u2028]/);
    expect(linesOf(answer).at(-1)).toBe('');
    expect(entriesOf(answer).map(({ details }) => (details.after as { name: string }).name)).toEqual([
      'Three',
      'Line\u2028end\u0085"\\\n',
      'One',
    ]);
  });

  it('200: filtered like audit.list', async () => {
    const { client } = await organization.addMember('member');
    expect((await client.query('audit.list')).status).toBe(403);
    expect(entriesOf(await download('?outcome=failure')).map(({ action }) => action)).toEqual(['audit.list']);
    expect(entriesOf(await download('?to=2001-01-01T00:00:00Z'))).toEqual([]);
    const target = organization.id;
    const answer = await download(`?target=${target}&outcome=success`);
    expect(new Set(entriesOf(answer).map((entry) => entry.target))).toEqual(new Set([target]));
  });

  it('200: sealed, the whole log as a chain that can be verified with the published key', async () => {
    const one = await anOrganization();
    await made(one.owner.client, 'organizations.update', { name: 'Line\u2028end' });
    const { data } = await one.owner.client.query('audit.export', { form: 'sealed' });
    const { url, fileName } = data as { url: string; fileName: string };
    expect(fileName).toBe('audit-log.sealed.jsonl');
    const answer = await download(new URL(url).search, one.owner.client);
    expect(answer.headers['content-disposition']).toBe('attachment; filename="audit-log.sealed.jsonl"');
    const anonymous = one.owner.client.as({ token: '' });
    const { status, body } = await anonymous.request('GET', '/api/audit/keys');
    expect(status).toBe(200);
    const { keys } = body as unknown as { keys: { id: string; publicKey: string }[] };
    const verified = await verifySealedLog(Readable.from(linesOf(answer).slice(0, -1)), {
      publicKeys: keys.map(({ publicKey }) => publicKey),
    });
    expect(verified).toMatchObject({
      organizationId: one.id,
      entries: 3,
      from: 1,
      to: 3,
      keys: [keys[0]!.id],
    });
    // The entries are those of audit.list, each with its seal.
    const entries = entriesOf(answer).slice(1, -1) as (ShownAuditEntry & { seal?: unknown })[];
    for (const entry of entries) delete entry.seal;
    const listed = await auditEntries(one);
    // It follows from the address, which the seal covers.
    for (const { actor } of listed) delete (actor as { isServiceAccount?: boolean } | null)?.isServiceAccount;
    expect(entries.toReversed()).toEqual(listed);
  });

  it('400: sealed, with a filter', async () => {
    for (const filter of ['outcome=failure', 'to=2026-01-01T00:00:00Z'])
      expect(refusedPaths(await download(`?form=sealed&${filter}`))).toEqual(['form']);
    expect(refusedPaths(await download('?form=chain'))).toEqual(['form']);
  });

  it('200: nothing of other organizations', async () => {
    const other = await anOrganization();
    const entries = entriesOf(await download('', other.owner.client));
    expect(entries.map(({ actor }) => actor!.id)).toEqual([other.owner.userId]);
  });

  it('is audited itself, both steps, with the input', async () => {
    const one = await anOrganization();
    await one.owner.client.query('audit.export', { outcome: 'failure' });
    await download('?action=auth.*', one.owner.client);
    const entries = await auditEntries(one);
    expect(entries.map(({ action, details }) => [action, details.input])).toEqual([
      ['audit.export.download', { action: 'auth.*' }],
      ['audit.export', { outcome: 'failure' }],
    ]);
  });

  it('400: names the field', async () => {
    for (const [field, value] of [
      ['actor', 'me'],
      ['action', '*'],
      ['target', `${organization.id}'`],
      ['outcome', 'denied'],
      ['ip', '10.0.0'],
      ['from', 'yesterday'],
      // In UTC there are no four digits for these years: the file's own address could not say them.
      ['from', '0000-01-01T00:00:00+01:00'],
      ['to', '9999-12-31T23:59:59-01:00'],
      ['cursor', 'aud_1'],
      ['limit', '1'],
    ] as const) {
      const query = `?${field}=${encodeURIComponent(value)}`;
      expect([field, refusedPaths(await download(query))]).toEqual([field, [field]]);
    }
    expect(refusedPaths(await download('?outcome=success&outcome=failure'))).toEqual(['outcome']);
  });

  it('401 and 403: no credential, members, guests, and tokens without the scope admin', async () => {
    expect((await download('', organization.owner.client.as({ token: '' }))).status).toBe(401);
    const others = await organization.tokenFor(organization.owner, ['read', 'write', 'delete', 'webhooks']);
    const [member, guest] = [await organization.addMember('member'), await organization.addMember('guest')];
    for (const client of [others, member.client, guest.client]) {
      expect((await download('', client)).status).toBe(403);
      expect((await client.query('audit.export')).status).toBe(403);
    }
  });
});
