import type { Json } from '../../../kernel/json';
import type { Mail } from '../../../platform/mail/mailer';

/** What those who administer an organization are told of its single sign-on, by ids: the words are found when it is sent. */
export type Notice = { readonly [key: string]: Json } & (
  | { readonly kind: 'break-glass'; readonly method: string; readonly at: string }
  | { readonly kind: 'certificate'; readonly fingerprint: string }
);

const WAYS: Readonly<Record<string, string>> = {
  password: 'by password',
  provider: 'by a sign-in provider',
};

const shown = (instant: string): string => `${instant.slice(0, 16).replace('T', ' ')} UTC`;

/** `url` is the organization's own address. Nothing in it is of anybody's choosing. */
export function breakGlassMail(
  to: string,
  url: string,
  { method, at }: { method: string; at: string },
): Mail {
  return {
    to,
    subject: 'The owner signed in without single sign-on',
    text: `${url} lets people in by its single sign-on only, but for the owner: they signed in ${WAYS[method] ?? method} at ${shown(at)}.

If that was to be expected, there is nothing to do. If it was not, ask the owner, who should choose a new password at
once. The audit log tells from where it was.
`,
  };
}

/** The certificate goes by its fingerprint, as sso.get shows it. */
export function certificateMail(
  to: string,
  url: string,
  { fingerprint, expiresAt }: { fingerprint: string; expiresAt: string },
): Mail {
  return {
    to,
    subject: 'A certificate of your identity provider is about to end',
    text: `The certificate by which the identity provider of ${url} signs ends at ${shown(expiresAt)}:

${fingerprint}

Before the provider changes over to another one, add that one beside it (sso.update takes several), or nobody can sign
on any more. If it has changed over already, remove the old one.
`,
  };
}
