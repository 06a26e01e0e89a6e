export function isGoogle(issuer: string): boolean {
  return issuer === 'https://accounts.google.com';
}
