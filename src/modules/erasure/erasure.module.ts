import { Module } from '@nestjs/common';
import { EraseAccountJob } from './erase-account.job';
import { ErasureRepository } from './erasure.repository';
import { ErasureService } from './erasure.service';

@Module({
  providers: [EraseAccountJob, ErasureRepository, ErasureService],
  exports: [ErasureService],
})
export class ErasureModule {}
