import type { DataHome, Owner } from './data-home';
import type { PlatformPackage } from './platform-package';
import type { ServerSettings } from './server-settings';

/** The parameters of every step of a start. */
export interface ServerPlan {
  home: DataHome;
  /** The user that runs the server; undefined: the current user. */
  account: Owner | undefined;
  package: PlatformPackage;
  settings: ServerSettings;
  log(message: string, details?: object): void;
}
