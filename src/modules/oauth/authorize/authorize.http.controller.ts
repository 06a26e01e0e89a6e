import { Controller, Get, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { GuardedCall } from '../../../access/guarded-call';
import { FormBody, type FormFields } from '../../../http/pages/form-body';
import type { Page } from '../../../http/pages/page';
import { PageRoute } from '../../../http/pages/page-route.decorator';
import { Call } from '../../../http/routes/call.decorator';
import { ConsentService } from './consent.service';

/** The authorization endpoint, which users open in a browser (contract §9). */
@Controller('oauth/authorize')
export class AuthorizeHttpController {
  constructor(private readonly consent: ConsentService) {}

  @Get()
  @PageRoute()
  show(@Call() { request }: GuardedCall, @Req() { url }: FastifyRequest): Promise<Page> {
    // The raw query instead of the framework's parsed one: the state must be returned unchanged.
    return this.consent.show(request, url.includes('?') ? url.slice(url.indexOf('?') + 1) : '');
  }

  @Post()
  @PageRoute()
  decide(@Call() { request }: GuardedCall, @FormBody() fields: FormFields): Promise<Page> {
    return this.consent.decide(request, fields);
  }
}
