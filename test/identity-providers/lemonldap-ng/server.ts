import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { freePort } from '../../support/free-port';
import { application, type Clients, configuration, localSettings, type RelyingParty } from './settings';

/** The portal of LemonLDAP::NG with the users of its demonstration, whose passwords are their names, on Starman. */
export class LemonLdap {
  private process: ChildProcess | null = null;

  private constructor(
    private readonly folder: string,
    readonly url: string,
  ) {}

  /** `program` is the folder of the installation, such as /usr/share/lemonldap-ng. */
  static async start(program: string): Promise<LemonLdap> {
    const folder = mkdtempSync(join(tmpdir(), 'lemonldap-ng-'));
    for (const name of ['conf', 'sessions/lock', 'persistent/lock']) {
      mkdirSync(join(folder, name), { recursive: true });
    }
    writeFileSync(join(folder, 'lemonldap-ng.ini'), localSettings(folder, program));
    writeFileSync(join(folder, 'portal.psgi'), application(program));
    const provider = new LemonLdap(folder, `http://localhost:${await freePort()}`);
    await provider.serve(null);
    return provider;
  }

  /** The provider's metadata, which an administrator sends to Trestle. */
  async metadata(): Promise<string> {
    const response = await fetch(`${this.url}/saml/metadata`);
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.status}: ${text}\n${this.log()}`);
    return text;
  }

  /** Adds Trestle with the settings of docs/sso.md: by its metadata for SAML, and as a client for OpenID Connect. */
  async register(serviceProviderMetadata: string, relyingParty: RelyingParty): Promise<void> {
    await this.end();
    await this.serve({ serviceProviderMetadata, relyingParty });
  }

  /** A portal that runs would read a new configuration only after a while. */
  private async serve(clients: Clients | null): Promise<void> {
    const { folder, url } = this;
    const settings = configuration(folder, url, clients);
    writeFileSync(join(folder, 'conf', 'lmConf-1.json'), JSON.stringify(settings));
    const log = openSync(join(folder, 'log'), 'a');
    this.process = spawn(
      'starman',
      ['--listen', new URL(url).host, '--workers', '2', '--disable-keepalive', join(folder, 'portal.psgi')],
      {
        env: { ...process.env, LLNG_DEFAULTCONFFILE: join(folder, 'lemonldap-ng.ini') },
        stdio: ['ignore', log, log],
      },
    );
    await vi.waitFor(() => this.metadata(), { timeout: 60_000, interval: 200 });
  }

  private async end(): Promise<void> {
    if (this.process === null) return;
    const over = once(this.process, 'exit');
    this.process.kill();
    await over;
  }

  /** What the portal logged, for a test that fails. */
  private log(): string {
    return readFileSync(join(this.folder, 'log'), 'utf8');
  }

  async stop(): Promise<void> {
    await this.end();
    rmSync(this.folder, { recursive: true });
  }
}
