import { Injectable } from '@nestjs/common';
import { HttpConfig } from '../platform/config/http.config';
import { type IncomingRequest, oncePerRequest } from './incoming-request';
import { TenantDirectory } from './ports';
import type { Tenant } from './principal';

/** What the request says about its organization, before anybody is authenticated (contract §3). */
export type NamedTenant =
  | { kind: 'tenant'; tenant: Tenant }
  /** Neither host nor header names one. */
  | { kind: 'none' }
  /** A name nobody has, or two names that disagree. Callers get the answer of an organization they may not enter. */
  | { kind: 'unknown' };

const NONE: NamedTenant = { kind: 'none' };
const UNKNOWN: NamedTenant = { kind: 'unknown' };

@Injectable()
export class TenantFinder {
  /** What follows the slug in a host name. */
  private readonly apexSuffix: string;

  constructor(
    private readonly directory: TenantDirectory,
    private readonly http: HttpConfig,
  ) {
    this.apexSuffix = `.${new URL(http.publicUrl).hostname}`;
  }

  named(request: IncomingRequest): Promise<NamedTenant> {
    return oncePerRequest(request, 'tenant', () => this.find(request));
  }

  /**
   * The slug that a host carries before the apex; null on the apex, on addresses and on foreign names. Ports and the
   * root's dot do not count: `acme.example.com.:443` is no way around the organization that it names.
   */
  slugOf(host: string): string | null {
    const name = host.replace(/\.?(:\d*)?$/, '');
    if (name.endsWith(this.apexSuffix)) return name.slice(0, -this.apexSuffix.length);
    return this.http.singleOrganizationSlug ?? null;
  }

  private async find(request: IncomingRequest): Promise<NamedTenant> {
    const slug = this.slugOf(request.host);
    const reference = request.header('x-tenant-id');
    const byHost = slug === null ? null : await this.directory.bySlug(slug);
    if (slug !== null && byHost === null) return UNKNOWN;
    if (reference === undefined || reference === '')
      return byHost ? { kind: 'tenant', tenant: byHost } : NONE;
    const byHeader = await this.directory.byReference(reference);
    // The header is a hint that must agree: otherwise a page of one organization could reach into another.
    if (byHeader === null || (byHost !== null && byHost.organizationId !== byHeader.organizationId))
      return UNKNOWN;
    return { kind: 'tenant', tenant: byHeader };
  }
}
