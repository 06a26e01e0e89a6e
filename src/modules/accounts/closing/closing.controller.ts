import type { CallContext, UserContext } from '../../../access/principal';
import { MutationProcedure, Procedures } from '../../../rpc/procedure.decorator';
import type { Input } from '../../../rpc/schema';
import { AccountDeletionService } from './account-deletion.service';
import * as schemas from './closing.schemas';

@Procedures()
export class ClosingController {
  constructor(private readonly deletion: AccountDeletionService) {}

  @MutationProcedure('auth.deleteAccount', {
    ...schemas.authDeleteAccount,
    scope: 'write',
    role: 'person',
    isSessionOnly: true,
    isPrepared: true,
    isAudited: true,
    description:
      'Deletes the caller\'s account: sessions, tokens, authorized applications and memberships end at once. A mailed link restores the account, without its memberships, for seven days; then the name and the address are erased everywhere. What the user wrote remains, by "Deleted user". CONFLICT while the caller owns an organization. FORBIDDEN in a session of an organization\'s single sign-on. Requires the password or a code if the session is older than ten minutes. Requires a session.',
  })
  deleteAccount(context: UserContext, input: Input<typeof schemas.authDeleteAccount>) {
    return this.deletion.prepareOwn(context, input);
  }

  @MutationProcedure('organizations.members.erase', {
    ...schemas.membersErase,
    scope: 'admin',
    role: 'admin',
    isPrepared: true,
    isAudited: true,
    description:
      'Deletes the account of a user who was removed from the organization or is deactivated, and is a member of no other, as auth.deleteAccount does: for requests of people to be erased. The user is notified by mail, and can restore the account for seven days; then the name and the address are erased everywhere. CONFLICT while the member is active, or a member of another organization. Requires the password or a code of the caller if the session is older than ten minutes.',
  })
  erase(context: CallContext, input: Input<typeof schemas.membersErase>) {
    return this.deletion.prepareDeparted(context, input);
  }
}
