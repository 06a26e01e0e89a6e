/** The path of a request, without the query, which may contain inputs. */
export function pathOf(url: string): string {
  return url.split('?', 1)[0]!;
}
