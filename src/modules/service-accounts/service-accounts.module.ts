import { Module } from '@nestjs/common';
import { TokensModule } from '../tokens';
import { ServiceAccountsController } from './service-accounts.controller';
import { ServiceAccountsService } from './service-accounts.service';

@Module({
  imports: [TokensModule],
  providers: [ServiceAccountsController, ServiceAccountsService],
})
export class ServiceAccountsModule {}
