import type { UserContext } from '../../access/principal';
import { MutationProcedure, Procedures, QueryProcedure } from '../../rpc/procedure.decorator';
import type { Input } from '../../rpc/schema';
import { AccountService } from './profile/account.service';
import * as schemas from './accounts.schemas';
import { EmailChangeRequestsService } from './email-change/email-change-requests.service';
import { PasswordChangeService } from './password/password-change.service';

@Procedures()
export class AccountsController {
  constructor(
    private readonly account: AccountService,
    private readonly passwords: PasswordChangeService,
    private readonly emails: EmailChangeRequestsService,
  ) {}

  @QueryProcedure('auth.me', {
    ...schemas.authMe,
    scope: 'read',
    role: 'person',
    description: 'The caller, and the organizations of which the caller is an active member.',
  })
  me(context: UserContext) {
    return this.account.me(context);
  }

  @MutationProcedure('auth.updateProfile', {
    ...schemas.authUpdateProfile,
    scope: 'write',
    role: 'person',
    description:
      "Changes the caller's name and the URL of their avatar (`null` removes it), in every organization they belong to.",
  })
  updateProfile(context: UserContext, input: Input<typeof schemas.authUpdateProfile>) {
    return this.account.update(context, input);
  }

  @MutationProcedure('auth.changePassword', {
    ...schemas.authChangePassword,
    scope: 'write',
    role: 'person',
    isSessionOnly: true,
    isPrepared: true,
    isAudited: true,
    description:
      "Changes the caller's password, ends the caller's other sessions and revokes the access of authorized applications. A wrong `currentPassword` is BAD_REQUEST; after ten wrong attempts within 15 minutes it is TOO_MANY_REQUESTS. Requires a session.",
  })
  changePassword(context: UserContext, input: Input<typeof schemas.authChangePassword>) {
    return this.passwords.prepare(context, input);
  }

  @MutationProcedure('auth.changeEmail', {
    ...schemas.authChangeEmail,
    scope: 'write',
    role: 'person',
    isSessionOnly: true,
    isPrepared: true,
    isAudited: true,
    description:
      "Mails a link to the new address, which works for 24 hours and changes the address of the caller's account once it is confirmed in a session of the account. The response is the same if another account has the address: then the mail says so. The previous address gets a link that restores it for seven days. Requires the password if the session is older than ten minutes. FORBIDDEN if a directory manages the address. TOO_MANY_REQUESTS after five requests within 15 minutes. Requires a session.",
  })
  changeEmail(context: UserContext, input: Input<typeof schemas.authChangeEmail>) {
    return this.emails.prepare(context, input);
  }
}
