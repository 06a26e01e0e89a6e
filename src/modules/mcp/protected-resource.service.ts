import { Injectable } from '@nestjs/common';
import type { IncomingRequest } from '../../access/incoming-request';
import { TenantFinder } from '../../access/tenant-finder';
import { HttpConfig } from '../../platform/config/http.config';

const MCP_PATH = '/api/mcp';
const METADATA_PATH = '/.well-known/oauth-protected-resource';

/** The MCP server as a protected resource, on the apex and on the host of every organization (RFC 9728). */
@Injectable()
export class ProtectedResourceService {
  constructor(
    private readonly http: HttpConfig,
    private readonly tenants: TenantFinder,
  ) {}

  /** Clients compare `resource` with the address that they use, so it has the host of the request. */
  metadata(request: Pick<IncomingRequest, 'host'>) {
    return {
      resource: `${this.originOf(request.host)}${MCP_PATH}`,
      authorization_servers: [this.http.publicUrl],
      bearer_methods_supported: ['header'],
      resource_name: 'Trestle',
    };
  }

  /** Where a client without a valid token finds the metadata. */
  metadataUrl(host: string): string {
    return `${this.originOf(host)}${METADATA_PATH}${MCP_PATH}`;
  }

  /** Host headers are free text: a name that is no address of the service becomes the public URL. */
  private originOf(host: string): string {
    const { publicUrl } = this.http;
    const slug = this.tenants.slugOf(host);
    if (slug === null || !/^[a-z0-9-]+$/.test(slug) || !host.startsWith(`${slug}.`)) return publicUrl;
    const url = new URL(publicUrl);
    url.hostname = `${slug}.${url.hostname}`;
    return url.origin;
  }
}
