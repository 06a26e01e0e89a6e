import { IsInt, IsOptional, IsString, Matches, Max, Min, ValidateBy } from 'class-validator';
import { isCidr } from './cidr';
import { asInteger, asList, FromEnv } from './from-env.decorator';

const MESSAGE_PORT = { message: 'must be a port number from 0 to 65535' };

/** The shape of an organization's slug, without the reserved names (contract §3). */
export const ORGANIZATION_SLUG = /^[a-z][a-z0-9-]{1,61}[a-z0-9]$/;

/** Whether a value is an http or https URL without a path, a query and a user. */
export function isOrigin(value: unknown): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const url = new URL(value);
  return (
    (url.protocol === 'http:' || url.protocol === 'https:') &&
    url.pathname === '/' &&
    url.search === '' &&
    url.hash === '' &&
    url.username === ''
  );
}

/** {base_url} of an organization below the main address of its installation. */
export function organizationUrl(publicUrl: string, slug: string): string {
  const apex = new URL(publicUrl);
  return `${apex.protocol}//${slug}.${apex.host}`;
}

/** The address that the service listens on, and the URL that clients use. */
export class HttpConfig {
  @FromEnv('PORT', asInteger)
  @IsInt(MESSAGE_PORT)
  @Min(0, MESSAGE_PORT)
  @Max(65_535, MESSAGE_PORT)
  port = 3000;

  @FromEnv('HOST')
  @IsString()
  @Matches(/^[A-Za-z0-9.:_-]+$/, { message: 'must be an address or a host name to listen on' })
  host = '127.0.0.1';

  @FromEnv('PUBLIC_URL')
  @IsOptional()
  @ValidateBy(
    { name: 'isOrigin', validator: { validate: isOrigin } },
    { message: 'must be an http or https URL without a path, such as https://trestle.example.com' },
  )
  givenPublicUrl: string | undefined;

  @FromEnv('TRUST_PROXY', asList)
  @ValidateBy(
    { name: 'isCidr', validator: { validate: isCidr } },
    { each: true, message: 'must be addresses or CIDRs separated by commas' },
  )
  trustedProxies: string[] = [];

  @FromEnv('SINGLE_ORG')
  @IsOptional()
  @Matches(ORGANIZATION_SLUG, { message: 'must be the slug of an organization' })
  singleOrganizationSlug: string | undefined;

  /** Seconds that new requests are still served after SIGTERM, while load balancers notice that the process is not ready. */
  @FromEnv('DRAIN_SECONDS', asInteger)
  @IsInt({ message: 'must be a number of seconds from 0 to 60' })
  @Min(0, { message: 'must be a number of seconds from 0 to 60' })
  @Max(60, { message: 'must be a number of seconds from 0 to 60' })
  drainSeconds = 5;

  /** The apex, {auth_url}; an organization's {base_url} has `<slug>.` before the host. Without a trailing slash. */
  get publicUrl(): string {
    return (this.givenPublicUrl ?? `http://localhost:${this.port}`).replace(/\/$/, '');
  }

  get isSecure(): boolean {
    return this.givenPublicUrl?.startsWith('https:') ?? false;
  }

  /** {base_url} of one organization; the apex itself in single-organization mode. */
  baseUrlOf(slug: string): string {
    if (this.singleOrganizationSlug === slug) return this.publicUrl;
    return organizationUrl(this.publicUrl, slug);
  }
}
