import { execFile } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signingKey } from '../support/identity-provider/self-signed';
import { roadmapOfMonday } from '../support/exports/monday';
import { type DocumentService, serveDocuments } from '../support/documents/document-service';
import { hasTools, readDocument, runDocument, workplace } from '../support/documents/run-document';

/** Small files in the layouts of other products. */
const EXPORTS = join(__dirname, '..', 'support', 'documents', 'exports');

const run = promisify(execFile);

/** A second attempt would register the accounts of the first. */
const ONCE = { retry: 0 };

/** What an identity provider offers for download. */
function providerMetadata(): string {
  const certificate = signingKey('of the guide').certificate.replaceAll(/-----[^-]+-----|\n/g, '');
  return `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://idp.corp.example/metadata">
    <IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
      <KeyDescriptor use="signing">
        <KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#">
          <X509Data><X509Certificate>${certificate}</X509Certificate></X509Data>
        </KeyInfo>
      </KeyDescriptor>
      <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect"
        Location="https://idp.corp.example/sso"/>
    </IDPSSODescriptor>
  </EntityDescriptor>`;
}

describe.skipIf(!hasTools)('guides print what they show (needs bash and curl)', ONCE, () => {
  let service: DocumentService;
  beforeAll(async () => {
    // More accounts are registered on it than one address may register in a minute.
    service = await serveDocuments({ RATE_LIMITS: 'off' });
  });
  afterAll(() => service?.close());

  /** Runs the blocks of a guide in a directory with these files. */
  async function follow(
    path: string,
    files: Record<string, string | Buffer> = {},
    afterwards: (directory: string) => Promise<void> = async () => undefined,
  ): Promise<void> {
    const document = readDocument(path);
    const cwd = workplace(document);
    try {
      for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
      const { differences } = await runDocument(document, cwd, service.url);
      expect(differences).toEqual([]);
      await afterwards(cwd);
    } finally {
      rmSync(cwd, { recursive: true, force: true });
    }
  }

  it('docs/integrator-guide.md', () =>
    follow('docs/integrator-guide.md', {}, async (directory) => {
      // No reader can wait until the cursor of the copy has expired.
      await service.app.sql.query('truncate events');
      const jsonOf = (file: string) => JSON.parse(readFileSync(join(directory, file), 'utf8'));
      const { token } = jsonOf('token.json');
      const board = jsonOf('board.json').result.data.json.id;
      const env = { ...process.env, TRESTLE_URL: service.url, TRESTLE_TOKEN: token, BOARD: board };
      const { stdout } = await run(process.execPath, ['mirror.mjs'], { cwd: directory, env });
      expect(stdout).toBe('read all again: 105 items\n');
    }));

  it('docs/administrator-guide.md', () =>
    follow('docs/administrator-guide.md', { 'provider-metadata.xml': providerMetadata() }));

  it.each([
    ['asana', 'asana.csv'],
    ['jira', 'jira.csv'],
    ['trello', 'trello.json'],
  ])('docs/migrate/%s.md imports a file in the layout of its export', (product, file) =>
    follow(`docs/migrate/${product}.md`, { [file]: readFileSync(join(EXPORTS, file), 'utf8') }),
  );

  it('docs/migrate/monday.md imports a workbook in the layout of its export', async () =>
    follow('docs/migrate/monday.md', { 'monday.xlsx': await roadmapOfMonday() }));
});
