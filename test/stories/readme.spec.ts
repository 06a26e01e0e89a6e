import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { banner } from '../../src/banner';
import { readConfiguration } from '../../src/platform/config/configuration';
import { startApp, TEST_SECRET, type TestApp } from '../support/app';
import { deliverEvents } from '../support/events';
import { runInOneShell } from '../support/documents/bash-session';
import { examplesOf, fencesOf } from '../support/documents/markdown';
import { difference } from '../support/documents/shown-output';
import { freePort } from '../support/free-port';

const ROOT = join(__dirname, '..', '..');

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
  'docs/notifications.md',
  'docs/oauth.md',
  'docs/realtime.md',
  'docs/webhooks.md',
];

const hasTools = ['bash', 'curl'].every((program) => spawnSync(program, ['--version']).status === 0);

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** As `npm start` leaves it: limits on, the apex at its own port, events delivered. It may call receivers of this machine. */
async function serve(): Promise<{ app: TestApp; url: string; close(): Promise<void> }> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const app = await startApp({
    PUBLIC_URL: url,
    PORT: String(port),
    RATE_LIMITS: 'on',
    OUTBOUND_ALLOW: '127.0.0.1',
  });
  await app.nest.listen(port, '127.0.0.1');
  const closing = new AbortController();
  const deliver = async () => {
    for (; !closing.signal.aborted; await delay(50)) await deliverEvents(app);
  };
  const delivering = deliver();
  const close = async () => {
    closing.abort();
    await delivering;
    await app.close();
  };
  return { app, url, close };
}

/** Inside the checkout, because programs of the tour import what is installed there. */
function workplace(document: string): string {
  const directory = mkdtempSync(join(ROOT, 'node_modules', '.tour-'));
  for (const { language, text } of fencesOf(document)) {
    const name = /^\/\/ (\S+\.mjs)$/m.exec(text)?.[1];
    if (language === 'js' && name !== undefined) writeFileSync(join(directory, name), text);
  }
  return directory;
}

describe.skipIf(!hasTools)('commands print what the document shows (needs bash and curl)', () => {
  it.each(DOCUMENTS)('%s', async (path) => {
    const document = read(path);
    const examples = examplesOf(document);
    const { url, close } = await serve();
    const cwd = workplace(document);
    try {
      const blocks = examples.map(({ commands }) => commands.text);
      const outputs = await runInOneShell(blocks, { cwd, env: { TRESTLE_URL: url } });
      const differences = examples.flatMap(({ commands, output }, index) => {
        const { stdout, stderr } = outputs[index]!;
        if (stderr !== '') return [`line ${commands.line} complains: ${stderr}`];
        return (output && difference(output, stdout)) ?? [];
      });
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
    const shown = fencesOf(read('README.md')).find(({ language }) => language === 'text')!;
    const configuration = readConfiguration({ DATA_DIR: '/home/you/trestle/data', APP_SECRET: TEST_SECRET });
    expect(difference(shown, banner(configuration, { hasAccounts: false }))).toBeNull();
  });

  it('names the two commands, which are scripts', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const commands = fencesOf(read('README.md')).flatMap(({ language, text }) =>
      language === 'sh' ? text.trim().split('\n') : [],
    );
    expect(commands).toContain('npm ci && npm start');
    expect(commands).toContain('npm ci && npm test');
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(['start', 'test']));
  });
});
