import { isBearerSecret, newBearerSecret } from '../../../access/bearer-secret';

/** With the prefix of tokens, which the log recognizes and never writes: the secret is part of a path. */
const PREFIX = 'svc_hook_';

export const newHookSecret = (): string => newBearerSecret(PREFIX);
export const isHookSecret = (text: string): boolean => isBearerSecret(PREFIX, text);

/** What the encrypted secret in the URL of a hook belongs to. */
export function hookSecretOf(organizationId: string, automationId: string): string {
  return `secret of hook ${organizationId} ${automationId}`;
}

/** What the encrypted signing secret of a hook belongs to. */
export function signingSecretOf(organizationId: string, automationId: string): string {
  return `signing secret of hook ${organizationId} ${automationId}`;
}
