import { Global, Module } from '@nestjs/common';
import { TenantDirectory } from '../../access/ports';
import { TenantDirectoryReadModel } from './tenant-directory.read-model';

@Global()
@Module({
  providers: [{ provide: TenantDirectory, useClass: TenantDirectoryReadModel }],
  exports: [TenantDirectory],
})
export class OrganizationsModule {}
