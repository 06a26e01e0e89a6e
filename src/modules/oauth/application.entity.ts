import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ApplicationId, UserId } from '../../kernel/ids';
import type { Scope } from '../../access/scope';

@Entity('oauth_applications')
export class ApplicationEntity {
  @PrimaryColumn({ name: 'organization_id', type: 'text' })
  organizationId!: string;

  @PrimaryColumn({ type: 'text' })
  id!: ApplicationId;

  @Column({ type: 'text' })
  name!: string;

  @Column({ name: 'client_id', type: 'text' })
  clientId!: string;

  /** Null of a public client, which can keep no secret. */
  @Column({ name: 'secret_digest', type: 'bytea', nullable: true })
  secretDigest!: Buffer | null;

  @Column({ name: 'redirect_uris', type: 'text', array: true })
  redirectUris!: string[];

  @Column({ type: 'text', array: true })
  scopes!: Scope[];

  @Column({ name: 'created_by', type: 'text' })
  createdBy!: UserId;

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt!: Date;

  @Column({ name: 'updated_at', type: 'timestamptz' })
  updatedAt!: Date;
}
