import { Global, Module } from '@nestjs/common';
import { AuditSnapshotsRepository } from './audit/audit-snapshots.repository';
import { AuditedCalls } from './audit/audited-calls';
import { Authenticator } from './authenticator';
import { BearerTokens } from './bearer-tokens';
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
    AuditedCalls,
    AuditSnapshotsRepository,
    Authenticator,
    BearerTokens,
    CredentialRevocation,
    FlowCookies,
    RateLimits,
    SignInMethods,
    DownloadUrls,
    LiveCredentials,
    TenantFinder,
  ],
  exports: [
    AuditedCalls,
    Authenticator,
    BearerTokens,
    CredentialRevocation,
    FlowCookies,
    RateLimits,
    SignInMethods,
    DownloadUrls,
    LiveCredentials,
    TenantFinder,
  ],
})
export class AccessModule {}
