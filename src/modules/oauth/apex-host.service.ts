import { Injectable } from '@nestjs/common';
import { AppError } from '../../kernel/app-error';
import type { IncomingRequest } from '../../access/incoming-request';
import { HttpConfig } from '../../platform/config/http.config';

/** {auth_url}: only the apex host has the authorization routes; other hosts respond with 404. */
@Injectable()
export class ApexHostService {
  readonly issuer: string;
  private readonly apexSuffix: string;

  constructor(http: HttpConfig) {
    this.issuer = http.publicUrl;
    this.apexSuffix = `.${new URL(http.publicUrl).hostname}`;
  }

  rejectOthers({ host }: IncomingRequest): void {
    const name = host.replace(/\.?(:\d*)?$/, '');
    if (name.endsWith(this.apexSuffix)) throw new AppError('NOT_FOUND', 'No such route');
  }
}
