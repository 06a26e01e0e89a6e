import { InvalidInput } from '../../kernel/app-error';
import { PREFERENCES_MAX_BYTES } from './user-preferences.schemas';

export class PreferencesTooLarge extends InvalidInput {
  constructor() {
    super([
      {
        path: 'preferences',
        message: `Must be at most ${PREFERENCES_MAX_BYTES / 1024} KiB together with the stored ones`,
      },
    ]);
  }
}
