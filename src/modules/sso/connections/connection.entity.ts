import { Column, Entity, PrimaryColumn } from 'typeorm';
import { C_TEXT, TIMESTAMP } from '../../../platform/database/column-options';

@Entity('sso_connections')
export class ConnectionEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @Column({ type: 'text' })
  type!: 'saml' | 'oidc';

  @Column({ name: 'entity_id', type: 'text', nullable: true })
  entityId!: string | null;

  @Column({ name: 'sso_url', type: 'text', nullable: true })
  ssoUrl!: string | null;

  @Column({ type: 'text', array: true, default: () => "'{}'::text[]" })
  certificates!: string[];

  @Column({ type: 'text', nullable: true })
  issuer!: string | null;

  @Column({ name: 'client_id', type: 'text', nullable: true })
  clientId!: string | null;

  @Column({ name: 'sealed_client_secret', type: 'text', nullable: true })
  sealedClientSecret!: string | null;

  @Column({ type: 'text', array: true, default: () => "'{}'::text[]" })
  scopes!: string[];

  @Column({ name: 'email_attribute', type: 'text' })
  emailAttribute!: string;

  @Column({ name: 'name_attribute', type: 'text' })
  nameAttribute!: string;

  @Column({ name: 'groups_attribute', type: 'text', nullable: true })
  groupsAttribute!: string | null;

  @Column({ name: 'default_role', type: 'text' })
  defaultRole!: 'member' | 'guest';

  @Column({ name: 'group_roles', type: 'jsonb', default: () => "'{}'::jsonb" })
  groupRoles!: Record<string, string>;

  @Column({ type: 'text', array: true, default: () => "'{}'::text[]" })
  domains!: string[];

  @Column({ name: 'tested_at', ...TIMESTAMP, nullable: true })
  testedAt!: Date | null;

  @Column({ name: 'created_at', ...TIMESTAMP })
  createdAt!: Date;

  @Column({ name: 'updated_at', ...TIMESTAMP })
  updatedAt!: Date;

  @Column({ name: 'sign_requests', type: 'boolean' })
  signRequests!: boolean;

  @Column({ name: 'slo_url', type: 'text', nullable: true })
  sloUrl!: string | null;

  @Column({ name: 'slo_response_url', type: 'text', nullable: true })
  sloResponseUrl!: string | null;
}
