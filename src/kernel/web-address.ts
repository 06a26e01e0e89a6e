export const WEB_ADDRESS_MAX = 2_048;

// Parsers remove spaces and control characters, and read a backslash as a slash: the address would be another one than the text.
const PLAIN = /^https?:\/\/[^\s\p{Cc}\\]+$/iu;

/**
 * Whether a text is the address of a web page: absolute, http or https, without a user name and a password, which phishing uses
 * to show another host. What a browser opens or is redirected to is checked with it; targets that the service calls also need
 * the outbound guard.
 */
export function isWebAddress(text: string): boolean {
  if (text.length > WEB_ADDRESS_MAX || !PLAIN.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}
