import { type ChildProcess, spawn, spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../free-port';
import { type ServerCertificate, serverCertificate } from './certificate';

export const PROXIES_FOLDER = join(__dirname, '../../../docs/proxies');
/** Distributions install servers where not every user looks. */
const ENV = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin:/usr/local/sbin` };

interface Ports {
  http: number;
  https: number;
}

/** How a test runs one of the documented configurations, changed only in its ports and the paths of its certificate. */
export interface ProxyKind {
  name: string;
  /** In docs/proxies. */
  file: string;
  version: string[];
  /** The arguments that check a file, and those that run it until a signal comes. */
  check(file: string): string[];
  run(file: string): string[];
  /** The file, with what its distribution has around it. */
  complete(text: string, ports: Ports, folder: string): string;
}

const nginxMain = (text: string, _ports: Ports, folder: string): string => `
daemon off;
pid ${folder}/nginx.pid;
error_log stderr warn;
worker_processes 1;
events { worker_connections 256; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
${text}
}
`;

export const PROXY_KINDS: readonly ProxyKind[] = [
  {
    name: 'nginx',
    file: 'nginx.conf',
    version: ['nginx', '-v'],
    check: (file) => ['nginx', '-t', '-q', '-e', 'stderr', '-c', file],
    run: (file) => ['nginx', '-e', 'stderr', '-c', file],
    complete: nginxMain,
  },
  {
    name: 'HAProxy',
    file: 'haproxy.cfg',
    version: ['haproxy', '-v'],
    check: (file) => ['haproxy', '-c', '-q', '-f', file],
    run: (file) => ['haproxy', '-db', '-f', file],
    complete: (text) => text,
  },
  {
    name: 'Caddy',
    file: 'Caddyfile',
    version: ['caddy', 'version'],
    check: (file) => ['caddy', 'validate', '--adapter', 'caddyfile', '--config', file],
    run: (file) => ['caddy', 'run', '--adapter', 'caddyfile', '--config', file],
    complete: (text, { http, https }, folder) =>
      `{\n\tadmin off\n\thttp_port ${http}\n\thttps_port ${https}\n\tstorage file_system ${folder}\n` +
      `\tskip_install_trust\n\tocsp_stapling off\n}\n${text}`,
  },
];

export const isInstalled = ({ version }: ProxyKind): boolean => execute(version).error === undefined;

function execute([program, ...words]: string[]): SpawnSyncReturns<string> {
  return spawnSync(program!, words, { env: ENV, encoding: 'utf8' });
}

/** One of the documented configurations before a service. The caller ends it. */
export class ReverseProxy {
  private child: ChildProcess | null = null;
  private messages = '';

  private constructor(
    private readonly kind: ProxyKind,
    readonly ports: Ports,
    readonly tls: ServerCertificate,
    private readonly folder: string,
  ) {}

  static async prepare(kind: ProxyKind, upstreamPort: number): Promise<ReverseProxy> {
    const folder = mkdtempSync(join(tmpdir(), 'trestle-proxy-'));
    const tls = await serverCertificate(['trestle.example.com', '*.trestle.example.com']);
    const ports = { http: await freePort(), https: await freePort() };
    const proxy = new ReverseProxy(kind, ports, tls, folder);
    writeFileSync(join(folder, 'fullchain.pem'), tls.certificate);
    writeFileSync(join(folder, 'privkey.pem'), tls.privateKey);
    writeFileSync(join(folder, 'trestle.pem'), tls.certificate + tls.privateKey);
    const text = readFileSync(join(PROXIES_FOLDER, kind.file), 'utf8')
      .replaceAll('/etc/trestle/tls', folder)
      .replaceAll('127.0.0.1:3000', `127.0.0.1:${upstreamPort}`)
      .replaceAll(/(bind :|listen )443\b/g, `$1${ports.https}`)
      .replaceAll(/(bind :|listen )80\b/g, `$1${ports.http}`);
    writeFileSync(proxy.file, kind.complete(text, ports, folder));
    return proxy;
  }

  /** The errors and warnings of the program about the configuration. */
  problems(): string {
    const { status, stdout, stderr } = execute(this.kind.check(this.file));
    const said = `${stdout}${stderr}`;
    return status === 0 && !/warn/i.test(said) ? '' : `status ${status}: ${said}`;
  }

  async start(): Promise<this> {
    const [program, ...words] = this.kind.run(this.file);
    this.child = spawn(program!, words, { env: ENV, stdio: ['ignore', 'ignore', 'pipe'] });
    this.child.stderr!.on('data', (chunk: Buffer) => (this.messages += chunk.toString()));
    while (!(await isOpen(this.ports.https))) {
      if (this.child.exitCode !== null) throw new Error(`${this.kind.name} ended: ${this.messages}`);
      await delay(20);
    }
    return this;
  }

  async discard(): Promise<void> {
    if (this.child !== null && this.child.exitCode === null && this.child.signalCode === null) {
      this.child.kill('SIGTERM');
      await once(this.child, 'close');
    }
    rmSync(this.folder, { recursive: true, force: true });
  }

  private get file(): string {
    return join(this.folder, this.kind.file);
  }
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect({ host: '127.0.0.1', port });
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
