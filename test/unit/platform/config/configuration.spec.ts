import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Configuration, readConfiguration } from '../../../../src/platform/config/configuration';
import { ConfigurationProblem } from '../../../../src/platform/config/configuration-problem';

/** As long as one must be, and not of one letter. */
const SECRET = '0123456789abcdef'.repeat(2);

describe('readConfiguration', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'trestle-config-'));
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  const read = (env: Record<string, string> = {}): Configuration =>
    readConfiguration({ DATA_DIR: directory, ...env });

  describe('without any variable but DATA_DIR', () => {
    it('has the documented defaults', () => {
      const { accounts, cache, database, http, limits, log, mail, outbound, process, storage } = read();
      expect(http).toMatchObject({ port: 3000, host: '127.0.0.1', trustedProxies: [], drainSeconds: 5 });
      expect(http.publicUrl).toBe('http://localhost:3000');
      expect(http.singleOrganizationSlug).toBeUndefined();
      expect(database).toMatchObject({ databaseUrl: undefined, dataDirectory: directory });
      expect(cache.redisUrl).toBeUndefined();
      expect(process.roles).toEqual(['api', 'worker', 'realtime']);
      expect(limits).toMatchObject({ defaultPlan: 'enterprise', tokenRatePerMinute: 1000, rateLimits: 'on' });
      expect(mail.smtpUrl).toBeUndefined();
      expect(storage.directory).toBeUndefined();
      expect(outbound.allowedTargets).toEqual([]);
      expect(accounts.registration).toBe('open');
      expect(log.level).toBe('info');
    });

    it('creates a secret once and stores it for its owner only', () => {
      const first = read().appSecret.value;
      expect(first.length).toBeGreaterThanOrEqual(32);
      expect(read().appSecret.value).toBe(first);
      expect(statSync(join(directory, 'app-secret')).mode & 0o777).toBe(0o600);
    });

    it('puts DATA_DIR below the working directory', () => {
      expect(readConfiguration({ APP_SECRET: SECRET }).database.dataDirectory).toBe(resolve('data'));
    });
  });

  it('treats an empty variable as unset', () => {
    expect(read({ PORT: '', DATABASE_URL: '', ROLES: '' }).http.port).toBe(3000);
  });

  it.each<[Record<string, string>, (configuration: Configuration) => unknown, unknown]>([
    [{ PORT: '0' }, ({ http }) => http.port, 0],
    [{ PORT: '8080' }, ({ http }) => http.publicUrl, 'http://localhost:8080'],
    [{ HOST: '::1' }, ({ http }) => http.host, '::1'],
    [
      { PUBLIC_URL: 'https://trestle.example.com/' },
      ({ http }) => http.publicUrl,
      'https://trestle.example.com',
    ],
    [
      { PUBLIC_URL: 'https://t.example.com:8443' },
      ({ http }) => http.baseUrlOf('acme'),
      'https://acme.t.example.com:8443',
    ],
    [{ CELL_DIRECTORY: '/etc/cells.json' }, ({ cells }) => cells.directoryFile, '/etc/cells.json'],
    [{ CELL_DIRECTORY: '/etc/cells.json' }, ({ cells }) => cells.directoryUrl, undefined],
    [{ CELL_DIRECTORY: 'https://cells.test/x' }, ({ cells }) => cells.directoryUrl, 'https://cells.test/x'],
    [{ CELL_DIRECTORY: 'https://cells.test/x' }, ({ cells }) => cells.directoryFile, undefined],
    [{ SINGLE_ORG: 'acme' }, ({ http }) => http.baseUrlOf('acme'), 'http://localhost:3000'],
    [{ TRUST_PROXY: '10.0.0.0/8, ::1' }, ({ http }) => http.trustedProxies, ['10.0.0.0/8', '::1']],
    [{ DRAIN_SECONDS: '0' }, ({ http }) => http.drainSeconds, 0],
    [
      { DATA_DIR: 'relative', APP_SECRET: SECRET },
      ({ database }) => database.dataDirectory,
      resolve('relative'),
    ],
    [{ DATABASE_POOL_SIZE: '20' }, ({ database }) => database.poolSize, 20],
    [{ REDIS_URL: 'rediss://cache:6380/2' }, ({ cache }) => cache.redisUrl, 'rediss://cache:6380/2'],
    [{ APP_SECRET: SECRET }, ({ appSecret }) => appSecret.value, SECRET],
    [
      { APP_SECRET: SECRET, APP_SECRET_PREVIOUS: 'x'.repeat(32) },
      ({ appSecret }) => appSecret.keysFor('a test').length,
      2,
    ],
    [{ ROLES: 'worker' }, ({ process }) => [process.has('worker'), process.has('api')], [true, false]],
    [{ ROLES: ' api , realtime ' }, ({ process }) => process.roles, ['api', 'realtime']],
    [{ WORKER_CONCURRENCY: '9' }, ({ process }) => process.workerConcurrency, 9],
    [{ DEFAULT_PLAN: 'free' }, ({ limits }) => limits.defaultPlan, 'free'],
    [{ TOKEN_RATE_PER_MINUTE: '1' }, ({ limits }) => limits.tokenRatePerMinute, 1],
    [{ RATE_LIMITS: 'off' }, ({ limits }) => limits.rateLimits, 'off'],
    [{ SMTP_URL: 'smtps://u:p@mail:465' }, ({ mail }) => mail.smtpUrl, 'smtps://u:p@mail:465'],
    [{ MAIL_FROM: 'Us <us@example.com>' }, ({ mail }) => mail.mailFrom, 'Us <us@example.com>'],
    [{ STORAGE_URL: 'file:///srv/my%20files' }, ({ storage }) => storage.directory, '/srv/my files'],
    [{ STORAGE_URL: 'file:/srv/files' }, ({ storage }) => storage.directory, '/srv/files'],
    [{ STORAGE_URL: 'file:files' }, ({ storage }) => storage.directory, resolve('files')],
    [{ STORAGE_URL: 'file:files' }, ({ storage }) => storage.s3, undefined],
    [{ STORAGE_URL: 's3://k:s@store:9000/bucket' }, ({ storage }) => storage.s3?.bucket, 'bucket'],
    [{ STORAGE_URL: 's3://k:s@store:9000/bucket' }, ({ storage }) => storage.directory, undefined],
    [
      { OUTBOUND_ALLOW: 'hooks.lan,10.1.0.0/16' },
      ({ outbound }) => outbound.allowedTargets,
      ['hooks.lan', '10.1.0.0/16'],
    ],
    [{ REGISTRATION: 'invite' }, ({ accounts }) => accounts.registration, 'invite'],
    [{}, ({ accounts }) => accounts.firstOwnerEmail, undefined],
    [
      { BOOTSTRAP_OWNER_EMAIL: ' ada@example.com\n' },
      ({ accounts }) => accounts.firstOwnerEmail,
      'ada@example.com',
    ],
    [{ BOOTSTRAP_ORGANIZATION: 'Acme' }, ({ accounts }) => accounts.firstOrganization, 'Acme'],
    [{ LOG_LEVEL: 'warn' }, ({ log }) => log.level, 'warn'],
    [{ OAUTH_PKCE: 'required' }, ({ oauth }) => oauth.pkce, 'required'],
    [
      { GOOGLE_CLIENT_ID: 'i', GOOGLE_CLIENT_SECRET: 's' },
      ({ identityProviders }) => identityProviders.googleClientId,
      'i',
    ],
    [
      { OIDC_ISSUER: 'https://id.example.com', OIDC_CLIENT_ID: 'i', OIDC_CLIENT_SECRET: 's' },
      ({ identityProviders }) => identityProviders.oidcIssuer,
      'https://id.example.com',
    ],
  ])('reads %o', (env, pick, expected) => {
    expect(pick(read(env))).toEqual(expected);
  });

  it.each<[string, string[], Record<string, string>?]>([
    ['PORT', ['x', '-1', '65536', '3000.5', '0x50', ' 80']],
    ['HOST', ['not a host', 'a/b']],
    [
      'PUBLIC_URL',
      ['trestle.example.com', 'ftp://x', 'https://x/path', 'https://x?y', 'https://u@x', 'https://'],
    ],
    ['TRUST_PROXY', ['10.0.0.0/33', 'anybody', '1.2.3', '::1/129']],
    ['SINGLE_ORG', ['Acme', 'a', '-acme', 'acme-', '1acme']],
    ['DRAIN_SECONDS', ['-1', '61', 'soon']],
    ['DATABASE_URL', ['mysql://x/y', 'postgres', 'postgres://a b/c'], { APP_SECRET: SECRET }],
    ['DATABASE_URL', ['postgres://u:p@db:99999/x', 'postgres://u:100%@db/x'], { APP_SECRET: SECRET }],
    ['DATABASE_READ_URL', ['mysql://x/y', 'postgres', 'postgres://a b/c', 'postgres://u:p@db:99999/x']],
    ['DATABASE_POOL_SIZE', ['1', '201', 'many']],
    ['REDIS_URL', ['http://cache', 'cache:6379']],
    ['APP_SECRET', ['short', 'x'.repeat(31)]],
    [
      'APP_SECRET',
      ['x'.repeat(64), `change-me-${'0123456789'.repeat(3)}`],
      { PUBLIC_URL: 'https://trestle.example.com' },
    ],
    ['APP_SECRET_PREVIOUS', ['short', 'x'.repeat(31)]],
    ['ROLES', ['cook', 'api,,cook', ',']],
    ['WORKER_CONCURRENCY', ['0', '51', 'x']],
    ['DEFAULT_PLAN', ['gold', 'Free']],
    ['TOKEN_RATE_PER_MINUTE', ['0', '1000001', '1e3']],
    ['RATE_LIMITS', ['yes', 'OFF']],
    ['SMTP_URL', ['mail.example.com', 'http://mail']],
    ['MAIL_FROM', ['no address', 'a@b\r\nBcc: c@d']],
    [
      'STORAGE_URL',
      ['s3:', 's3://bucket', 's3://k:s@store', 'file:', 'file://host/path', '/srv', 'http://x'],
    ],
    ['OUTBOUND_ALLOW', ['http://x', 'a b', '10.0.0.0/40']],
    ['REGISTRATION', ['closed-ish', 'Open']],
    ['BOOTSTRAP_OWNER_EMAIL', ['ada', 'ada@', 'Ada <ada@example.com>', `${'a'.repeat(250)}@example.com`]],
    ['BOOTSTRAP_ORGANIZATION', [' ', 'x'.repeat(256)]],
    ['LOG_LEVEL', ['loud', 'INFO']],
    ['OAUTH_PKCE', ['on', 'Required', 'S256']],
    ['MICROSOFT_TENANT', ['Common', 'contoso.com', 'a/b', '..']],
    ['OIDC_NAME', ['x'.repeat(51)]],
    [
      'OIDC_ISSUER',
      [
        'id.example.com',
        'https://id.example.com/.well-known/openid-configuration',
        'https://id?x',
        'https://id#x',
      ],
      { OIDC_CLIENT_ID: 'i', OIDC_CLIENT_SECRET: 's' },
    ],
  ])(
    'rejects a bad %s by its name, in one line, without writing anything',
    (variable, values, others = {}) => {
      for (const value of values) {
        const attempt = () => read({ ...others, [variable]: value });
        expect(attempt, value).toThrow(ConfigurationProblem);
        expect(attempt, value).toThrow(new RegExp(`^${variable} [^\n]+$`));
      }
      expect(readdirSync(directory)).toEqual([]);
    },
  );

  it.each([
    ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
    ['MICROSOFT_CLIENT_ID', 'MICROSOFT_CLIENT_SECRET'],
    ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'],
  ])('requires %s and %s together', (id, secret) => {
    expect(() => read({ [id]: 'x' })).toThrow(`${secret} must be set together with ${id}`);
    expect(() => read({ [secret]: 'x' })).toThrow(`${id} must be set together with ${secret}`);
  });

  it('reads a value from the file that <variable>_FILE names, without its last line break', () => {
    const path = join(directory, 'secret');
    writeFileSync(path, `${SECRET}\n`);
    const { appSecret } = read({
      DATABASE_URL: 'postgres://u@db/x',
      APP_SECRET_FILE: path,
      SMTP_URL_FILE: '',
    });
    expect(appSecret.value).toBe(SECRET);
  });

  it('counts an empty file as unset', () => {
    const path = join(directory, 'empty');
    writeFileSync(path, '\n');
    expect(read({ SMTP_URL_FILE: path }).mail.smtpUrl).toBeUndefined();
  });

  it.each([
    [{ PORT: '1', PORT_FILE: '/x' }, 'PORT and PORT_FILE cannot both be set'],
    [{ PORT_FILE: '/nowhere/x' }, 'PORT_FILE: the file /nowhere/x cannot be read (ENOENT)'],
  ])('rejects %o', (env, message) => {
    expect(() => read(env)).toThrow(new ConfigurationProblem(message));
  });

  it('does not serve one organization as a cell', () => {
    expect(() => read({ CELL_DIRECTORY: '/cells.json', SINGLE_ORG: 'acme' })).toThrow(
      /^CELL_DIRECTORY and SINGLE_ORG cannot both be set/,
    );
  });

  it('requires a given secret with an external database, which replicas share', () => {
    const env = { DATABASE_URL: 'postgres://db/trestle' };
    expect(() => read(env)).toThrow('APP_SECRET must be set when DATABASE_URL is');
    expect(existsSync(join(directory, 'app-secret'))).toBe(false);
    expect(read({ ...env, APP_SECRET: SECRET }).appSecret.value).toBe(SECRET);
  });

  it('shows no value of a variable that can contain a secret', () => {
    expect(() => read({ DATABASE_URL: 'pg://user:hunter2@db/x' })).toThrow(/^DATABASE_URL (?!.*hunter2)/);
    expect(() => read({ APP_SECRET: 'hunter2' })).toThrow(/^APP_SECRET (?!.*hunter2)/);
    expect(() => read({ STORAGE_URL: 's3://key:hunter2@store' })).toThrow(/^STORAGE_URL (?!.*hunter2)/);
    expect(() => read({ STORAGE_URL: 's3://key:hunter2/x@store' })).toThrow(/^STORAGE_URL (?!.*hunter2)/);
  });

  it('has every variable of the documentation', () => {
    const source = readdirSync('src/platform/config')
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(`src/platform/config/${name}`, 'utf8'));
    const known = new Set(source.join('\n').match(/(?<=@FromEnv\(')[A-Z0-9_]+/g));
    for (const variable of [
      'PORT',
      'HOST',
      'PUBLIC_URL',
      'DATABASE_URL',
      'DATA_DIR',
      'REDIS_URL',
      'APP_SECRET',
      'ROLES',
      'DEFAULT_PLAN',
      'SMTP_URL',
      'MAIL_FROM',
      'STORAGE_URL',
      'OUTBOUND_ALLOW',
      'TRUST_PROXY',
      'REGISTRATION',
      'TOKEN_RATE_PER_MINUTE',
      'RATE_LIMITS',
      'OAUTH_PKCE',
      'SINGLE_ORG',
      'GOOGLE_CLIENT_ID',
      'GOOGLE_CLIENT_SECRET',
      'MICROSOFT_CLIENT_ID',
      'MICROSOFT_CLIENT_SECRET',
      'GITHUB_CLIENT_ID',
      'GITHUB_CLIENT_SECRET',
      'OIDC_ISSUER',
      'OIDC_CLIENT_ID',
      'OIDC_CLIENT_SECRET',
    ]) {
      expect(known).toContain(variable);
    }
  });
});
