/** A field of a form with its value, as a browser sends it. */
export type SentField = [name: string, value: string];

/** The fields that a browser would send if nothing was typed: unchecked boxes and unchosen options are left out. */
export function sentFields(text: string): SentField[] {
  const form = /<form\b[\s\S]*<\/form>/.exec(text)?.[0] ?? '';
  const controls =
    /<input\b([^>]*)>|<textarea\b([^>]*)>\r?\n?([\s\S]*?)<\/textarea>|<select\b([^>]*)>([\s\S]*?)<\/select>/g;
  return [...form.matchAll(controls)].flatMap(([, input, area, content, select, inside]): SentField[] => {
    const attributes = (input ?? area ?? select)!;
    const name = attributeOf(attributes, 'name') ?? '';
    if (input !== undefined) return inputFields(name, input);
    if (area !== undefined) return [[name, decoded(content!)]];
    return selectFields(name, attributes, inside!);
  });
}

function inputFields(name: string, attributes: string): SentField[] {
  const type = attributeOf(attributes, 'type');
  if (type === 'file') return [];
  const canBeChecked = type === 'checkbox' || type === 'radio';
  if (canBeChecked && !/\schecked\b/.test(attributes)) return [];
  return [[name, attributeOf(attributes, 'value') ?? '']];
}

function selectFields(name: string, attributes: string, inside: string): SentField[] {
  const options = [...inside.matchAll(/<option\b([^>]*)>/g)].map(([, option = '']) => option);
  const chosen = options.filter((option) => /\sselected\b/.test(option));
  const isMultiple = /\smultiple\b/.test(attributes);
  return (chosen.length > 0 || isMultiple ? chosen : options.slice(0, 1)).map((option) => [
    name,
    attributeOf(option, 'value') ?? '',
  ]);
}

/** The attributes of the control with a name, and of the first with a value if one is given. */
export function controlOf(text: string, name: string, value?: string): string {
  const controls = [...text.matchAll(/<(?:input|textarea|select)\b([^>]*)>/g)].map(
    ([, attributes = '']) => attributes,
  );
  const found = controls.find(
    (attributes) =>
      attributeOf(attributes, 'name') === name &&
      (value === undefined || attributeOf(attributes, 'value') === value),
  );
  if (found === undefined) throw new Error(`The page has no field ${name}`);
  return found.replaceAll(/\s+/g, ' ');
}

export function attributeOf(attributes: string, name: string): string | undefined {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(` ${attributes}`)?.[1];
  return value === undefined ? undefined : decoded(value);
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

export function decoded(text: string): string {
  return text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_all, entity: string) => ENTITIES[entity]!);
}
