/** Spaces around an address are typing errors. */
export function trimmedEmail(email: string): string {
  return email.trim();
}

/**
 * What a service account has in place of the key of an address. It is not one, so that nothing finds the account by an address
 * (decision 0144).
 */
export function serviceAccountKey(userId: string): string {
  return `service:${userId}`;
}

/**
 * The key that identifies and counts an address: spellings that differ in case or in the composition of accents are one
 * account. Mail always goes to the address as the account spells it, never to the caller's input: lower-casing maps some
 * letters of other scripts to Latin ones, and a look-alike address would get the victim's mail.
 */
export function emailKey(email: string): string {
  return trimmedEmail(email).normalize('NFC').toLowerCase();
}
