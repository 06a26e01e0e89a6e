import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { freePort } from '../../support/free-port';
import { signingKey } from '../../support/identity-provider/self-signed';

/** As in docs/sso.md: the settings of a service provider that Trestle works with, for version 1. */
const SETTINGS_OF_THE_GUIDE = `[
  'NameIDFormat' => 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  'authproc' => [
    10 => ['class' => 'saml:PersistentNameID', 'attribute' => 'uid'],
    20 => ['class' => 'core:AttributeMap', 'mail' => 'email', 'displayName' => 'name', 'memberOf' => 'groups'],
  ],
  'saml20.sign.assertion' => true,
  'sign.logout' => true,
  'validate.logout' => true,
  'assertion.encryption' => false,
]`;

/** Converts metadata as the page "XML to SimpleSAMLphp metadata converter" does. */
const CONVERTER = (program: string) => `<?php
require '${program}/lib/_autoload.php';
$entity = \\SimpleSAML\\Metadata\\SAMLParser::parseString(stream_get_contents(STDIN))->getMetadata20SP();
unset($entity['entityDescriptor'], $entity['expire']);
$all = array_merge($entity, ${SETTINGS_OF_THE_GUIDE});
echo '<?php $metadata[' . var_export($entity['entityid'], true) . '] = ' . var_export($all, true) . ';';
`;

export const PASSWORD = 'a password at the provider';

/** SimpleSAMLphp with one user, `sam`, on PHP's own web server. */
export class SimpleSamlPhp {
  private constructor(
    private readonly folder: string,
    private readonly program: string,
    private readonly process: ChildProcess,
    readonly url: string,
  ) {}

  /** `program` is the folder of the installation, such as /usr/share/simplesamlphp. */
  static async start(program: string): Promise<SimpleSamlPhp> {
    const folder = mkdtempSync(join(tmpdir(), 'simplesamlphp-'));
    for (const name of ['web', 'cert', 'metadata', 'data', 'tmp', 'sessions']) mkdirSync(join(folder, name));
    symlinkSync(join(program, 'www'), join(folder, 'web', 'simplesaml'));
    const port = await freePort();
    const url = `http://localhost:${port}/simplesaml`;
    const key = signingKey('simplesamlphp');
    writeFileSync(join(folder, 'cert', 'idp.pem'), key.privateKey);
    writeFileSync(join(folder, 'cert', 'idp.crt'), key.certificate);
    writeFileSync(join(folder, 'config.php'), configuration(folder, url));
    writeFileSync(join(folder, 'authsources.php'), USERS);
    writeFileSync(join(folder, 'metadata', 'saml20-idp-hosted.php'), HOSTED);
    writeFileSync(join(folder, 'metadata', 'saml20-sp-remote.php'), '<?php');
    writeFileSync(join(folder, 'convert.php'), CONVERTER(program));
    const settings = ['-d', `session.save_path=${join(folder, 'sessions')}`];
    const server = spawn('php', [...settings, '-S', `127.0.0.1:${port}`, '-t', join(folder, 'web')], {
      env: { ...process.env, SIMPLESAMLPHP_CONFIG_DIR: folder },
      stdio: 'ignore',
    });
    const provider = new SimpleSamlPhp(folder, program, server, url);
    await vi.waitFor(() => provider.metadata(), { timeout: 60_000 });
    return provider;
  }

  /** The provider's metadata, which an administrator sends to Trestle. */
  async metadata(): Promise<string> {
    const response = await fetch(`${this.url}/saml2/idp/metadata.php`);
    return response.text();
  }

  /** Adds a service provider by its metadata, with the settings of docs/sso.md. */
  register(serviceProviderMetadata: string): void {
    const { stdout, stderr, status } = spawnSync('php', [join(this.folder, 'convert.php')], {
      input: serviceProviderMetadata,
      encoding: 'utf8',
      env: { ...process.env, SIMPLESAMLPHP_CONFIG_DIR: this.folder },
    });
    if (status !== 0) throw new Error(`${this.program} cannot read the metadata: ${stdout}${stderr}`);
    writeFileSync(join(this.folder, 'metadata', 'saml20-sp-remote.php'), stdout);
  }

  stop(): void {
    this.process.kill();
    rmSync(this.folder, { recursive: true });
  }
}

const USERS = `<?php $config = ['users' => ['exampleauth:UserPass',
  'sam:${PASSWORD}' => [
    'uid' => ['sam'], 'mail' => ['sam@example.org'], 'displayName' => ['Sam Signed-On'], 'memberOf' => ['builders', 'staff'],
  ],
]];`;

const HOSTED = `<?php $metadata['__DYNAMIC:1__'] = [
  'host' => '__DEFAULT__', 'privatekey' => 'idp.pem', 'certificate' => 'idp.crt', 'auth' => 'users',
];`;

const configuration = (folder: string, url: string) => `<?php $config = [
  'baseurlpath' => '${url}/', 'certdir' => '${folder}/cert/', 'datadir' => '${folder}/data/', 'tempdir' => '${folder}/tmp',
  'metadatadir' => '${folder}/metadata', 'metadata.sources' => [['type' => 'flatfile']],
  'secretsalt' => 'a salt of the tests', 'auth.adminpassword' => 'an administrator of the tests',
  'logging.handler' => 'stderr', 'timezone' => 'UTC', 'enable.saml20-idp' => true,
  'module.enable' => ['core' => true, 'saml' => true, 'exampleauth' => true],
  'store.type' => 'phpsession', 'session.cookie.secure' => false, 'session.phpsession.cookiename' => 'provider',
  'authproc.idp' => [],
];`;
