import { privateKeyOf } from '../../../src/modules/sso/keys/key-pairs.service';
import { KEY_PURPOSES } from '../../../src/modules/sso/keys/key-pair';
import { SecretBox } from '../../../src/platform/crypto/secret-box';
import type { TestOrganization } from '../factories/organization.factory';
import { signingKey } from './self-signed';

/** Assigns prepared keys to an organization: creating some takes as long as ten tests. */
export async function withKeys({ id, app }: TestOrganization): Promise<void> {
  const box = app.nest.get(SecretBox, { strict: false });
  for (const purpose of KEY_PURPOSES) {
    const { privateKey, certificate } = signingKey(`of organizations, for ${purpose}`);
    await app.sql.query(
      `insert into sso_keys (organization_id, purpose, sealed_private_key, certificate, created_at)
       values ($1, $2, $3, $4, now())`,
      [id, purpose, box.seal(privateKey, privateKeyOf(id, purpose)), certificate],
    );
  }
}
