/** The URL of a page that continues to `path`, a path of this service, when it is done. */
export function continuing(page: string, path: string): string {
  return path === '/' ? page : `${page}?continue=${encodeURIComponent(path)}`;
}
