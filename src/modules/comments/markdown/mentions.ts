import type { Env, MarkdownIt, StateInline } from 'markdown-it';
import { ID_PREFIXES, type UserId } from '../../../kernel/ids';

const USER = `${ID_PREFIXES.user}_[0-9A-HJKMNP-TV-Z]{26}`;
/** At the current place of the parser. */
const MENTION = new RegExp(`@(${USER})(?![0-9A-Za-z])`, 'y');
const WORD = /[0-9A-Za-z_]/;
const EMPTY_ELEMENT = new RegExp(`<span class="mention" data-user-id="(${USER})"></span>`, 'g');

/** What one rendering knows: the ids that a text names, and which of them are members. */
export interface MentionEnv extends Env {
  named: Set<UserId>;
  members: ReadonlySet<UserId>;
}

/**
 * `@usr_…` outside code becomes an empty element, if the id is a member's: the name is added when the comment is read,
 * because members rename themselves. Other ids stay plain text (contract §7).
 */
export function mentions(markdown: MarkdownIt): void {
  markdown.inline.ruler.before('link', 'mention', (state, silent) => {
    const id = mentionAt(state);
    if (id === null) return false;
    if (!silent) {
      (state.env as MentionEnv).named.add(id);
      state.push('mention', '', 0).content = id;
    }
    state.pos += id.length + 1;
    return true;
  });
  markdown.renderer.rules['mention'] = (tokens, index, _options, env) => {
    const id = tokens[index]!.content as UserId;
    return (env as MentionEnv).members.has(id)
      ? `<span class="mention" data-user-id="${id}"></span>`
      : `@${id}`;
  };
}

/** Fills the empty elements of stored HTML with the current names. */
export function withNames(html: string, nameOf: (id: UserId) => string): string {
  return html.replaceAll(EMPTY_ELEMENT, (_element, id: UserId) => {
    return `<span class="mention" data-user-id="${id}">@${escapeHtml(nameOf(id))}</span>`;
  });
}

function mentionAt({ src, pos, posMax }: StateInline): UserId | null {
  // 64 is @: most characters are not, and end the rule here.
  if (src.codePointAt(pos) !== 64 || (pos > 0 && WORD.test(src[pos - 1]!))) return null;
  MENTION.lastIndex = pos;
  const id = MENTION.exec(src)?.[1];
  return id !== undefined && pos + id.length < posMax ? (id as UserId) : null;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character]!);
}
