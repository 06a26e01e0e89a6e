import type { AppError } from '../../kernel/app-error';
import type { ErrorRenderer, FailedRequest, RenderedError } from '../errors/error-renderer';
import { errorPage } from './error-page';
import { pageHeaders, renderPage } from './render-page';

/** Renders errors as pages for browsers. */
export class PageErrorRenderer implements ErrorRenderer {
  render(error: AppError, { id }: FailedRequest): RenderedError {
    const page = errorPage(error, id);
    return { status: page.status, headers: pageHeaders(page), body: renderPage(page) };
  }
}
