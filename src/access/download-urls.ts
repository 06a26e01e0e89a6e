import { Injectable } from '@nestjs/common';
import { HttpConfig } from '../platform/config/http.config';
import { TenantDirectory } from './ports';
import type { CallContext } from './principal';
import { TenantFinder } from './tenant-finder';

/** Names the organization in a download URL without a tenant host: browsers and `curl -O` add no header to a link. */
export const ORGANIZATION_PARAMETER = 'organization';

export type DownloadQuery = Readonly<Record<string, unknown>>;

/** The parameters of a download, except its organization. */
export function downloadInput({ [ORGANIZATION_PARAMETER]: _organization, ...input }: DownloadQuery): object {
  return input;
}

/** Download URLs on the host that the caller used, because a subdomain of the organization may not resolve. */
@Injectable()
export class DownloadUrls {
  private readonly protocol: string;

  constructor(
    private readonly tenants: TenantFinder,
    private readonly directory: TenantDirectory,
    private readonly http: HttpConfig,
  ) {
    this.protocol = new URL(http.publicUrl).protocol;
  }

  async of({ host, organizationId }: CallContext, path: string): Promise<URL> {
    const base = `${this.protocol}//${host ?? ''}`;
    const url = new URL(path, URL.canParse(base) ? base : this.http.publicUrl);
    if (this.tenants.slugOf(url.host) !== null) return url;
    const tenant = await this.directory.byId(organizationId);
    url.searchParams.set(ORGANIZATION_PARAMETER, tenant!.slug);
    return url;
  }
}
