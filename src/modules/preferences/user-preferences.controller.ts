import type { CallContext } from '../../access/principal';
import { MutationProcedure, Procedures, QueryProcedure } from '../../rpc/procedure.decorator';
import type { Input } from '../../rpc/schema';
import * as schemas from './user-preferences.schemas';
import { UserPreferencesService } from './user-preferences.service';

@Procedures()
export class UserPreferencesController {
  constructor(private readonly preferences: UserPreferencesService) {}

  @QueryProcedure('me.preferences.get', {
    ...schemas.mePreferencesGet,
    scope: 'read',
    role: 'guest',
    description:
      'What interfaces keep for the caller in this organization: theme, density, sidebar, default views of boards and data of other clients. Settings that were never set are absent; boards and views that the caller cannot see now are omitted.',
  })
  get(context: CallContext) {
    return this.preferences.get(context);
  }

  @MutationProcedure('me.preferences.set', {
    ...schemas.mePreferencesSet,
    scope: 'write',
    role: 'guest',
    description:
      'Sets the given preferences and keeps all others, also those that a parallel call sets: each setting, each default view and each app is stored separately. Null removes a setting, an entry or a whole section. An app can have 8 KiB of JSON, all preferences 64 KiB. Boards and views that the caller cannot see are BAD_REQUEST.',
  })
  set(context: CallContext, { preferences }: Input<typeof schemas.mePreferencesSet>) {
    return this.preferences.set(context, preferences);
  }
}
