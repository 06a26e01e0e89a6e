import { IsOptional, IsString, Matches, ValidateIf } from 'class-validator';
import { FromEnv } from './from-env.decorator';

const needsPartner = (partner: string) => ({ message: `must be set together with ${partner}` });

/** Third-party sign-in: each provider needs its client id and its client secret. */
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
  @Matches(/^https?:\/\/[^\s]+$/, { message: 'must be an http or https URL' })
  oidcIssuer: string | undefined;

  @FromEnv('OIDC_CLIENT_ID')
  @ValidateIf((config: IdentityProvidersConfig) => config.oidcIssuer !== undefined)
  @IsString(needsPartner('OIDC_ISSUER'))
  oidcClientId: string | undefined;

  @FromEnv('OIDC_CLIENT_SECRET')
  @ValidateIf((config: IdentityProvidersConfig) => config.oidcIssuer !== undefined)
  @IsString(needsPartner('OIDC_ISSUER'))
  oidcClientSecret: string | undefined;
}
