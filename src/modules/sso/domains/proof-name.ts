/**
 * The DNS name of the verification record: a subdomain, so that the records of the domain itself do not
 * change.
 */
export function proofName(domain: string): string {
  return `_trestle.${domain}`;
}
