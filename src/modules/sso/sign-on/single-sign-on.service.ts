import { Injectable } from '@nestjs/common';
import type { OrganizationId, SessionId, UserId } from '../../../kernel/ids';
import type { IncomingRequest } from '../../../access/incoming-request';
import type { UserContext } from '../../../access/principal';
import type { OrganizationRole } from '../../../access/role';
import type { DatabaseContext, InTransaction } from '../../../platform/database/transaction';
import { VerifiedEmailsService, CompleteSignInService, ProvisionedAccountsService } from '../../accounts';
import { FederatedMembersService } from '../../members';
import type { Connection } from '../connections/connection';
import { IdentitiesRepository } from './identities.repository';
import { mapsGroups, roleOfGroups } from './role-of-groups';
import { SignOnAuditService } from './sign-on-audit.service';
import { type AcceptedEmail, SignOnEmailsService } from './sign-on-emails.service';
import type { SignOnIdentity } from './sign-on-identity';
import { SignOnRejected } from './sign-on-rejected';
import { isOwner } from '../../../access/role';
import { isGivenByGroups } from '../sso.policy';

export interface SignOnOrganization {
  organizationId: OrganizationId;
  connection: Connection;
}

type Tx = InTransaction<DatabaseContext> & { organizationId: OrganizationId };

/** A user with an identity and, if the user is a member already, the membership. */
interface Found {
  userId: UserId;
  role: OrganizationRole | null;
}

/** Signs in users whom an organization's identity provider vouches for, and adds new members. */
@Injectable()
export class SingleSignOnService {
  constructor(
    private readonly emails: SignOnEmailsService,
    private readonly identities: IdentitiesRepository,
    private readonly accounts: ProvisionedAccountsService,
    private readonly addresses: VerifiedEmailsService,
    private readonly members: FederatedMembersService,
    private readonly proven: CompleteSignInService,
    private readonly audit: SignOnAuditService,
  ) {}

  /**
   * The caller has verified and consumed the identity and locked memberships in this transaction. `begun`
   * receives the session. Returns the session's cookie.
   */
  async signIn(
    { transaction }: InTransaction<DatabaseContext>,
    request: IncomingRequest,
    { organizationId, connection }: SignOnOrganization,
    identity: SignOnIdentity,
    begun: (id: SessionId) => Promise<void> = async () => {},
  ): Promise<string> {
    const tx: Tx = { transaction, organizationId };
    const email = await this.emails.accept(tx, connection, identity.email);
    const found = (await this.known(tx, identity)) ?? (await this.byEmail(tx, identity, email));
    const { userId } = found;
    const groups = mapsGroups(connection) ? (identity.groups ?? []) : null;
    const enter = async (personal: InTransaction<UserContext>) => {
      const { credential } = personal.person;
      if (credential.kind === 'session') await begun(credential.id);
      const inside = { ...personal, organizationId };
      if (found.role === null) {
        const role = roleOfGroups(connection, groups ?? []);
        await this.members.join(inside, userId, role);
        const details = { role, method: identity.method };
        await this.audit.done(inside, request, { action: 'sso.members.join', target: userId, details });
        await this.link(tx, identity, userId);
      } else if (groups !== null && isGivenByGroups(connection, found.role)) {
        await this.applyRole(inside, request, { userId, role: found.role }, roleOfGroups(connection, groups));
      }
    };
    const proof = {
      userId,
      method: identity.method,
      signOnOrganizationId: organizationId,
      // The identity provider is responsible for a second factor: the session is limited to its organization.
      condition: { passwordHash: null, isSecondFactorSettled: true },
    };
    const { setCookie } = await this.proven.signIn(request, proof, null, { context: tx, enter });
    return setCookie;
  }

  private async known(tx: Tx, identity: SignOnIdentity): Promise<Found | null> {
    const link = await this.identities.use(tx, identity);
    if (link === null) return null;
    const { userId } = link;
    const member = await this.members.find(tx, userId);
    if (member === null) throw new SignOnRejected('account_exists');
    if (member.status !== 'active') throw new SignOnRejected('member_deactivated', { userId });
    // Admins configure the identity provider, so its claim to identify the owner must not let an admin become the
    // owner.
    if (isOwner(member.role) && !link.isSelfVerified)
      throw new SignOnRejected('owner_not_linked', { userId });
    return { userId, role: member.role };
  }

  /** An unknown subject: of a member, of a user with an account elsewhere, or of a new user. */
  private async byEmail(tx: Tx, identity: SignOnIdentity, accepted: AcceptedEmail): Promise<Found> {
    const { email } = accepted;
    const account = await this.accounts.find(tx, email);
    if (account === null) return { userId: await this.open(tx, identity, email), role: null };
    const userId = account.id;
    const member = await this.members.find(tx, userId);
    if (member === null) {
      // Without a verified domain, an organization could add other users' accounts to itself.
      if (!accepted.isOfOwnDomain) throw new SignOnRejected('account_exists', { email });
      // An account whose address was never verified cannot be added either.
      await this.addresses.endUnproved(tx, userId);
      return { userId, role: null };
    }
    if (member.status !== 'active') throw new SignOnRejected('member_deactivated', { userId });
    if (isOwner(member.role)) throw new SignOnRejected('owner_not_linked', { userId });
    await this.link(tx, identity, userId);
    return { userId, role: member.role };
  }

  private async open(tx: Tx, identity: SignOnIdentity, email: string): Promise<UserId> {
    const account = await this.accounts.open(tx, { name: nameOf(identity, email), email });
    if (account === null) throw new SignOnRejected('account_exists', { email });
    return account.id;
  }

  private async link(tx: Tx, identity: SignOnIdentity, userId: UserId): Promise<void> {
    const isLinked = await this.identities.link(tx, identity, { userId, isSelfVerified: false });
    // If the address was reassigned to another user, its former owner's account is not linked.
    if (!isLinked) throw new SignOnRejected('identity_differs', { userId });
  }

  private async applyRole(
    inside: InTransaction<UserContext & { organizationId: OrganizationId }>,
    request: IncomingRequest,
    { userId, role: from }: { userId: UserId; role: OrganizationRole },
    to: OrganizationRole,
  ): Promise<void> {
    if (from === to) return;
    await this.members.setRole(inside, userId, { from, to });
    const details = { before: { role: from }, after: { role: to } };
    await this.audit.done(inside, request, { action: 'sso.members.updateRole', target: userId, details });
  }
}

const NAME_MAX = 100;

function nameOf({ name }: SignOnIdentity, email: string): string {
  const given = (name ?? '').replaceAll(/[\p{Cc}\p{Cf}]/gu, '').trim();
  const shown = given === '' ? email.slice(0, email.lastIndexOf('@')) : given;
  return [...shown].slice(0, NAME_MAX).join('').trim().slice(0, NAME_MAX);
}
