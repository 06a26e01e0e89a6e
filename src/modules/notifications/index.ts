export { NOTIFICATION_KINDS } from './notification-kinds';
export { storedDetails } from './stored-details';
export { NotificationsModule } from './notifications.module';
export { NotificationsService } from './notifications.service';
