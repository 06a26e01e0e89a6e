import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { checkServerIdentity, connect, type PeerCertificate } from 'node:tls';
import { clock } from '../../kernel/clock';
import type { HttpConfig } from '../../platform/config/http.config';
import { randomHex } from '../../platform/crypto/random';
import { probePublicUrl } from '../../platform/http/public-url-probe';
import { clockFinding } from './clock-finding';
import { type CheckGroup, failed, type Finding, ok, skipped, warning } from './finding';

const CONNECT_TIMEOUT_MS = 5_000;
const TIMEOUT_MS = 12_000;
const DAY_MS = 86_400_000;
const EXPIRY_WARNING_DAYS = 14;

/** What clients see of PUBLIC_URL: its name, its certificate and its clock. */
export function publicUrlChecks(http: HttpConfig): CheckGroup[] {
  const url = new URL(http.publicUrl);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isLocal = isIP(host) !== 0 || host === 'localhost' || host.endsWith('.localhost');
  // Names of organizations are below the host of PUBLIC_URL.
  const anOrganization =
    http.singleOrganizationSlug === undefined ? `trestle-doctor-${randomHex(4)}.${host}` : null;
  return [
    {
      check: 'dns',
      advice: 'Check the DNS servers of this machine',
      timeoutMs: TIMEOUT_MS,
      run: async () => (isLocal ? [skipped('dns', `${host} needs no DNS`)] : namesOf(host, anOrganization)),
    },
    {
      check: 'certificate',
      advice: 'Check that PUBLIC_URL is reachable from this machine, and its certificate',
      timeoutMs: TIMEOUT_MS,
      run: async () =>
        url.protocol === 'https:'
          ? certificateOf(host, Number(url.port || 443), isLocal ? null : anOrganization)
          : [skipped('certificate', 'PUBLIC_URL is not https')],
    },
    {
      check: 'clock.public',
      advice: 'Check PUBLIC_URL and the proxy in front of Trestle',
      timeoutMs: TIMEOUT_MS,
      run: () => publicClock(http.publicUrl),
    },
  ];
}

async function namesOf(host: string, anOrganization: string | null): Promise<Finding[]> {
  const wildcard = `*.${host}`;
  const found = await addressOf(host);
  return [
    found === null
      ? failed('dns', `${host} has no address`, `Create a DNS record for ${host}`)
      : ok('dns', `${host} is ${found}`),
    ...(anOrganization === null
      ? [skipped('dns.organizations', 'SINGLE_ORG is set')]
      : (await addressOf(anOrganization)) === null
        ? [
            failed(
              'dns.organizations',
              `${wildcard} has no address`,
              `Create a wildcard record for ${wildcard}, or set SINGLE_ORG`,
            ),
          ]
        : [ok('dns.organizations', `${wildcard} has an address`)]),
  ];
}

async function addressOf(host: string): Promise<string | null> {
  try {
    return (await lookup(host)).address;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTFOUND') return null;
    throw error;
  }
}

async function certificateOf(host: string, port: number, anOrganization: string | null): Promise<Finding[]> {
  const { certificate, problem } = await servedCertificate(host, port);
  return [
    nameOf(host, anOrganization, certificate),
    expiryOf(certificate),
    problem === null
      ? ok('certificate.trust', 'the chain is trusted')
      : failed(
          'certificate.trust',
          `not trusted (${problem})`,
          'Serve the whole chain of a certificate that clients trust',
        ),
  ];
}

function nameOf(host: string, anOrganization: string | null, certificate: PeerCertificate): Finding {
  const names = [host, ...(anOrganization === null ? [] : [anOrganization])];
  const mismatched = names.find((name) => checkServerIdentity(name, certificate) !== undefined);
  if (mismatched === undefined) return ok('certificate.name', `valid for ${host}`);
  return failed(
    'certificate.name',
    `not valid for ${mismatched === host ? host : `*.${host}`}`,
    'Order a certificate for the host of PUBLIC_URL and, unless SINGLE_ORG is set, its wildcard',
  );
}

function expiryOf({ valid_to: until }: PeerCertificate): Finding {
  const check = 'certificate.expiry';
  const days = Math.floor((new Date(until).getTime() - clock.nowMs()) / DAY_MS);
  if (days < 0) return failed(check, `expired on ${until}`, 'Renew the certificate');
  return days < EXPIRY_WARNING_DAYS
    ? warning(check, `expires in ${days} days`, 'Renew the certificate, and check why it was not renewed')
    : ok(check, `expires in ${days} days`);
}

/** The certificate, whether it is trusted or not. */
function servedCertificate(
  host: string,
  port: number,
): Promise<{ certificate: PeerCertificate; problem: string | null }> {
  return new Promise((resolve, reject) => {
    const servername = isIP(host) === 0 ? host : '';
    const socket = connect({ host, port, servername, rejectUnauthorized: false }, () => {
      // The name is checked by itself.
      const problem = socket.authorized ? null : String(socket.authorizationError);
      const isOfName = problem === 'ERR_TLS_CERT_ALTNAME_INVALID';
      resolve({ certificate: socket.getPeerCertificate(), problem: isOfName ? null : problem });
      socket.destroy();
    });
    socket.setTimeout(CONNECT_TIMEOUT_MS, () => socket.destroy(new Error('the server does not respond')));
    socket.once('error', reject);
  });
}

async function publicClock(publicUrl: string): Promise<Finding[]> {
  const check = 'clock.public';
  try {
    const { date } = await probePublicUrl(`${publicUrl}/api/health`, CONNECT_TIMEOUT_MS);
    if (date === null) return [skipped(check, 'the server of PUBLIC_URL sends no date')];
    // The header has whole seconds.
    return [clockFinding(check, 'the clock of PUBLIC_URL', date.getTime() + 500 - clock.nowMs())];
  } catch (error) {
    return [skipped(check, `PUBLIC_URL cannot be reached from this machine (${(error as Error).message})`)];
  }
}
