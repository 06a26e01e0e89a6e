import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { map, type Observable } from 'rxjs';
import type { Page } from './page';
import { pageHeaders, renderPage } from './render-page';

/** Sends what a page controller answers. */
@Injectable()
export class PageInterceptor implements NestInterceptor<Page, string> {
  intercept(context: ExecutionContext, next: CallHandler<Page>): Observable<string> {
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return next.handle().pipe(map((answer) => sendPage(reply, answer)));
  }
}

/** Sets status and headers of a page; answers its body. */
export function sendPage(reply: FastifyReply, answer: Page): string {
  if (answer.setCookies.length > 0) void reply.header('set-cookie', [...answer.setCookies]);
  if (answer.kind === 'redirect') {
    void reply
      .status(303)
      .header('location', answer.location)
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer');
    return '';
  }
  void reply.status(answer.status).headers(pageHeaders(answer));
  return renderPage(answer);
}
