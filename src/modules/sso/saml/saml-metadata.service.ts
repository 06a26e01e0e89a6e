import { Injectable } from '@nestjs/common';
import type { IncomingRequest } from '../../../access/incoming-request';
import { NO_TRANSACTION } from '../../../platform/database/database';
import { ConnectionsRepository } from '../connections.repository';
import { KeyPairs } from '../keys/key-pairs';
import { ServiceProviders } from '../service-provider';
import { SignOnPlace } from '../sign-on-place';
import { serviceProviderMetadata } from './service-provider-metadata';

/** Describes an organization to identity providers; whoever reads it first has its keys made. */
@Injectable()
export class SamlMetadataService {
  constructor(
    private readonly place: SignOnPlace,
    private readonly connections: ConnectionsRepository,
    private readonly providers: ServiceProviders,
    private readonly keys: KeyPairs,
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
