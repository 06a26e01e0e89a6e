import { Global, Module } from '@nestjs/common';
import { NameResolver } from './name-resolver';
import { Outbound } from './outbound';
import { OutboundConnections } from './outbound-connections';
import { OutboundGuard } from './outbound-guard';

@Global()
@Module({
  providers: [NameResolver, Outbound, OutboundConnections, OutboundGuard],
  exports: [Outbound, OutboundGuard],
})
export class OutboundModule {}
