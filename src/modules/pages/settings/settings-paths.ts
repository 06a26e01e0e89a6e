/** The paths of the account settings. */
export const SETTINGS = {
  profile: '/settings/account',
  password: '/settings/account/password',
  twoFactor: '/settings/account/two-factor',
  providers: '/settings/account/providers',
  sessions: '/settings/account/sessions',
  tokens: '/settings/account/tokens',
  newToken: '/settings/account/tokens/new',
  applications: '/settings/account/applications',
  deletion: '/settings/account/delete',
} as const;
