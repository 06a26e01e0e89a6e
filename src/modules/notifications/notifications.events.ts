import { defineEvent } from '../../platform/events/define-event';
import * as schema from '../../rpc/schema';

export const notificationsEvents = {
  /** The statement that creates notifications writes it. */
  created: defineEvent('notification.created', {
    when: 'A user was notified in the app.',
    subject: 'organization',
    payload: { notificationId: schema.id('notification'), userId: schema.id('user') },
    public: { internal: 'A notification is shown to its user only, by notifications.list and in real time.' },
  }),
};
