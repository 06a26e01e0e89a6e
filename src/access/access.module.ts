import { Global, Module } from '@nestjs/common';
import { AuditSnapshotsRepository } from './audit/audit-snapshots.repository';
import { AuditedCalls } from './audit/audited-calls';
import { Authenticator } from './authenticator';
import { AddressLimits } from './limits/address-limits';
import { BearerAuthentication } from './limits/bearer-authentication';
import { BearerTokens } from './bearer-tokens';
import { CellDirectory } from './cells/cell-directory';
import { CellDirectoryCopy } from './cells/cell-directory-copy';
import { CellDirectoryFeed } from './cells/cell-directory-feed';
import { CellMetrics } from './cells/cell-metrics';
import { OtherCells } from './cells/other-cells';
import { CredentialRevocation } from './credential-revocation';
import { FlowCookies } from './flow-cookies';
import { SignInMethods } from './sign-in-methods';
import { RateLimits } from './rate-limits';
import { DownloadUrls } from './download-urls';
import { LiveCredentials } from './live-credentials';
import { TenantFinder } from './tenant-finder';

/** The modules that own the data implement the ports and export them globally. */
@Global()
@Module({
  providers: [
    AddressLimits,
    AuditedCalls,
    AuditSnapshotsRepository,
    Authenticator,
    BearerAuthentication,
    BearerTokens,
    CellDirectory,
    CellDirectoryCopy,
    CellDirectoryFeed,
    CellMetrics,
    CredentialRevocation,
    FlowCookies,
    RateLimits,
    SignInMethods,
    DownloadUrls,
    LiveCredentials,
    OtherCells,
    TenantFinder,
  ],
  exports: [
    AuditedCalls,
    Authenticator,
    BearerTokens,
    CellDirectory,
    CredentialRevocation,
    FlowCookies,
    RateLimits,
    SignInMethods,
    DownloadUrls,
    LiveCredentials,
    OtherCells,
    TenantFinder,
  ],
})
export class AccessModule {}
