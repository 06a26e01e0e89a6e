import { Injectable } from '@nestjs/common';
import { HttpConfig } from '../platform/config/http.config';
import { type IncomingRequest, oncePerCall } from './incoming-request';
import { TenantDirectory } from './ports';
import type { Tenant } from './principal';

/** What the request specifies about its organization, before authentication (contract §3). */
export type NamedTenant =
  | { kind: 'tenant'; tenant: Tenant }
  /** Neither the host nor the header names an organization. */
  | { kind: 'none' }
  /** An unknown name, or two names that disagree. The response is that of an organization that the caller cannot enter. */
  | { kind: 'unknown' };

const NONE: NamedTenant = { kind: 'none' };
const UNKNOWN: NamedTenant = { kind: 'unknown' };

@Injectable()
export class TenantFinder {
  /** The part of a host name after the slug. */
  private readonly apexSuffix: string;

  constructor(
    private readonly directory: TenantDirectory,
    private readonly http: HttpConfig,
  ) {
    this.apexSuffix = `.${new URL(http.publicUrl).hostname}`;
  }

  named(request: IncomingRequest): Promise<NamedTenant> {
    return oncePerCall(request, 'tenant', () => this.find(request));
  }

  /**
   * The slug before the apex in a host name; null on the apex, on IP addresses and on foreign names. Ports and the trailing
   * dot are ignored: `acme.example.com.:443` cannot bypass the organization that it names.
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
    // The header must agree with the host: otherwise a page of one organization could reach into another.
    if (byHeader === null || (byHost !== null && byHost.organizationId !== byHeader.organizationId))
      return UNKNOWN;
    return { kind: 'tenant', tenant: byHeader };
  }
}
