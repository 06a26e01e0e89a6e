import { clock } from '../../../kernel/clock';

/** How long a deleted organization can be restored. */
export const RESTORATION_DAYS = 7;

/** When the content of an organization that is deleted now is removed. */
export function restorationEnd(): Date {
  return new Date(clock.nowMs() + RESTORATION_DAYS * 86_400_000);
}
