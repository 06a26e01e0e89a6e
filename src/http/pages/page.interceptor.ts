import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { map, type Observable } from 'rxjs';
import { guardedCall } from '../../access/guarded-call';
import { TenantFinder } from '../../access/tenant-finder';
import type { Page } from './page';
import { pageHeaders, renderPage } from './render-page';

/** Sends the result of a page controller. */
@Injectable()
export class PageInterceptor implements NestInterceptor<Page, string> {
  constructor(private readonly tenants: TenantFinder) {}

  intercept(context: ExecutionContext, next: CallHandler<Page>): Observable<string> {
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    const organization = this.tenants.slugOf(guardedCall(context).request.host);
    return next.handle().pipe(map((answer) => sendPage(reply, answer, organization)));
  }
}

/** Sets status and headers of a page; returns its body. */
export function sendPage(reply: FastifyReply, answer: Page, organization: string | null = null): string {
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
  return renderPage(answer, organization);
}
