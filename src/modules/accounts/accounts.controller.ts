import type { PersonContext } from '../../access/principal';
import { MutationProcedure, Procedures, QueryProcedure } from '../../rpc/procedure.decorator';
import type { Input } from '../../rpc/schema';
import { AccountService } from './account.service';
import * as schemas from './accounts.schemas';
import { PasswordChangeService } from './password-change.service';

@Procedures()
export class AccountsController {
  constructor(
    private readonly account: AccountService,
    private readonly passwords: PasswordChangeService,
  ) {}

  @QueryProcedure('auth.me', {
    ...schemas.authMe,
    scope: 'read',
    role: 'person',
    description: 'The caller and the organizations they are an active member of.',
  })
  me(context: PersonContext) {
    return this.account.me(context);
  }

  @MutationProcedure('auth.updateProfile', {
    ...schemas.authUpdateProfile,
    scope: 'write',
    role: 'person',
    description:
      "Changes the caller's name and the URL of their avatar (`null` removes it), in every organization they belong to.",
  })
  updateProfile(context: PersonContext, input: Input<typeof schemas.authUpdateProfile>) {
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
      "Sets another password, and ends the caller's other sessions and what they let applications do. BAD_REQUEST names a wrong `currentPassword`; after ten wrong ones in a quarter of an hour it is TOO_MANY_REQUESTS. Needs a session.",
  })
  changePassword(context: PersonContext, input: Input<typeof schemas.authChangePassword>) {
    return this.passwords.prepare(context, input);
  }
}
