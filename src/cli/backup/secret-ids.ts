import type { AppSecret } from '../../platform/config/app-secret';
import { BackupProblem } from './backup-problem';
import type { Manifest } from './manifest';

type SecretIds = Manifest['secrets'];

/** Identifies the secrets of an installation in the manifest, which does not contain them. */
export function secretIds(secret: AppSecret): SecretIds {
  const [current, previous] = secret.keysFor('backups');
  return { current: current.id, previous: previous?.id ?? null };
}

/**
 * Throws BackupProblem when the installation cannot decrypt what the backup contains: with another secret, all sessions end
 * and second factors, single sign-on and webhooks must be set up again.
 */
export function assertSameSecret(written: SecretIds, own: AppSecret): void {
  const ids = new Set(own.keysFor('backups').map(({ id }) => id));
  if (ids.has(written.current)) return;
  throw new BackupProblem(
    'The backup was written with another APP_SECRET; set it (with the embedded database: copy the file app-secret ' +
      'of its DATA_DIR into this DATA_DIR), or restore with --other-secret if it is lost',
  );
}
