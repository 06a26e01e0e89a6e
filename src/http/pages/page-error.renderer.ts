import type { AppError } from '../../kernel/app-error';
import type { ErrorRenderer, FailedRequest, RenderedError } from '../errors/error-renderer';
import { errorPage } from './error-page';
import { pageHeaders, renderPage } from './render-page';

/** Renders errors as pages for browsers. */
export class PageErrorRenderer implements ErrorRenderer {
  render(error: AppError, request: FailedRequest): RenderedError {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (error.location !== undefined && isRead) return redirectTo(error.location, request.url);
    const page = errorPage(error, request.id);
    return { status: page.status, headers: pageHeaders(page), body: renderPage(page) };
  }
}

/** Temporary, because an organization can move again. A URL that does not start with a slash could change the host. */
function redirectTo(baseUrl: string, url: string): RenderedError {
  return {
    status: 307,
    headers: {
      location: `${baseUrl}${url.startsWith('/') ? url : '/'}`,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    },
    body: '',
  };
}
