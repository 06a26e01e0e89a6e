import type { OrganizationId } from '../../src/kernel/ids';
import {
  ArchiveImportService,
  type ImportedOrganization,
  type ImportSettings,
} from '../../src/modules/archives';
import { IndexOrganizationJob } from '../../src/modules/search';
import type { TestApp } from './app';
import { UNINTERRUPTED } from './job-run';

/** Imports an archive as `trestle organization import` does. */
export async function imported(
  app: TestApp,
  file: string,
  settings: Partial<ImportSettings> = {},
): Promise<ImportedOrganization> {
  const { signal } = new AbortController();
  const given = {
    slug: undefined,
    linksAccounts: false,
    isDryRun: false,
    publicKeys: undefined,
    ...settings,
  };
  const result = await app.nest
    .get(ArchiveImportService, { strict: false })
    .import(file, given, { signal, onProgress: () => undefined });
  if (!given.isDryRun) await searchIndexed(app, result.id);
  return result;
}

/** Brings the index for searches up to date, without a worker. */
export async function searchIndexed({ nest }: TestApp, organizationId: OrganizationId): Promise<void> {
  await nest.get(IndexOrganizationJob, { strict: false }).perform({ organizationId }, UNINTERRUPTED);
}

/** Gives the tokens of the members, which no archive contains, to the same members of the imported organization. */
export async function tokensCopied(
  from: TestApp,
  to: TestApp,
  organizationId: OrganizationId,
): Promise<void> {
  const { rows } = await from.sql.query<{ tokens: string }>(
    `select coalesce(jsonb_agg(to_jsonb(tokens) - 'secret_digest' || jsonb_build_object('digest', encode(secret_digest, 'hex'))), '[]')::text
       as tokens from tokens where organization_id = $1`,
    [organizationId],
  );
  await to.sql.query(
    `insert into tokens (organization_id, id, user_id, name, scopes, secret_digest, created_at)
     select organization_id, id, user_id, name, scopes, decode(digest, 'hex'), created_at
     from jsonb_to_recordset($1::jsonb) as token (organization_id text, id text, user_id text, name text, scopes text[],
       digest text, created_at timestamptz)`,
    [rows[0]!.tokens],
  );
}
