/** A header contains only ASCII. Other addresses stay as their author wrote them. */
export function redirectTarget(url: string): string {
  return /^[\x21-\x7e]+$/.test(url) ? url : new URL(url).href;
}
