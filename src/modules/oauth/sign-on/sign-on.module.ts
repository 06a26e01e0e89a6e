import { Module } from '@nestjs/common';
import { AccountsModule } from '../../accounts';
import { ApexHost } from '../apex-host';
import { DepartingBrowser } from './departing-browser';
import { HandoversRepository } from './handovers.repository';
import { OrganizationAddress } from './organization-address';
import { SignOnDepartures } from './sign-on-departures.service';
import { SignOnHandover } from './sign-on-handover.service';
import { SignOnHttpController } from './sign-on.http.controller';
import { SignOnReturn } from './sign-on-return.service';

@Module({
  imports: [AccountsModule],
  controllers: [SignOnHttpController],
  providers: [
    ApexHost,
    DepartingBrowser,
    HandoversRepository,
    OrganizationAddress,
    SignOnDepartures,
    SignOnHandover,
    SignOnReturn,
  ],
  exports: [ApexHost, SignOnDepartures],
})
export class SignOnModule {}
