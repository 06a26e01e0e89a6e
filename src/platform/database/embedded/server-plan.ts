import type { DataHome, Owner } from './data-home';
import type { PlatformPackage } from './platform-package';

/** What every step of a start needs to know. */
export interface ServerPlan {
  home: DataHome;
  /** The user to drop to; undefined: the one we are. */
  account: Owner | undefined;
  package: PlatformPackage;
  log(message: string, details?: object): void;
}
