import { addressKey } from '../../../access/address-key';
import type { FormCaller } from './form-callers.service';

/** Who can repeat a call with an Idempotency-Key: the member, or the address. */
export function keyOwner({ organizationId, userId, ip }: FormCaller): string {
  return `${organizationId}:${userId ?? addressKey(ip)}`;
}

/** The member, or who has the key: keys of pages are secret, and a phone changes its address. */
export function pageKeyOwner({ organizationId, userId }: FormCaller): string {
  return `${organizationId}:${userId ?? 'page'}`;
}
