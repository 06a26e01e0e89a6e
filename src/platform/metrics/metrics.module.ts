import { Global, Module } from '@nestjs/common';
import { InstallationFigures } from './installation-figures';
import { Metrics } from './metrics';

@Global()
@Module({ providers: [InstallationFigures, Metrics], exports: [InstallationFigures, Metrics] })
export class MetricsModule {}
