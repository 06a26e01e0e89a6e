import sanitizeHtml from 'sanitize-html';

/** Deeper elements are removed; their text remains. */
const MAX_NESTING = 100;
const LINK = /^(?:https?:\/\/|mailto:)/i;
const MARKUP = /[<>&]/;

const BLOCK_TAGS = 'h1 h2 h3 h4 h5 h6 p div br hr blockquote pre ul ol li'.split(' ');
const INLINE_TAGS = 'a span strong b em i u s del ins mark sub sup small code'.split(' ');
const TABLE_TAGS = 'table caption thead tbody tfoot tr th td'.split(' ');

/**
 * What rich text can contain (contract §6, long_text; decision 0033): the elements of common editors, and links. Not
 * allowed: images, because a remote image reveals to its server who reads the cell and when; styles and classes, which
 * can draw over the page; `target`, which clients set themselves.
 */
export const RICH_TEXT: sanitizeHtml.IOptions = {
  allowedTags: [...BLOCK_TAGS, ...INLINE_TAGS, ...TABLE_TAGS],
  allowedAttributes: {
    a: ['href', 'title', 'rel'],
    ol: ['start'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan'],
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  nestingLimit: MAX_NESTING,
  transformTags: {
    // Absolute links only: a relative one would be a link to this service, created by another user.
    a: (tagName, { href, title }): sanitizeHtml.Tag => ({
      tagName,
      attribs: {
        ...(href !== undefined && LINK.test(href) ? { href, rel: 'noopener nofollow ugc' } : {}),
        ...(title === undefined ? {} : { title }),
      },
    }),
  },
};

/** Removes everything that is not on the allow-list; idempotent, so that sanitized text is not changed again. */
export function sanitizeRichText(html: string): string {
  return MARKUP.test(html) ? sanitizeHtml(html, RICH_TEXT) : html;
}
