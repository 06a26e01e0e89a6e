import { clock } from '../../../kernel/clock';
import type { Json } from '../../../kernel/json';
import { naturalKey } from '../../../column-types/kinds/natural-key';
import { sanitizeRichText } from '../../../column-types/values/sanitize-rich-text';
import { randomSecret } from '../../../platform/crypto/random';
import type { SecretBox } from '../../../platform/crypto/secret-box';
import { newStorageKey } from '../../../platform/storage/storage-key';
import { oldestActivityDay, recoded } from '../../activity';
import { hookSecretOf, newHookSecret } from '../../automations';
import { sanitizeComment } from '../../comments';
import { cleanFileName, hasThumbnail } from '../../files';
import type { WebhookSecretsService } from '../../webhooks';
import { ArchiveProblem } from '../reading/archive-problem';
import type { ArchivedRecord } from '../reading/verify-archive';
import type { ArchivedTable } from '../writing/archived-tables';
import type { CopiedFile } from './imported-files.service';
import type { ImportedPeople } from './imported-people';
import { type ImportedEntry, importedValues } from './values/imported-values';
import type { RecordChecks } from './record-checks';
import { shapedRecord } from './record-shapes';

/** Why automations of an imported organization do not run. */
export const DISABLED_BY_IMPORT = 'The organization was imported; check the automation and enable it again';

/** Fields of a record that get other values. */
type Changes = Record<string, Json>;

/** Columns that archives do not contain, and rows need. */
export const FILLED_COLUMNS: Partial<Readonly<Record<ArchivedTable, readonly string[]>>> = {
  automation_hooks: ['sealed_secret'],
  files: ['storage_key'],
  sso_domains: ['proof'],
  webhooks: ['sealed_secret'],
};

export interface ImportedSettings {
  organizationId: string;
  slug: string;
  plan: string;
}

/** What the rows of an import depend on, besides the archive. */
export interface RowSources {
  checks: RecordChecks;
  people: ImportedPeople;
  box: SecretBox;
  webhookSecrets: WebhookSecretsService;
  settings: ImportedSettings;
  /** The contents that the archive has, by the ids of the files. */
  copied: ReadonlyMap<string, CopiedFile>;
}

/** The rows of an import: the records of the archive, as far as this installation can use them. */
export class ImportedRows {
  /** The numbers of terms here, by those of the archive. */
  readonly termKeys = new Map<number, number>();
  /** Files of which thumbnails are made. */
  readonly images: string[] = [];
  /** The position in the log of events after which activity goes on. */
  head = 0;

  constructor(private readonly sources: RowSources) {}

  /** JSON text of the row; null for a record that is left out. */
  row(table: ArchivedTable, line: string): string | null {
    const change = this.changes[table];
    const text = this.sources.people.renamed(line);
    if (change === undefined) return text;
    const changes = change(JSON.parse(table === 'users' ? line : text) as ArchivedRecord);
    return changes === null ? null : withChanges(text, changes);
  }

  /** The row of an item, with the rows of its index. */
  item(line: string): { row: string; entries: ImportedEntry[] } {
    const text = this.sources.people.renamed(line);
    const {
      id,
      board_id: boardId,
      name,
      name_key: key,
      description,
      values,
    } = JSON.parse(text) as ArchivedRecord;
    if (typeof values !== 'object' || values === null || Array.isArray(values))
      throw new ArchiveProblem(`The item ${String(id)} has no values`);
    const changes: Changes = {};
    const nameKey = naturalKey(name as string);
    if (nameKey !== key) changes.name_key = nameKey;
    if (typeof description === 'string' && description !== '') {
      const clean = sanitizeRichText(description);
      if (clean !== description) changes.description = clean;
    }
    const { checks, people } = this.sources;
    const item = { id: id as string, boardId: boardId as string, values: values as Record<string, Json> };
    const imported = importedValues(item, { columns: checks.places.columns, people });
    if (imported.hasChanged) changes.values = imported.values;
    return { row: withChanges(text, changes), entries: imported.entries };
  }

