import sanitizeHtml from 'sanitize-html';
import { RICH_TEXT } from '../../../column-types/values/sanitize-rich-text';

/** Rich text, and the mentions that the renderer adds; Markdown cannot contain HTML. */
const OPTIONS: sanitizeHtml.IOptions = {
  ...RICH_TEXT,
  allowedAttributes: { ...RICH_TEXT.allowedAttributes, span: ['data-user-id'] },
  allowedClasses: { span: ['mention'] },
};

export function sanitizeComment(html: string): string {
  return sanitizeHtml(html, OPTIONS);
}
