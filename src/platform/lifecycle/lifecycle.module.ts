import { Global, Module } from '@nestjs/common';
import { Draining } from './draining';

@Global()
@Module({ providers: [Draining], exports: [Draining] })
export class LifecycleModule {}
