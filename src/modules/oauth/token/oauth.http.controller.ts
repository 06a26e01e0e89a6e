import { Controller, Header, Post } from '@nestjs/common';
import type { GuardedCall } from '../../../access/guarded-call';
import { FormBody, type FormFields } from '../../../http/pages/form-body';
import { Call } from '../../../http/routes/call.decorator';
import { ApexHostService } from '../apex-host.service';
import { IntrospectionService } from './introspection.service';
import { OAuthRoute } from '../oauth-route.decorator';
import { RevocationService } from './revocation.service';
import { TokenExchangeService } from './token-exchange.service';

/** The endpoints for programs (contract §9). Their responses must not be cached: each has `no-store`. */
@Controller('oauth')
export class OAuthHttpController {
  constructor(
    private readonly apex: ApexHostService,
    private readonly exchanges: TokenExchangeService,
    private readonly revocations: RevocationService,
    private readonly introspections: IntrospectionService,
  ) {}

  /** Also sends the HTTP/1.0 header: RFC 6749 (5.1) requires both. */
  @Post('token')
  @Header('pragma', 'no-cache')
  @OAuthRoute()
  token(@Call() { request }: GuardedCall, @FormBody() fields: FormFields) {
    this.apex.rejectOthers(request);
    return this.exchanges.exchange(request, fields);
  }

  @Post('revoke')
  @OAuthRoute()
  async revoke(@Call() { request }: GuardedCall, @FormBody() fields: FormFields) {
    this.apex.rejectOthers(request);
    await this.revocations.revoke(request, fields);
    return {};
  }

  @Post('introspect')
  @OAuthRoute()
  introspect(@Call() { request }: GuardedCall, @FormBody() fields: FormFields) {
    this.apex.rejectOthers(request);
    return this.introspections.introspect(request, fields);
  }
}
