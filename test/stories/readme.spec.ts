import { rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { banner } from '../../src/banner';
import { readConfiguration } from '../../src/platform/config/configuration';
import { TEST_SECRET } from '../support/app';
import { serveDocuments } from '../support/documents/document-service';
import { fencesOf } from '../support/documents/markdown';
import { hasTools, readDocument, runDocument, workplace } from '../support/documents/run-document';
import { difference } from '../support/documents/shown-output';

/** Documents whose commands a reader may paste, each on a service of its own. */
const DOCUMENTS = [
  'README.md',
  'docs/api.md',
  'docs/automations.md',
  'docs/client.md',
  'docs/comments.md',
  'docs/events.md',
  'docs/files.md',
  'docs/forms.md',
  'docs/mcp.md',
  'docs/notifications.md',
  'docs/oauth.md',
  'docs/preferences.md',
  'docs/realtime.md',
  'docs/webhooks.md',
];

describe.skipIf(!hasTools)('commands print what the document shows (needs bash and curl)', () => {
  it.each(DOCUMENTS)('%s', async (path) => {
    const document = readDocument(path);
    const { url, close } = await serveDocuments();
    const cwd = workplace(document);
    try {
      const { examples, differences } = await runDocument(document, cwd, url);
      expect(differences).toEqual([]);
      expect(examples.filter(({ output }) => output !== null).length).toBeGreaterThan(0);
    } finally {
      rmSync(cwd, { recursive: true, force: true });
      await close();
    }
  });
});

describe('README.md', () => {
  it('shows the output of a start', () => {
    const shown = fencesOf(readDocument('README.md')).find(({ language }) => language === 'text')!;
    const configuration = readConfiguration({ DATA_DIR: '/home/you/trestle/data', APP_SECRET: TEST_SECRET });
    expect(difference(shown, banner(configuration, { hasAccounts: false }))).toBeNull();
  });

  it('names the two commands, which are scripts', () => {
    const { scripts } = JSON.parse(readDocument('package.json')) as { scripts: Record<string, string> };
    const commands = fencesOf(readDocument('README.md')).flatMap(({ language, text }) =>
      language === 'sh' ? text.trim().split('\n') : [],
    );
    expect(commands).toContain('npm ci && npm start');
    expect(commands).toContain('npm ci && npm test');
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(['start', 'test']));
  });
});
