import { Global, Module } from '@nestjs/common';
import { NameResolver } from './name-resolver';
import { Outbound } from './outbound';
import { OutboundGuard } from './outbound-guard';

@Global()
@Module({ providers: [NameResolver, Outbound, OutboundGuard], exports: [Outbound, OutboundGuard] })
export class OutboundModule {}
