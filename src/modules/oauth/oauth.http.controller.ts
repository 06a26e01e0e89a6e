import { Controller, Header, Post } from '@nestjs/common';
import type { GuardedCall } from '../../access/guarded-call';
import { OAuthRoute } from '../../rpc/oauth-route.decorator';
import { FormBody, type FormFields } from '../../rpc/pages/form-body';
import { Call } from '../../rpc/plain-call';
import { ApexHost } from './apex-host';
import { IntrospectionService } from './introspection.service';
import { RevocationService } from './revocation.service';
import { TokenExchangeService } from './token-exchange.service';

/** The endpoints that programs call (contract §9). No answer of theirs may be kept: each response says `no-store`. */
@Controller('oauth')
export class OAuthHttpController {
  constructor(
    private readonly apex: ApexHost,
    private readonly exchanges: TokenExchangeService,
    private readonly revocations: RevocationService,
    private readonly introspections: IntrospectionService,
  ) {}

  /** With the header of HTTP/1.0, too: RFC 6749 (5.1) wants both. */
  @Post('token')
  @Header('pragma', 'no-cache')
  @OAuthRoute()
  token(@Call() { request }: GuardedCall, @FormBody() fields: FormFields) {
    this.apex.refuseOthers(request);
    return this.exchanges.exchange(request, fields);
  }

  @Post('revoke')
  @OAuthRoute()
  async revoke(@Call() { request }: GuardedCall, @FormBody() fields: FormFields) {
    this.apex.refuseOthers(request);
    await this.revocations.revoke(request, fields);
    return {};
  }

  @Post('introspect')
  @OAuthRoute()
  introspect(@Call() { request }: GuardedCall, @FormBody() fields: FormFields) {
    this.apex.refuseOthers(request);
    return this.introspections.introspect(request, fields);
  }
}
