import { type DynamicModule, Global, Module } from '@nestjs/common';
import type { Configuration } from './configuration';

/** Every configuration class, read and validated once before anything else is created. */
@Global()
@Module({})
export class ConfigModule {
  static of(configuration: Configuration): DynamicModule {
    const values = Object.values(configuration) as object[];
    const providers = values.map((value) => ({ provide: value.constructor, useValue: value }));
    return { module: ConfigModule, providers, exports: providers.map(({ provide }) => provide) };
  }
}
