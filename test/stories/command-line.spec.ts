import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { packageVersion } from '../../src/platform/config/version';
import { MIGRATIONS } from '../../migrations';
import { sharedApp, TEST_SECRET } from '../support/app';
import { anOrganization } from '../support/factories/organization.factory';
import { WireClient } from '../support/client';
import { createDatabase } from '../support/database';
import { Installation } from '../support/installation';
import { aSealedLog } from '../support/sealed-log';
import { START } from '../support/service-process';

interface Changes {
  migrations: string[];
  functions: string[];
}

describe('the command line', () => {
  let installation: Installation;
  beforeEach(() => {
    installation = new Installation();
  });
  afterEach(() => installation.discard());

  /** Runs a command to its end. */
  async function run(words: string[], env: Record<string, string> = {}) {
    const command = installation.start(env, [process.execPath, START, ...words]);
    const status = await command.over();
    return { status, stdout: command.stdout, complaints: command.complaints };
  }

  it.each([
    [[]],
    [['start']],
    [['migrate']],
    [['backup']],
    [['restore']],
    [['doctor']],
    [['verify']],
    [['create-owner']],
    [['reset-password']],
    [['rotate-secret']],
    [['mail']],
    [['mail', 'test']],
    [['mail', 'failed']],
    [['mail', 'retry']],
    [['organization', 'plan']],
    [['audit']],
    [['audit', 'verify']],
    [['organization']],
    [['organization', 'export']],
    [['organization', 'import']],
    [['organization', 'verify']],
    [['mcp']],
    [['demo']],
    [['openapi']],
  ])('explains trestle %j --help', async (words) => {
    const { status, stdout } = await run([...words, '--help']);
    expect(status).toBe(0);
    expect(stdout).toContain(['Usage: trestle', ...words].join(' '));
  });

  it('prints its version', async () => {
    expect(await run(['--version'])).toMatchObject({ status: 0, stdout: `${packageVersion()}\n` });
  });

  it.each([
    [['migrat'], ["error: unknown command 'migrat'", '(Did you mean migrate?)']],
    [['migrate', '--force'], ["error: unknown option '--force'"]],
    [['demo', 'now'], ["error: too many arguments for 'demo'. Expected 0 arguments but got 1."]],
  ])('rejects trestle %j', async (words, complaints) => {
    expect(await run(words)).toEqual({ status: 1, stdout: '', complaints });
  });

  it('openapi ends quietly when its reader has enough, and creates nothing', async () => {
    const dataDir = join(installation.dataDir, 'of-no-service');
    const command = spawn(process.execPath, [START, 'openapi'], {
      env: { ...process.env, DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let complaints = '';
    command.stderr.on('data', (data) => (complaints += data));
    command.stdout.once('data', () => command.stdout.destroy());
    const [status] = await once(command, 'close');
    expect([status, complaints, existsSync(dataDir)]).toEqual([0, '', false]);
  });

  it('openapi prints the document that the service serves, without a database', async () => {
    const { status, stdout } = await run(['openapi']);
    const { body } = await new WireClient(await sharedApp()).request('GET', '/api/openapi.json');
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toEqual(body);
    expect(JSON.stringify(JSON.parse(stdout))).toBe(JSON.stringify(body));
  });

  describe('migrate --plan', () => {
    it('lists what migrate then applies, and changes nothing', async () => {
      const env = {
        DATABASE_URL: await createDatabase(),
        APP_SECRET: 'of the tests, in which no data lies',
      };
      const plan = await run(['migrate', '--plan', '--json'], env);
      const planned = JSON.parse(plan.stdout) as Changes;
      expect(planned.migrations).toHaveLength(MIGRATIONS.length);
      expect((await run(['migrate', '--plan'], env)).stdout).toBe(
        [
          ...planned.migrations.map((name) => `migration ${name}\n`),
          ...planned.functions.map((name) => `function ${name}\n`),
        ].join(''),
      );
      expect(JSON.parse((await run(['migrate', '--json'], env)).stdout)).toEqual(planned);
      expect((await run(['migrate', '--plan'], env)).stdout).toBe(
        'Nothing to do: the database is up to date\n',
      );
    });
  });

  it('verifies a sealed audit log: 0 when it is intact, 1 with the broken line, without a database', async () => {
    const { lines, publicKey } = aSealedLog(3);
    const file = join(installation.dataDir, 'log.jsonl');
    const write = (all: readonly object[]) =>
      writeFileSync(file, all.map((line) => `${JSON.stringify(line)}\n`).join(''));
    write(lines);
    const intact = await run(['audit', 'verify', file, '--public-key', publicKey, '--json']);
    expect([intact.status, JSON.parse(intact.stdout)]).toEqual([
      0,
      expect.objectContaining({ isIntact: true, entries: 3, from: 1, to: 3 }),
    ]);
    const trusting = await run(['audit', 'verify', file]);
    expect(trusting).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('is intact: 3 entries, 1 to 3'),
    });
    expect(trusting.complaints.join('\n')).toContain('compare them with GET /api/audit/keys');

    write(lines.with(2, { ...lines[2], action: 'auth.signin' }));
    const broken = await run(['audit', 'verify', file, '--json']);
    expect([broken.status, JSON.parse(broken.stdout)]).toEqual([
      1,
      expect.objectContaining({ isIntact: false, line: 3, entryId: 'aud_2' }),
    ]);
    expect(await run(['audit', 'verify', `${file}.none`])).toMatchObject({ status: 1, stdout: '' });
    expect(await run(['audit', 'verify', file, '--expect', '2'])).toMatchObject({
      status: 1,
      complaints: [expect.stringContaining('--expect must be')],
    });
  });

  it('exports an organization into a file and verifies it: 1 for a changed file and an unknown organization', async () => {
    const { databaseUrl } = await sharedApp();
    const { slug, id } = await anOrganization();
    const file = join(installation.dataDir, 'organization.zip');
    const env = { DATABASE_URL: databaseUrl, APP_SECRET: TEST_SECRET };
    const exported = await run(['organization', 'export', slug, file, '--json'], env);
    expect([exported.status, JSON.parse(exported.stdout)]).toMatchObject([0, { organization: { id, slug } }]);
    const again = await run(['organization', 'export', slug, file], env);
    expect(again).toMatchObject({ status: 1, stdout: '' });
    expect((await run(['organization', 'export', 'no-such', `${file}.2`], env)).complaints.join()).toContain(
      'There is no organization no-such',
    );
    const verified = await run(['organization', 'verify', file, '--json']);
    expect([verified.status, JSON.parse(verified.stdout)]).toMatchObject([
      0,
      { isIntact: true, organization: { id } },
    ]);
    writeFileSync(file, readFileSync(file).subarray(0, -10));
    expect(await run(['organization', 'verify', file])).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('is not intact'),
    });
  });
});
