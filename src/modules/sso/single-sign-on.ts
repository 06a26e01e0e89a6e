import { Injectable } from '@nestjs/common';
import type { OrganizationId, SessionId, UserId } from '../../kernel/ids';
import type { IncomingRequest } from '../../access/incoming-request';
import type { PersonContext } from '../../access/principal';
import type { OrganizationRole } from '../../access/role';
import type { DatabaseContext, InTransaction } from '../../platform/database/transaction';
import { ProvenAddresses, ProvenSignInService, ProvisionedAccounts } from '../accounts';
import { SignedOnMembers } from '../members';
import type { Connection } from './connection';
import { IdentitiesRepository } from './identities.repository';
import { mapsAdmins, mapsGroups, roleOfGroups } from './role-of-groups';
import { SignOnAudit } from './sign-on-audit';
import { type AcceptedEmail, SignOnEmails } from './sign-on-emails';
import type { SignOnIdentity } from './sign-on-identity';
import { SignOnRefused } from './sign-on-refused';

export interface SignOnOrganization {
  organizationId: OrganizationId;
  connection: Connection;
}

type Tx = InTransaction<DatabaseContext> & { organizationId: OrganizationId };

/** A person of an identity and, where they are a member already, what they are. */
interface Found {
  userId: UserId;
  role: OrganizationRole | null;
}

/** Signs on whom an organization's identity provider vouches for: finds the member, or makes one. */
@Injectable()
export class SingleSignOn {
  constructor(
    private readonly emails: SignOnEmails,
    private readonly identities: IdentitiesRepository,
    private readonly accounts: ProvisionedAccounts,
    private readonly addresses: ProvenAddresses,
    private readonly members: SignedOnMembers,
    private readonly proven: ProvenSignInService,
    private readonly audit: SignOnAudit,
  ) {}

  /**
   * Whoever calls has proved the identity, in this transaction, where it counts once and memberships stand still. `begun` is
   * told the session; answers its cookie.
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
    const enter = async (personal: InTransaction<PersonContext>) => {
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
      // A second factor is the identity provider's business: the session reaches no further than its organization.
      condition: { passwordHash: null, isSecondFactorSettled: true },
    };
    const { setCookie } = await this.proven.signIn(request, proof, null, { context: tx, enter });
    return setCookie;
  }

  private async known(tx: Tx, identity: SignOnIdentity): Promise<Found | null> {
    const link = await this.identities.use(tx, identity);
    if (link === null) return null;
    const { userId } = link;
    const standing = await this.members.standing(tx, userId);
    if (standing === null) throw new SignOnRefused('account_exists');
    if (standing.status !== 'active') throw new SignOnRefused('member_deactivated', { userId });
    // Admins choose the identity provider: that it says "this is the owner" must not make them one.
    if (standing.role === 'owner' && !link.isOwnProof)
      throw new SignOnRefused('owner_not_linked', { userId });
    return { userId, role: standing.role };
  }

  /** A name that is new here: of a member, of somebody with an account elsewhere, or of nobody yet. */
  private async byEmail(tx: Tx, identity: SignOnIdentity, accepted: AcceptedEmail): Promise<Found> {
    const { email } = accepted;
    const account = await this.accounts.find(tx, email);
    if (account === null) return { userId: await this.open(tx, identity, email), role: null };
    const userId = account.id;
    const standing = await this.members.standing(tx, userId);
    if (standing === null) {
      // Whoever only claims a domain could otherwise draw other people's accounts into their organization.
      if (!accepted.isOfOwnDomain) throw new SignOnRefused('account_exists', { email });
      // Nor may whoever opened the account with an address that is not theirs come in with them.
      await this.addresses.endUnproved(tx, userId);
      return { userId, role: null };
    }
    if (standing.status !== 'active') throw new SignOnRefused('member_deactivated', { userId });
    if (standing.role === 'owner') throw new SignOnRefused('owner_not_linked', { userId });
    await this.link(tx, identity, userId);
    return { userId, role: standing.role };
  }

  private async open(tx: Tx, identity: SignOnIdentity, email: string): Promise<UserId> {
    const account = await this.accounts.open(tx, { name: nameOf(identity, email), email });
    if (account === null) throw new SignOnRefused('account_exists', { email });
    return account.id;
  }

  private async link(tx: Tx, identity: SignOnIdentity, userId: UserId): Promise<void> {
    const isLinked = await this.identities.link(tx, identity, { userId, isOwnProof: false });
    // An address that went to somebody else does not take its former owner's account along.
    if (!isLinked) throw new SignOnRefused('identity_differs', { userId });
  }

  private async applyRole(
    inside: InTransaction<PersonContext & { organizationId: OrganizationId }>,
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

function isGivenByGroups(connection: Connection, role: OrganizationRole): boolean {
  return role !== 'owner' && (role !== 'admin' || mapsAdmins(connection));
}

const NAME_MAX = 100;

function nameOf({ name }: SignOnIdentity, email: string): string {
  const given = (name ?? '').replaceAll(/[\p{Cc}\p{Cf}]/gu, '').trim();
  const shown = given === '' ? email.slice(0, email.lastIndexOf('@')) : given;
  return [...shown].slice(0, NAME_MAX).join('').trim().slice(0, NAME_MAX);
}
