import { Controller, Get } from '@nestjs/common';
import { PublicRoute } from '../../../http/routes/http-route.decorators';
import { AuditSigningKeysService } from './audit-signing-keys.service';

/** The public keys with which exports of audit logs are verified. */
@Controller('api/audit')
export class AuditKeysHttpController {
  constructor(private readonly keys: AuditSigningKeysService) {}

  @Get('keys')
  @PublicRoute()
  async list() {
    return { keys: await this.keys.published() };
  }
}
