import { Controller, Get } from '@nestjs/common';
import type { GuardedCall } from '../../access/guarded-call';
import { Call } from '../../http/routes/call.decorator';
import { PublicRoute } from '../../http/routes/http-route.decorators';
import { ProtectedResourceService } from './protected-resource.service';

/** From which clients of the MCP server find the authorization server (RFC 9728). */
@Controller('.well-known/oauth-protected-resource')
export class ResourceMetadataHttpController {
  constructor(private readonly resource: ProtectedResourceService) {}

  @Get('api/mcp')
  @PublicRoute()
  metadata(@Call() { request }: GuardedCall) {
    return this.resource.metadata(request);
  }
}
