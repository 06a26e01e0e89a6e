/** Whether a browser requests a page: programs accept anything, name JSON, or send no Accept header. */
export function acceptsHtml(accept: string | undefined): boolean {
  return accept !== undefined && /(^|,) *text\/html *(;|,|$)/i.test(accept);
}
