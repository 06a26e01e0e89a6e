import { Global, Module } from '@nestjs/common';
import { MemberActivity } from '../../access/ports';
import { ColumnsModule } from '../columns';
import { WorkspacesModule } from '../workspaces';
import { HeldMembers } from './held-members';
import { InvitationAcceptance } from './invitation-acceptance.service';
import { InvitationEnds } from './invitation-ends';
import { InvitationMails } from './invitation-mails';
import { InvitationMailsRepository } from './invitation-mails.repository';
import { InvitationsController } from './invitations.controller';
import { InvitationsReadModel } from './invitations.read-model';
import { InvitationsRepository } from './invitations.repository';
import { InvitationsService } from './invitations.service';
import { InvitedPersonReadModel } from './invited-person.read-model';
import { NotedMemberActivity } from './member-activity';
import { MemberChangesService } from './member-changes.service';
import { MemberRemovalService } from './member-removal.service';
import { MembersController } from './members.controller';
import { MembersReadModel } from './members.read-model';
import { MembersRepository } from './members.repository';
import { MembershipsService } from './memberships.service';
import { OldInvitationMailsSweep } from './old-invitation-mails.sweep';
import { OwnershipService } from './ownership.service';
import { PendingMembers } from './pending-members';
import { ProvisionedMembersRepository } from './provisioned-members.repository';
import { ProvisionedMembers } from './provisioned-members.service';
import { ReassignItems } from './reassign-items.job';
import { SendInvitation } from './send-invitation.job';
import { SignedOnMembers } from './signed-on-members.service';
import { SuccessorsRepository } from './successors.repository';

@Global()
@Module({
  imports: [ColumnsModule, WorkspacesModule],
  providers: [
    HeldMembers,
    InvitationAcceptance,
    InvitationEnds,
    InvitationMails,
    InvitationMailsRepository,
    InvitationsController,
    InvitationsReadModel,
    InvitationsRepository,
    InvitationsService,
    InvitedPersonReadModel,
    MemberChangesService,
    MemberRemovalService,
    MembersController,
    MembersReadModel,
    MembersRepository,
    MembershipsService,
    NotedMemberActivity,
    OldInvitationMailsSweep,
    OwnershipService,
    PendingMembers,
    ProvisionedMembers,
    ProvisionedMembersRepository,
    ReassignItems,
    SendInvitation,
    SignedOnMembers,
    SuccessorsRepository,
    { provide: MemberActivity, useExisting: NotedMemberActivity },
  ],
  exports: [
    HeldMembers,
    InvitationAcceptance,
    MemberActivity,
    MembershipsService,
    ProvisionedMembers,
    SignedOnMembers,
  ],
})
export class MembersModule {}
