import type { PersonContext } from '../../access/principal';
import { Procedures, QueryProcedure } from '../../rpc/procedure.decorator';
import { AccountService } from './account.service';
import * as schemas from './accounts.schemas';

@Procedures()
export class AccountsController {
  constructor(private readonly account: AccountService) {}

  @QueryProcedure('auth.me', {
    ...schemas.authMe,
    scope: 'read',
    role: 'person',
    description: 'The caller and the organizations they are an active member of.',
  })
  me(context: PersonContext) {
    return this.account.get(context, context.person.userId);
  }
}
