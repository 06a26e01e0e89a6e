import type { Json } from '../../../kernel/json';
import type { Mail } from '../../../platform/mail/mailer';

/**
 * A notice to the administrators of an organization about its single sign-on. It contains IDs; names are
 * read when the mail is sent.
 */
export type Notice = { readonly [key: string]: Json } & (
  | { readonly kind: 'break-glass'; readonly method: string; readonly at: string }
  | { readonly kind: 'certificate'; readonly fingerprint: string }
);

const WAYS: Readonly<Record<string, string>> = {
  password: 'by password',
  provider: 'by a sign-in provider',
};

const shown = (instant: string): string => `${instant.slice(0, 16).replace('T', ' ')} UTC`;

/** `url` is the organization's own address. No text in the mail is user input. */
export function breakGlassMail(
  to: string,
  url: string,
  { method, at }: { method: string; at: string },
): Mail {
  return {
    to,
    subject: 'The owner signed in without single sign-on',
    text: `${url} requires single sign-on for all users except the owner. The owner signed in ${WAYS[method] ?? method} at ${shown(at)}.

If you expected this, no action is needed. Otherwise contact the owner, who should choose a new password
immediately. The audit log shows where the sign-in came from.
`,
  };
}

/** The certificate is identified by its fingerprint, as in sso.get. */
export function certificateMail(
  to: string,
  url: string,
  { fingerprint, expiresAt }: { fingerprint: string; expiresAt: string },
): Mail {
  return {
    to,
    subject: 'A certificate of your identity provider is about to expire',
    text: `The signing certificate of the identity provider of ${url} expires at ${shown(expiresAt)}:

${fingerprint}

Before the provider switches to a new certificate, add the new one (sso.update accepts several); otherwise no one can
sign on. If the provider has already switched, remove the old certificate.
`,
  };
}
