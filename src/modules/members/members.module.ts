import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MemberActivity } from '../../access/ports';
import { ColumnsModule } from '../columns';
import { WorkspacesModule } from '../workspaces';
import { LockedMembersService } from './locked-members.service';
import { InvitationAcceptanceService } from './invitations/invitation-acceptance.service';
import { InvitationCompletionService } from './invitations/invitation-completion.service';
import { InvitationLinksService } from './invitations/invitation-links.service';
import { InvitationMailsService } from './invitations/invitation-mails.service';
import { InvitationMailsRepository } from './invitations/invitation-mails.repository';
import { InvitationsController } from './invitations/invitations.controller';
import { InvitationsReadModel } from './invitations/invitations.read-model';
import { InvitationsRepository } from './invitations/invitations.repository';
import { InvitationsService } from './invitations/invitations.service';
import { InvitedPersonReadModel } from './invitations/invited-person.read-model';
import { MemberLastActiveRecorder } from './member-last-active.recorder';
import { MemberChangesService } from './member-changes.service';
import { MemberDetailsReadModel } from './details/member-details.read-model';
import { MemberDetailsService } from './details/member-details.service';
import { MemberRemovalService } from './removal/member-removal.service';
import { MembersController } from './members.controller';
import { MembersReadModel } from './members.read-model';
import { MembersRepository } from './members.repository';
import { MembershipsService } from './memberships.service';
import { OldInvitationMailsSweep } from './invitations/old-invitation-mails.sweep';
import { OwnerRecoveryService } from './ownership/owner-recovery.service';
import { OwnershipReversalLinksService } from './ownership/ownership-reversal-links.service';
import { OwnershipReversalService } from './ownership/ownership-reversal.service';
import { OwnershipService } from './ownership/ownership.service';
import { PreviousOwnerEntity } from './ownership/previous-owner.entity';
import { SendOwnerSetNoticeJob } from './ownership/send-owner-set-notice.job';
import { SendOwnershipNoticeJob } from './ownership/send-ownership-notice.job';
import { PendingMembersService } from './invitations/pending-members.service';
import { ProvisionedMembersRepository } from './provisioning/provisioned-members.repository';
import { ProvisionedMembersService } from './provisioning/provisioned-members.service';
import { DeparturesReadModel } from './removal/departures.read-model';
import { DeparturesService } from './removal/departures.service';
import { MembershipEndService } from './removal/membership-end.service';
import { ReassignItemsJob } from './removal/reassign-items.job';
import { SendInvitationJob } from './invitations/send-invitation.job';
import { FederatedMembersService } from './provisioning/federated-members.service';
import { ServiceMembersService } from './service-accounts/service-members.service';
import { SuccessorsRepository } from './removal/successors.repository';
import { FormerMemberEntity } from './removal/former-member.entity';
import { InvitationMailEntity } from './invitations/invitation-mail.entity';
import { InvitationEntity } from './invitations/invitation.entity';
import { MemberEntity } from './member.entity';

@Global()
@Module({
  imports: [
    TypeOrmModule.forFeature([
      FormerMemberEntity,
      InvitationMailEntity,
      InvitationEntity,
      MemberEntity,
      PreviousOwnerEntity,
    ]),
    ColumnsModule,
    WorkspacesModule,
  ],
  providers: [
    OwnerRecoveryService,
    LockedMembersService,
    InvitationAcceptanceService,
    InvitationCompletionService,
    InvitationLinksService,
    InvitationMailsService,
    InvitationMailsRepository,
    InvitationsController,
    InvitationsReadModel,
    InvitationsRepository,
    InvitationsService,
    InvitedPersonReadModel,
    MemberChangesService,
    MemberDetailsReadModel,
    MemberDetailsService,
    MemberRemovalService,
    MembersController,
    MembersReadModel,
    MembersRepository,
    MembershipsService,
    MemberLastActiveRecorder,
    OldInvitationMailsSweep,
    OwnershipService,
    OwnershipReversalLinksService,
    OwnershipReversalService,
    SendOwnerSetNoticeJob,
    SendOwnershipNoticeJob,
    PendingMembersService,
    ProvisionedMembersService,
    ProvisionedMembersRepository,
    DeparturesReadModel,
    DeparturesService,
    MembershipEndService,
    ReassignItemsJob,
    SendInvitationJob,
    FederatedMembersService,
    ServiceMembersService,
    SuccessorsRepository,
    { provide: MemberActivity, useExisting: MemberLastActiveRecorder },
  ],
  exports: [
    DeparturesService,
    OwnershipReversalService,
    OwnerRecoveryService,
    LockedMembersService,
    InvitationAcceptanceService,
    InvitationsReadModel,
    MemberActivity,
    MemberRemovalService,
    MembersReadModel,
    MembershipsService,
    ServiceMembersService,
    ProvisionedMembersService,
    FederatedMembersService,
  ],
})
export class MembersModule {}
