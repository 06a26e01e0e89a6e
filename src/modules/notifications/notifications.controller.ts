import type { CallContext } from '../../access/principal';
import { MutationProcedure, Procedures, QueryProcedure } from '../../rpc/procedure.decorator';
import { SUCCESS } from '../../rpc/schema';
import * as schemas from './notifications.schemas';
import { NotificationsService } from './notifications.service';
import { PreferencesService } from './preferences/preferences.service';

@Procedures()
export class NotificationsController {
  constructor(
    private readonly notifications: NotificationsService,
    private readonly preferences: PreferencesService,
  ) {}

  @QueryProcedure('notifications.list', {
    ...schemas.notificationsList,
    scope: 'read',
    role: 'guest',
    isCompressed: true,
    description:
      "The caller's notifications of the last 90 days, newest first. `unread: true` returns unread ones only. Notifications about records that the caller can no longer see are omitted.",
  })
  list(context: CallContext, input: schemas.NotificationsListInput) {
    return this.notifications.list(context, input);
  }

  @QueryProcedure('notifications.unreadCount', {
    ...schemas.notificationsUnreadCount,
    scope: 'read',
    role: 'guest',
    description: "The number of the caller's unread notifications.",
  })
  unreadCount(context: CallContext) {
    return this.notifications.unreadCount(context);
  }

  @MutationProcedure('notifications.markRead', {
    ...schemas.notificationsMarkRead,
    scope: 'write',
    role: 'guest',
    description:
      'Marks notifications of the caller as read: either `ids` (1 to 100), or `all: true`. An unknown id is NOT_FOUND, and nothing changes.',
  })
  async markRead(context: CallContext, input: schemas.NotificationsMarkReadInput) {
    await this.notifications.markRead(context, input);
    return SUCCESS;
  }

  @QueryProcedure('notifications.preferences.get', {
    ...schemas.preferencesGet,
    scope: 'read',
    role: 'guest',
    description: 'How the caller receives notifications of each kind in this organization.',
  })
  get(context: CallContext) {
    return this.preferences.get(context);
  }

  @MutationProcedure('notifications.preferences.update', {
    ...schemas.preferencesUpdate,
    scope: 'write',
    role: 'guest',
    description:
      'Changes how the caller receives notifications. Kinds and channels that the input omits keep their values.',
  })
  update(context: CallContext, input: schemas.PreferencesUpdateInput) {
    return this.preferences.update(context, input);
  }
}
