import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Log } from './log';

@Global()
@Module({})
export class LoggingModule {
  /** The log is older than the application: what starts a process has something to tell, too. */
  static of(log: Log): DynamicModule {
    return { module: LoggingModule, providers: [{ provide: Log, useValue: log }], exports: [Log] };
  }
}
