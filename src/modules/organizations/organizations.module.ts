import { Global, Module } from '@nestjs/common';
import { TenantDirectory } from '../../access/ports';
import { MembersModule } from '../members';
import { NewOrganizationService } from './new-organization.service';
import { OrganizationDeletionService } from './organization-deletion.service';
import { OrganizationPurgeJob } from './organization-purge.job';
import { OrganizationPurgeRepository } from './organization-purge.repository';
import { OrganizationsController } from './organizations.controller';
import { OrganizationsRepository } from './organizations.repository';
import { OrganizationsService } from './organizations.service';
import { SignOnEnforcement } from './sign-on-enforcement.repository';
import { TenantDirectoryReadModel } from './tenant-directory.read-model';

@Global()
@Module({
  imports: [MembersModule],
  providers: [
    NewOrganizationService,
    OrganizationDeletionService,
    OrganizationPurgeJob,
    OrganizationPurgeRepository,
    OrganizationsController,
    OrganizationsRepository,
    OrganizationsService,
    SignOnEnforcement,
    { provide: TenantDirectory, useClass: TenantDirectoryReadModel },
  ],
  exports: [NewOrganizationService, OrganizationsService, SignOnEnforcement, TenantDirectory],
})
export class OrganizationsModule {}
