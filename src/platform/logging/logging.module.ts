import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Log } from './log';

@Global()
@Module({})
export class LoggingModule {
  /** The log exists before the application, because the start of a process is logged too. */
  static of(log: Log): DynamicModule {
    return { module: LoggingModule, providers: [{ provide: Log, useValue: log }], exports: [Log] };
  }
}
