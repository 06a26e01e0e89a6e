import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { ApplicationId, UserId } from '../../../kernel/ids';
import type { Scope } from '../../../access/scope';
import { C_TEXT, TIMESTAMP } from '../../../platform/database/column-options';

@Entity('oauth_applications')
@Index('oauth_applications_client_id_idx', ['clientId'], { unique: true })
export class ApplicationEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn(C_TEXT)
  id!: ApplicationId;

  @Column({ type: 'text' })
  name!: string;

  @Column({ name: 'client_id', ...C_TEXT })
  clientId!: string;

  /** Null for a public client, which cannot store a secret safely. */
  @Column({ name: 'secret_digest', type: 'bytea', nullable: true })
  secretDigest!: Buffer | null;

  @Column({ name: 'redirect_uris', type: 'text', array: true })
  redirectUris!: string[];

  @Column({ type: 'text', array: true })
  scopes!: Scope[];

  @Column({ name: 'created_by', ...C_TEXT })
  createdBy!: UserId;

  @Column({ name: 'created_at', ...TIMESTAMP })
  createdAt!: Date;

  @Column({ name: 'updated_at', ...TIMESTAMP })
  updatedAt!: Date;
}
