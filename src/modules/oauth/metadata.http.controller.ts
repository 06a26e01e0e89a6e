import { Controller, Get } from '@nestjs/common';
import type { GuardedCall } from '../../access/guarded-call';
import { SCOPES } from '../../access/scope';
import { Call } from '../../http/routes/call.decorator';
import { PublicRoute } from '../../http/routes/http-route.decorators';
import { ApexHostService } from './apex-host.service';

const WITH_SECRET = ['client_secret_basic', 'client_secret_post'];

/** The metadata of the authorization server, from which clients configure themselves (RFC 8414). */
@Controller('.well-known')
export class MetadataHttpController {
  constructor(private readonly apex: ApexHostService) {}

  @Get('oauth-authorization-server')
  @PublicRoute()
  metadata(@Call() { request }: GuardedCall) {
    this.apex.rejectOthers(request);
    const { issuer } = this.apex;
    return {
      issuer,
      authorization_endpoint: `${issuer}/oauth/authorize`,
      token_endpoint: `${issuer}/oauth/token`,
      revocation_endpoint: `${issuer}/oauth/revoke`,
      introspection_endpoint: `${issuer}/oauth/introspect`,
      scopes_supported: SCOPES,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: [...WITH_SECRET, 'none'],
      revocation_endpoint_auth_methods_supported: [...WITH_SECRET, 'none'],
      introspection_endpoint_auth_methods_supported: WITH_SECRET,
      authorization_response_iss_parameter_supported: true,
    };
  }
}
