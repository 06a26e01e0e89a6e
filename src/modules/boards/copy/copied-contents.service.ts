import { Injectable } from '@nestjs/common';
import type { CallContext } from '../../../access/principal';
import type { InTransaction } from '../../../platform/database/transaction';
import type { CopiedBoards } from '../../items';

/** Copies the automations of boards to copies of these boards. */
export interface AutomationCopier {
  copyBoards(tx: InTransaction<CallContext>, copied: CopiedBoards): Promise<void>;
}

/** What a copy of a board contains besides items: records of modules above boards, which register when they start. */
@Injectable()
export class CopiedContentsService {
  private automations: AutomationCopier | null = null;

  setAutomations(copier: AutomationCopier): void {
    this.automations = copier;
  }

  async copyAutomations(tx: InTransaction<CallContext>, copied: CopiedBoards): Promise<void> {
    await this.automations?.copyBoards(tx, copied);
  }
}
