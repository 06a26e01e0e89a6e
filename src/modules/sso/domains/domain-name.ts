import { domainToASCII } from 'node:url';

const DOMAIN = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/** A domain name in lower case and without a trailing dot; null if it is invalid. */
export function domainName(given: string): string | null {
  if (given.length > 253 || /[\s@/:?#]/.test(given.trim())) return null;
  const name = domainToASCII(given.trim().replace(/\.$/, '')).toLowerCase();
  return DOMAIN.test(name) ? name : null;
}

/** The domain of an email address; null if it has none. */
export function domainOfEmail(email: string): string | null {
  return domainName(email.slice(email.lastIndexOf('@') + 1));
}
