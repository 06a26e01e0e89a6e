/** Markup that is safe to send: made by `html` alone. */
export class Html {
  constructor(readonly text: string) {}
}

/** What may stand in a template: markup as it is, anything else escaped, nothing for null and false. */
export type HtmlPart = Html | string | number | null | undefined | false | readonly HtmlPart[];

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * A template whose inserted values cannot become markup, in text and in quoted attributes. Addresses and styles need
 * checks of their own before they stand in one.
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
