/** Blanks around an address are typing, not part of it. */
export function trimmedEmail(email: string): string {
  return email.trim();
}

/**
 * What an address is found and counted by: two spellings that differ in case or in how accents are composed are one
 * account. Mail always goes to the address as its account spells it, never to what a caller typed: lower-casing folds
 * some letters of other scripts into Latin ones, and a look-alike address would get the victim's mail.
 */
export function emailKey(email: string): string {
  return trimmedEmail(email).normalize('NFC').toLowerCase();
}
