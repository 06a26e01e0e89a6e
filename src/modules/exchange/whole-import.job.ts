import { Injectable } from '@nestjs/common';
import { Job } from '../../platform/jobs/job.decorator';
import { ImportJob } from './import.job';

/**
 * The job of imports that workers of earlier releases would read differently: files of products, parents, updates and titles. They
 * do not know its name, and leave it to workers of this release.
 */
@Job({ name: 'boards.import-whole', maxAttempts: 4 })
@Injectable()
export class WholeImportJob extends ImportJob {}
