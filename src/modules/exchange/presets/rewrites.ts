/** Words of other products for the four priorities. */
const PRIORITY_WORDS: Readonly<Record<string, string>> = {
  blocker: 'Critical',
  highest: 'Critical',
  urgent: 'Critical',
  'critical ⚠️': 'Critical',
  'critical ⚠': 'Critical',
  major: 'High',
  normal: 'Medium',
  minor: 'Low',
  lowest: 'Low',
  trivial: 'Low',
  none: '',
  undefined: '',
};

/** Changes of texts, by names, so that the plan of a job can store them. */
const REWRITES = {
  /** Jira has five priorities, or six in older schemes. */
  priority: (text: string) => PRIORITY_WORDS[text.trim().toLowerCase()] ?? text,
  /** monday writes `v` into a checkbox. */
  checkmark: (text: string) => (text.trim().toLowerCase() === 'v' ? 'yes' : text),
  /** Trello writes the color of a label behind its name: `Bug (red), Urgent (sky)`. */
  labelColors: (text: string) =>
    text.replace(
      /\s*\((?:green|yellow|orange|red|purple|blue|sky|lime|pink|black)(?:_(?:light|dark))?\)/gi,
      '',
    ),
} as const satisfies Record<string, (text: string) => string>;

export type RewriteName = keyof typeof REWRITES;

export function rewrite(name: RewriteName, text: string): string {
  return REWRITES[name](text);
}

export function rewriteAll(name: RewriteName | undefined, texts: ReadonlySet<string>): ReadonlySet<string> {
  if (name === undefined) return texts;
  const rewritten = new Set<string>();
  for (const text of texts) {
    const changed = REWRITES[name](text).trim();
    if (changed !== '') rewritten.add(changed);
  }
  return rewritten;
}
