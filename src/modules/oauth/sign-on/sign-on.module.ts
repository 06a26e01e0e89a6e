import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '../../accounts';
import { ApexHostService } from '../apex-host.service';
import { SignOnFlowCookieService } from './sign-on-flow-cookie.service';
import { SessionTransfersRepository } from './session-transfers.repository';
import { OrganizationAddressService } from './organization-address.service';
import { SignOnRequestService } from './sign-on-request.service';
import { SessionTransferService } from './session-transfer.service';
import { SignOnHttpController } from './sign-on.http.controller';
import { SignOnCallbackService } from './sign-on-callback.service';
import { SessionTransferEntity } from './session-transfer.entity';

@Module({
  imports: [TypeOrmModule.forFeature([SessionTransferEntity]), AccountsModule],
  controllers: [SignOnHttpController],
  providers: [
    ApexHostService,
    SignOnFlowCookieService,
    SessionTransfersRepository,
    OrganizationAddressService,
    SignOnRequestService,
    SessionTransferService,
    SignOnCallbackService,
  ],
  exports: [ApexHostService, SignOnRequestService],
})
export class SignOnModule {}
