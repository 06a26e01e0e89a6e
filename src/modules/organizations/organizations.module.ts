import { Global, Module } from '@nestjs/common';
import { TenantDirectory } from '../../access/ports';
import { MembersModule } from '../members';
import { NewOrganizationService } from './new-organization.service';
import { OrganizationsController } from './organizations.controller';
import { OrganizationsRepository } from './organizations.repository';
import { OrganizationsService } from './organizations.service';
import { TenantDirectoryReadModel } from './tenant-directory.read-model';

@Global()
@Module({
  imports: [MembersModule],
  providers: [
    NewOrganizationService,
    OrganizationsController,
    OrganizationsRepository,
    OrganizationsService,
    { provide: TenantDirectory, useClass: TenantDirectoryReadModel },
  ],
  exports: [NewOrganizationService, TenantDirectory],
})
export class OrganizationsModule {}
