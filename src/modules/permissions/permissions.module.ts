import { Module } from '@nestjs/common';
import { AccessExplanationService } from './access-explanation.service';
import { PermissionsController } from './permissions.controller';

/** Explains to administrators what users can access; the permissions themselves are those of hierarchy. */
@Module({ providers: [AccessExplanationService, PermissionsController] })
export class PermissionsModule {}
