/** Markup that is safe to send. Only `html` creates it. */
export class Html {
  constructor(readonly text: string) {}
}

/** Values of a template: markup is inserted unchanged, other values are escaped, null and false are omitted. */
export type HtmlPart = Html | string | number | null | undefined | false | readonly HtmlPart[];

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * A template that stops HTML injection: inserted values cannot become markup, in text and in quoted attributes. URLs and
 * styles need additional checks.
 */
export function html(strings: TemplateStringsArray, ...parts: HtmlPart[]): Html {
  let text = strings[0]!;
  for (const [index, part] of parts.entries()) text += render(part) + strings[index + 1]!;
  return new Html(text);
}

function render(part: HtmlPart): string {
  if (part instanceof Html) return part.text;
  if (part === null || part === undefined || part === false) return '';
  if (typeof part === 'object') return part.map(render).join('');
  return String(part).replace(/[&<>"']/g, (character) => ESCAPES[character]!);
}
