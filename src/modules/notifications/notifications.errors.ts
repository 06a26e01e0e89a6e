import { AppError } from '../../kernel/app-error';
import { RecordNotFound } from '../hierarchy';

export class NotificationNotFound extends RecordNotFound {
  constructor() {
    super('notification');
  }
}

/** The preferences changed after the version that the write expects. */
export class PreferencesChanged extends AppError {
  constructor() {
    super('CONFLICT', 'The preferences have changed since they were read; read them again');
  }
}
