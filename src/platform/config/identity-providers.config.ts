import { IsOptional, IsString, Length, Matches, ValidateIf } from 'class-validator';
import { FromEnv } from './from-env.decorator';

const needsPartner = (partner: string) => ({ message: `must be set together with ${partner}` });

/** Sign-in with third-party providers: each needs a client id and a client secret. */
export class IdentityProvidersConfig {
  @FromEnv('GOOGLE_CLIENT_ID')
  @ValidateIf((config: IdentityProvidersConfig) => config.googleClientSecret !== undefined)
  @IsString(needsPartner('GOOGLE_CLIENT_SECRET'))
  googleClientId: string | undefined;

  @FromEnv('GOOGLE_CLIENT_SECRET')
  @ValidateIf((config: IdentityProvidersConfig) => config.googleClientId !== undefined)
  @IsString(needsPartner('GOOGLE_CLIENT_ID'))
  googleClientSecret: string | undefined;

  @FromEnv('MICROSOFT_CLIENT_ID')
  @ValidateIf((config: IdentityProvidersConfig) => config.microsoftClientSecret !== undefined)
  @IsString(needsPartner('MICROSOFT_CLIENT_SECRET'))
  microsoftClientId: string | undefined;

  @FromEnv('MICROSOFT_CLIENT_SECRET')
  @ValidateIf((config: IdentityProvidersConfig) => config.microsoftClientId !== undefined)
  @IsString(needsPartner('MICROSOFT_CLIENT_ID'))
  microsoftClientSecret: string | undefined;

  /** The Microsoft accounts that can sign in: all, those of any organization, personal ones, or those of one tenant. */
  @FromEnv('MICROSOFT_TENANT')
  @Matches(/^(common|organizations|consumers|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/, {
    message: 'must be common, organizations, consumers or the id of a tenant',
  })
  microsoftTenant = 'common';

  @FromEnv('GITHUB_CLIENT_ID')
  @ValidateIf((config: IdentityProvidersConfig) => config.githubClientSecret !== undefined)
  @IsString(needsPartner('GITHUB_CLIENT_SECRET'))
  githubClientId: string | undefined;

  @FromEnv('GITHUB_CLIENT_SECRET')
  @ValidateIf((config: IdentityProvidersConfig) => config.githubClientId !== undefined)
  @IsString(needsPartner('GITHUB_CLIENT_ID'))
  githubClientSecret: string | undefined;

  @FromEnv('OIDC_ISSUER')
  @IsOptional()
  @Matches(/^https?:\/\/(?!.*\/\.well-known\/)[^\s?#]+$/, {
    message: 'must be the http or https URL that the provider calls its issuer',
  })
  oidcIssuer: string | undefined;

  /** The provider's display name. */
  @FromEnv('OIDC_NAME')
  @Length(1, 50, { message: 'must be 1 to 50 characters' })
  oidcName = 'OpenID Connect';

  @FromEnv('OIDC_CLIENT_ID')
  @ValidateIf((config: IdentityProvidersConfig) => config.oidcIssuer !== undefined)
  @IsString(needsPartner('OIDC_ISSUER'))
  oidcClientId: string | undefined;

  @FromEnv('OIDC_CLIENT_SECRET')
  @ValidateIf((config: IdentityProvidersConfig) => config.oidcIssuer !== undefined)
  @IsString(needsPartner('OIDC_ISSUER'))
  oidcClientSecret: string | undefined;
}
