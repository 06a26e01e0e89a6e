export { HeldMembers } from './held-members';
export { InvitationAcceptance } from './invitation-acceptance.service';
export type { InvitationByToken } from './invitations.repository';
export { MembersModule } from './members.module';
export { MembershipsService } from './memberships.service';
export { SignedOnMembers } from './signed-on-members.service';
export {
  type DirectoryContext,
  type DirectoryReach,
  ProvisionedMembers,
  type ProvisionedRole,
} from './provisioned-members.service';
