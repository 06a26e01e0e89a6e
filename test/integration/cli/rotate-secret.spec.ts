import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rotateSecret } from '../../../src/cli/rotate-secret';
import { AuditSigningKeysService } from '../../../src/modules/audit/chain/audit-signing-keys.service';
import { AppSecret } from '../../../src/platform/config/app-secret';
import { SecretBox } from '../../../src/platform/crypto/secret-box';
import { SecretResealing, type StoredSecrets } from '../../../src/platform/crypto/secret-resealing';
import { startApp, TEST_SECRET, type TestApp } from '../../support/app';
import { withSecondFactor } from '../../support/authenticator';
import { aRun } from '../../support/backups';
import { anAccount } from '../../support/factories/account.factory';
import { anAutomation, runAutomations } from '../../support/factories/automation.factory';
import { aBoard } from '../../support/factories/board.factory';
import { aHook } from '../../support/factories/hook.factory';
import { anItem } from '../../support/factories/item.factory';
import { anOrganization } from '../../support/factories/organization.factory';
import { aWebhook } from '../../support/factories/webhook.factory';
import { made } from '../../support/factories/workspace.factory';
import { aSignOn } from '../../support/identity-provider/test-identity-provider';
import { OpenIdSignOn } from '../../support/openid-provider/sign-on-world';

const NEXT_SECRET = 'the next secret of the tests, thirty-two characters and more';

type AnySecrets = StoredSecrets<{ readonly sealed: string }>;

describe('rotate-secret', () => {
  let before: TestApp;
  let rotating: TestApp;
  let openId: OpenIdSignOn;
  beforeAll(async () => {
    // Without workers, whose sweeps would encrypt secrets too.
    const env = { ROLES: 'api', OUTBOUND_ALLOW: '127.0.0.1' };
    before = await startApp(env);
    openId = await everySecret(before);
    const next = { ...env, DATABASE_URL: before.databaseUrl, APP_SECRET: NEXT_SECRET };
    rotating = await startApp({ ...next, APP_SECRET_PREVIOUS: TEST_SECRET });
  });
  afterAll(async () => {
    await openId?.provider.close();
    await rotating?.close();
    await before?.close();
  });

  const boxOf = (secret: string) => new SecretBox(new AppSecret(secret));
  const rotate = (isDryRun: boolean, app = rotating) => rotateSecret(app.nest, { isDryRun }, aRun());

  /** The columns of all tables with a text that contains the prefix of a key, and the number of their rows. */
  async function columnsWith(prefix: string): Promise<Record<string, number>> {
    const { rows: columns } = await before.sql.query<{ table: string; column: string }>(
      `select quote_ident(c.table_schema) || '.' || quote_ident(c.table_name) as table, quote_ident(c.column_name) as column
       from information_schema.columns c
       join information_schema.tables t using (table_schema, table_name)
       where t.table_type = 'BASE TABLE' and c.table_schema not in ('pg_catalog', 'information_schema')
       order by 1, 2`,
    );
    const found: Record<string, number> = {};
    for (const { table, column } of columns) {
      const { rows } = await before.sql.query<{ count: number }>(
        `select count(*)::int as count from ${table} where position($1 in ${column}::text) > 0`,
        [prefix],
      );
      if (rows[0]!.count > 0) found[`${table}.${column}`] = rows[0]!.count;
    }
    return found;
  }

  const sealedIn = async () => {
    const { rows } = await before.sql.query<{ name: string }>(
      `select table_schema || '.' || table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'public' and column_name like 'sealed%'`,
    );
    return rows.map(({ name }) => name);
  };

  it('encrypts every stored secret of the database again, once, with counts', async () => {
    const old = await columnsWith(boxOf(TEST_SECRET).presentPrefix);
    // Each column of sealed texts has a secret of this spec; headers of automations are in their actions.
    expect(Object.keys(old).sort()).toEqual([...(await sealedIn()), 'public.automations.actions'].sort());
    const count = Object.values(old).reduce((sum, each) => sum + each, 0);
    const resealing = rotating.nest.get(SecretResealing, { strict: false });
    const readOld = await Promise.all(resealing.registered.map((kind) => plainTexts(kind, TEST_SECRET)));

    const planned = await rotate(true);
    expect(planned).toMatchObject({
      json: { isDryRun: true, resealed: count, unreadable: 0 },
      isSuccess: true,
    });
    expect(await columnsWith(boxOf(TEST_SECRET).presentPrefix)).toEqual(old);

    const done = await rotate(false);
    expect(done).toMatchObject({
      json: { isDryRun: false, resealed: count, unreadable: 0 },
      isSuccess: true,
    });
    expect(await columnsWith(boxOf(TEST_SECRET).presentPrefix)).toEqual({});
    expect(await columnsWith(boxOf(NEXT_SECRET).presentPrefix)).toEqual(old);
    const readNew = await Promise.all(resealing.registered.map((kind) => plainTexts(kind, NEXT_SECRET)));
    expect(readNew).toEqual(readOld);

    expect(await rotate(false)).toMatchObject({ json: { resealed: 0, unreadable: 0 }, isSuccess: true });
  });

  it('fails for secrets that no key opens, and names what they are', async () => {
    const stranger = await startApp({ ROLES: 'api', APP_SECRET: NEXT_SECRET });
    try {
      const account = await withSecondFactor(await anAccount({ app: stranger }), Date.now());
      const sealed = boxOf(TEST_SECRET).seal('a key', 'any record');
      await stranger.sql.query('update second_factors set sealed_key = $2 where user_id = $1', [
        account.userId,
        sealed,
      ]);
      for (const isDryRun of [true, false]) {
        expect(await rotate(isDryRun, stranger)).toMatchObject({
          json: { resealed: 0, unreadable: 1 },
          warnings: ['a second factor: 1 cannot be read with APP_SECRET or APP_SECRET_PREVIOUS'],
          isSuccess: false,
        });
      }
    } finally {
      await stranger.close();
    }
  });

  /** What a secret alone opens; throws when it does not. */
  async function plainTexts(kind: AnySecrets, secret: string): Promise<string[]> {
    const box = boxOf(secret);
    const plain: string[] = [];
    for (let last: { readonly sealed: string } | null = null; ;) {
      // No secret begins with this prefix: all are found.
      const rows: { readonly sealed: string }[] = await kind.find('none', last);
      if (rows.length === 0) return plain.sort();
      plain.push(...rows.map((row) => box.open(row.sealed, kind.belongsTo(row))));
      last = rows.at(-1)!;
    }
  }
});

/** One secret of each kind that Trestle stores. The caller closes the provider. */
async function everySecret(app: TestApp): Promise<OpenIdSignOn> {
  const organization = await anOrganization({ app });
  await app.nest.get(AuditSigningKeysService, { strict: false }).published();
  await withSecondFactor(await anAccount({ app }), Date.now());
  const webhook = await aWebhook(organization);
  await made(organization.owner.client, 'webhooks.rotateSecret', { id: webhook.id });
  const provider = await aSignOn({ app, settings: { signRequests: true } });
  // The keys of an organization are created when they are first needed.
  await provider.metadata();
  const openId = await OpenIdSignOn.start(app);
  const board = await aBoard({ organization });
  await aHook(board, { signingSecret: 'a signing secret of this spec' });
  await anAutomation(board, {
    actions: [
      {
        type: 'call_webhook',
        config: {
          url: 'https://hooks.invalid/',
          method: 'POST',
          headers: { Authorization: 'Bearer s3cr3t' },
        },
      },
    ],
  });
  await anItem(board);
  await runAutomations(board);
  return openId;
}
