import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { TenantDirectory } from '../../access/ports';
import { MembersModule } from '../members';
import { NewOrganizationService } from './new-organization.service';
import { OrganizationDeletionService } from './deletion/organization-deletion.service';
import { DeletedOrganizationsRepository } from './deletion/deleted-organizations.repository';
import { AnnounceDeletionJob } from './deletion/announce-deletion.job';
import { DeletionNoticesReadModel } from './deletion/deletion-notices.read-model';
import { OrganizationRestorationService } from './deletion/organization-restoration.service';
import { RestorationLinksService } from './deletion/restoration-links.service';
import { SendDeletionNoticeJob } from './deletion/send-deletion-notice.job';
import { OrganizationPurgeJob } from './deletion/organization-purge.job';
import { OrganizationPurgeRepository } from './deletion/organization-purge.repository';
import { OrganizationsController } from './organizations.controller';
import { OrganizationsRepository } from './organizations.repository';
import { OrganizationsService } from './organizations.service';
import { MemberAddressReadModel } from './mail/member-address.read-model';
import { SendTestMailJob } from './mail/send-test-mail.job';
import { TestMailController } from './mail/test-mail.controller';
import { TestMailService } from './mail/test-mail.service';
import { OrganizationPlanService } from './organization-plan.service';
import { OutboundHostsService } from './outbound/outbound-hosts.service';
import { SsoEnforcementRepository } from './sso-enforcement.repository';
import { TenantDirectoryReadModel } from './tenant-directory.read-model';
import { AnnounceTwoFactorJob } from './two-factor/announce-two-factor.job';
import { MembersWithoutSecondFactorReadModel } from './two-factor/members-without-second-factor.read-model';
import { SendSecondFactorNoticeJob } from './two-factor/send-second-factor-notice.job';
import { OrganizationEntity } from './organization.entity';

@Global()
@Module({
  imports: [TypeOrmModule.forFeature([OrganizationEntity]), MembersModule],
  providers: [
    AnnounceTwoFactorJob,
    MemberAddressReadModel,
    MembersWithoutSecondFactorReadModel,
    NewOrganizationService,
    DeletedOrganizationsRepository,
    AnnounceDeletionJob,
    DeletionNoticesReadModel,
    OrganizationDeletionService,
    OrganizationRestorationService,
    RestorationLinksService,
    SendDeletionNoticeJob,
    OrganizationPlanService,
    OrganizationPurgeJob,
    OrganizationPurgeRepository,
    OrganizationsController,
    OrganizationsRepository,
    OrganizationsService,
    OutboundHostsService,
    SendSecondFactorNoticeJob,
    SendTestMailJob,
    SsoEnforcementRepository,
    TestMailController,
    TestMailService,
    { provide: TenantDirectory, useClass: TenantDirectoryReadModel },
  ],
  exports: [
    OrganizationRestorationService,
    NewOrganizationService,
    OrganizationsService,
    OutboundHostsService,
    SsoEnforcementRepository,
    TenantDirectory,
  ],
})
export class OrganizationsModule {}