  private readonly changes: Partial<
    Readonly<Record<ArchivedTable, (record: ArchivedRecord) => Changes | null>>
  > = {
    organizations: () => {
      const { slug, plan } = this.sources.settings;
      return { slug, plan, sign_on_enforced: false };
    },
    // They prove their addresses here.
    users: ({ id }) =>
      this.sources.people.hasAccount(id as string)
        ? null
        : { email_confirmed_at: null, has_second_factor: false },
    columns: ({ id }) => {
      const { config, defaultValue } = this.sources.checks.places.columns.get(id as string)!;
      return { config: config as Json, default_value: defaultValue };
    },
    forms: (record) => shapedRecord('forms', record) as Changes,
    templates: (record) => shapedRecord('templates', record) as Changes,
    automations: ({ enabled, disabled_reason: reason }) => ({
      enabled: false,
      disabled_reason: enabled === true ? DISABLED_BY_IMPORT : (reason as string | null),
    }),
    automation_hooks: ({ automation_id: automationId }) => {
      const { box, settings } = this.sources;
      return {
        sealed_secret: box.seal(
          newHookSecret(),
          hookSecretOf(settings.organizationId, automationId as string),
        ),
      };
    },
    automation_executions: ({ status }): Changes =>
      status === 'queued' ? { status: 'stopped', error: 'The organization was moved' } : {},
    webhooks: ({ id, disabled_at: disabledAt, disabled_reason: reason }) => {
      const { webhookSecrets, settings } = this.sources;
      const { organizationId } = settings;
      return {
        sealed_secret: webhookSecrets.create({ organizationId, id: id as string }).sealed,
        previous_secret_expires_at: null,
        disabled_at: (disabledAt as string | null) ?? clock.now().toISOString(),
        disabled_reason: (reason as string | null) ?? 'manual',
      };
    },
    sso_connections: () => ({ tested_at: null }),
    sso_domains: () => ({ proof: `trestle-verification=${randomSecret(18)}`, verified_at: null }),
    imports: ({ status }): Changes => (status === 'running' ? { status: 'failed' } : {}),
    comments: ({ body_html: html }) => ({ body_html: sanitizeComment(html as string) }),
    files: (record) => this.file(record),
    activity: (record) => this.activity(record),
  };

  /** Null while it is being uploaded. */
  private file({
    id,
    name,
    type,
    size_bytes: sizeBytes,
    stored_at: storedAt,
  }: ArchivedRecord): Changes | null {
    if (storedAt === null) return null;
    const copied = this.sources.copied.get(id as string);
    const size = copied?.bytes ?? (sizeBytes as number);
    if (copied !== undefined && hasThumbnail({ type: type as string, sizeBytes: size }))
      this.images.push(id as string);
    return {
      name: cleanFileName(name as string),
      storage_key: copied?.key ?? newStorageKey(),
      // The limit of the plan counts the sizes of records.
      size_bytes: size,
      width: null,
      height: null,
    };
  }

  /** Null for an entry that is not kept any more. */
  private activity(record: ArchivedRecord): Changes | null {
    if ((record.day as string) < oldestActivityDay()) return null;
    const keyOf = (field: string) => {
      const key = record[field] as number | null;
      return key === null || key === 0 ? key : this.newTerm(key);
    };
    return {
      board_key: keyOf('board_key'),
      previous_board_key: keyOf('previous_board_key'),
      action_key: keyOf('action_key'),
      actor_key: keyOf('actor_key'),
      // Before everything that happens here.
      sequence: (record.sequence as number) - this.sources.checks.lastActivity + this.head,
      details: recoded(record.details as string, (key) => this.newTerm(key)),
      contents: this.isShown(record) ? recoded(record.contents as string, (key) => this.newTerm(key)) : '',
    };
  }

  /** An entry whose item was permanently deleted has no contents, either. */
  private isShown(record: ArchivedRecord): boolean {
    const mayHaveMarkup = (record.contents as string).includes('<');
    return !mayHaveMarkup || this.sources.checks.hasCleanContent(record);
  }

  private newTerm(key: number): number {
    const found = this.termKeys.get(key);
    if (found === undefined)
      throw new ArchiveProblem(`An entry of the activity has the unknown number ${key}`);
    return found;
  }
}

/** Of two fields with one name, PostgreSQL takes the last: numbers that JavaScript cannot represent stay as they are. */
function withChanges(text: string, changes: Changes): string {
  const fields = JSON.stringify(changes);
  return fields === '{}' ? text : `${text.trimEnd().slice(0, -1)},${fields.slice(1)}`;
}
