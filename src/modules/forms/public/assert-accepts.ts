import { FormIsClosed } from '../forms.errors';
import type { FormCaller } from './form-callers.service';
import type { OpenForm } from './open-form';

/** Rejects a caller from whom the form accepts nothing. */
export function assertAccepts({ settings, status }: OpenForm, { rejection }: FormCaller): void {
  if (settings.requireAuth && rejection !== null) throw rejection;
  if (status === 'closed') throw new FormIsClosed();
}
