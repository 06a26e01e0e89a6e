/** The address of a page that leads on to `path`, an address of our own, when it is done. */
export function continuing(page: string, path: string): string {
  return path === '/' ? page : `${page}?continue=${encodeURIComponent(path)}`;
}
