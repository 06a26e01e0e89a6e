/** Where the settings of an account are. */
export const SETTINGS = {
  profile: '/settings/account',
  password: '/settings/account/password',
  twoFactor: '/settings/account/two-factor',
  sessions: '/settings/account/sessions',
  applications: '/settings/account/applications',
} as const;
