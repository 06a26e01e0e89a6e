export { DeparturesService } from './removal/departures.service';
export { OwnerRecoveryService } from './ownership/owner-recovery.service';
export { LockedMembersService } from './locked-members.service';
export { InvitationAcceptanceService } from './invitations/invitation-acceptance.service';
export { presentInvitation } from './invitations/invitations.presenter';
export { InvitationsReadModel } from './invitations/invitations.read-model';
export type { InvitationByToken } from './invitations/invitations.repository';
export { AUDITED_SERVICE_ACCOUNT } from './member-audit-snapshot';
export { SERVICE_ACCOUNTS_MAX } from './members.errors';
export { MemberRemovalService } from './removal/member-removal.service';
export { MembersReadModel } from './members.read-model';
export { member, type MemberOutput } from './members.schemas';
export { ServiceMembersService } from './service-accounts/service-members.service';
export { MembersModule } from './members.module';
export { MembershipsService } from './memberships.service';
export { FederatedMembersService } from './provisioning/federated-members.service';
export {
  type DirectoryContext,
  type DirectoryReach,
  ProvisionedMembersService,
  type ProvisionedRole,
} from './provisioning/provisioned-members.service';
export { OwnershipReversalService } from './ownership/ownership-reversal.service';
