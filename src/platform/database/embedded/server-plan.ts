import type { DataHome, Owner } from './data-home';
import type { PlatformPackage } from './platform-package';

/** The parameters of every step of a start. */
export interface ServerPlan {
  home: DataHome;
  /** The user that runs the server; undefined: the current user. */
  account: Owner | undefined;
  package: PlatformPackage;
  log(message: string, details?: object): void;
}
