/** Whether a browser asks to show the answer: programs accept anything, name JSON, or say nothing. */
export function acceptsHtml(accept: string | undefined): boolean {
  return accept !== undefined && /(^|,) *text\/html *(;|,|$)/i.test(accept);
}
