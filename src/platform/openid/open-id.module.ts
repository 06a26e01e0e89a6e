import { Global, Module } from '@nestjs/common';
import { DiscoveredClients } from './discovered-clients';
import { OpenIdConnect } from './open-id-connect';

@Global()
@Module({ providers: [DiscoveredClients, OpenIdConnect], exports: [DiscoveredClients, OpenIdConnect] })
export class OpenIdModule {}
