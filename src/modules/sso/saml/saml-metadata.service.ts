import { Injectable } from '@nestjs/common';
import type { IncomingRequest } from '../../../access/incoming-request';
import { NO_TRANSACTION } from '../../../platform/database/database';
import { ConnectionsRepository } from '../connections/connections.repository';
import { KeyPairsService } from '../keys/key-pairs.service';
import { ServiceProvidersService } from '../connections/service-providers.service';
import { SsoTenantService } from '../sign-on/sso-tenant.service';
import { serviceProviderMetadata } from './service-provider-metadata';

/** Returns the service provider metadata. The first request creates the keys. */
@Injectable()
export class SamlMetadataService {
  constructor(
    private readonly place: SsoTenantService,
    private readonly connections: ConnectionsRepository,
    private readonly providers: ServiceProvidersService,
    private readonly keys: KeyPairsService,
  ) {}

  async of(request: IncomingRequest): Promise<string> {
    const { organizationId, slug } = await this.place.of(request);
    const context = { ...NO_TRANSACTION, organizationId };
    const connection = await this.connections.find(context);
    return serviceProviderMetadata(this.providers.of(slug), {
      signing: await this.keys.findOrMake(context, 'signing'),
      encryption: await this.keys.findOrMake(context, 'encryption'),
      signsRequests: connection?.signRequests ?? true,
    });
  }
}
