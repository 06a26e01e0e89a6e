import { Global, Module } from '@nestjs/common';
import { Log } from './log';

@Global()
@Module({ providers: [{ provide: Log, useFactory: () => new Log() }], exports: [Log] })
export class LoggingModule {}
