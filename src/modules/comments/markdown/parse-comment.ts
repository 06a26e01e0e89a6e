import MarkdownIt from 'markdown-it';
import type { UserId } from '../../../kernel/ids';
import { type MentionEnv, mentions } from './mentions';
import { sanitizeComment } from './sanitize-comment';

/** A comment's text, parsed once; which of the named users are members decides how it is rendered. */
export interface ParsedComment {
  named: ReadonlySet<UserId>;
  /** Sanitized HTML, in which mentions have no name yet. */
  render(members: ReadonlySet<UserId>): string;
}

/**
 * CommonMark with tables, strikethrough and links of bare addresses; a line break stays one. HTML in the source is shown as
 * text. Images become links: a remote image would report to its server who reads the comment, and when.
 */
const createParser = () =>
  new MarkdownIt({ html: false, linkify: true, breaks: true }).disable('image').use(mentions);

/** Created for the first comment (decision 0074). */
let parser: ReturnType<typeof createParser> | undefined;

export function parseComment(body: string): ParsedComment {
  const env: MentionEnv = { named: new Set(), members: new Set() };
  const markdown = (parser ??= createParser());
  const tokens = markdown.parse(body, env);
  return {
    named: env.named,
    render: (members) => {
      env.members = members;
      return sanitizeComment(markdown.renderer.render(tokens, markdown.options, env));
    },
  };
}
