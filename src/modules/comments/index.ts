export { CurrentCommentsService } from './current-comments.service';
export { CommentsModule } from './comments.module';
export { sanitizeComment } from './markdown/sanitize-comment';
export { BODY_MAX, MENTIONS_MAX, REACTION_CODES } from './comments.schemas';
