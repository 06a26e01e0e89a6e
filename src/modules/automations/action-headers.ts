import type { Json } from '../../kernel/json';
import { type SecretBox, SecretUnreadable } from '../../platform/crypto/secret-box';
import { callWebhook } from './actions/call-webhook';
import type { WrittenAction } from './automations.schemas';
import { actionHeaderOf } from './effects/effect-secrets';
import { MASK } from './mask';

interface Owner {
  organizationId: string;
  automationId: string;
}

/** Actions as they are stored: headers of requests can contain secrets, so their values are encrypted. */
export function sealHeaders(
  box: SecretBox,
  { organizationId, automationId }: Owner,
  actions: readonly WrittenAction[],
): WrittenAction[] {
  return withHeaders(actions, (value) => box.seal(value, actionHeaderOf(organizationId, automationId)));
}

/** The reverse of `sealHeaders`. A value that cannot be read, because APP_SECRET was lost, is empty. */
export function openHeaders(
  box: SecretBox,
  { organizationId, automationId }: Owner,
  actions: readonly WrittenAction[],
): WrittenAction[] {
  return withHeaders(actions, (value) => {
    try {
      return box.open(value, actionHeaderOf(organizationId, automationId));
    } catch (error) {
      if (error instanceof SecretUnreadable) return '';
      throw error;
    }
  });
}

/** Actions as users other than the creator see them. */
export function maskHeaders(actions: readonly WrittenAction[]): WrittenAction[] {
  return withHeaders(actions, () => MASK);
}

/** Actions for another user: without the values of headers, which only the creator knows. Null when there are none. */
export function withoutHeaderValues(actions: readonly WrittenAction[]): WrittenAction[] | null {
  let values = 0;
  const emptied = withHeaders(actions, () => {
    values += 1;
    return '';
  });
  return values === 0 ? null : emptied;
}

function withHeaders(actions: readonly WrittenAction[], change: (value: string) => string): WrittenAction[] {
  return actions.map((action) => {
    const { headers } = action.config;
    if (action.type !== callWebhook.type || typeof headers !== 'object' || headers === null) return action;
    const changed = Object.entries(headers).map(([name, value]): [string, Json] => [
      name,
      change(String(value)),
    ]);
    return { ...action, config: { ...action.config, headers: Object.fromEntries(changed) } };
  });
}
