import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { AutomationId } from '../../../kernel/ids';
import { C_TEXT } from '../../../platform/database/column-options';

/** The address of an automation whose trigger is a hook. */
@Entity('automation_hooks')
export class AutomationHookEntity {
  @PrimaryColumn({ name: 'organization_id', ...C_TEXT })
  organizationId!: string;

  @PrimaryColumn({ name: 'automation_id', ...C_TEXT })
  automationId!: AutomationId;

  /** The secret in the URL, encrypted, so that its creator can see the URL again. */
  @Column({ name: 'sealed_secret', type: 'text' })
  sealedSecret!: string;

  /** The secret that signs requests, encrypted; null when they need no signature. */
  @Column({ name: 'sealed_signing_secret', type: 'text', nullable: true })
  sealedSigningSecret!: string | null;
}
