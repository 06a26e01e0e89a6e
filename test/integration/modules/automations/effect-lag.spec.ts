import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { newId } from '../../../../src/kernel/ids';
import { EffectLagReadModel } from '../../../../src/modules/automations/effects/effect-lag.read-model';
import { EffectLagSweep } from '../../../../src/modules/automations/effects/effect-lag.sweep';
import { Log } from '../../../../src/platform/logging/log';
import { startApp, type TestApp } from '../../../support/app';
import { anAutomation, anExecution } from '../../../support/factories/automation.factory';
import { aBoard } from '../../../support/factories/board.factory';
import { anOrganization, type TestOrganization } from '../../../support/factories/organization.factory';
import { made } from '../../../support/factories/workspace.factory';

const NOTHING = { pending: 0, retrying: 0, oldestDueSeconds: 0, dead: 0 };

describe('the lag of mails and requests of automations', () => {
  let app: TestApp;
  let organization: TestOrganization;
  let automationId: string;
  let executionId: string;
  const warn = vi.spyOn(Log.prototype, 'warn');
  beforeAll(async () => {
    // No worker sends what is due.
    app = await startApp({ ROLES: 'api' });
    return () => app.close();
  });
  beforeEach(async () => {
    await app.sql.query('delete from automation_effects');
    organization = await anOrganization({ app });
    automationId = await anAutomation(await aBoard({ organization }));
    executionId = await anExecution(organization, automationId);
    warn.mockClear();
  });

  const measure = () => app.nest.get(EffectLagReadModel, { strict: false }).measure();
  const watch = () => app.nest.get(EffectLagSweep, { strict: false }).run();

  interface Effect {
    target?: string;
    status?: 'pending' | 'success' | 'failed';
    failures?: number;
    claim?: string;
  }
  /** An effect that has been due for so many seconds. */
  const anEffect = (dueSeconds: number | null, effect: Effect = {}) => {
    const { target = 'example.com', status = 'pending', failures = 0, claim = null } = effect;
    return app.sql.query(
      `insert into automation_effects (organization_id, id, execution_id, automation_id, action_index, target, sealed_content,
         status, due_at, claim, failures, created_at, waits_until)
       values ($1, $2, $3, $4, 0, $5, 'x', $6, now() - $7 * interval '1 second', $8, $9, now(), now())`,
      [
        organization.id,
        newId('effect'),
        executionId,
        automationId,
        target,
        status,
        dueSeconds,
        claim,
        failures,
      ],
    );
  };

  it('is zero when nothing waits, and then no warning is logged', async () => {
    await anEffect(null, { status: 'success' });
    expect(await measure()).toEqual(NOTHING);
    await watch();
    expect(warn).not.toHaveBeenCalled();
  });

  it('counts what waits and what has failed, and measures what is due', async () => {
    await anEffect(100);
    await anEffect(10, { target: 'mail' });
    await anEffect(-3_600, { failures: 2 });
    await anEffect(null, { status: 'failed', failures: 6 });
    const { oldestDueSeconds, ...counts } = await measure();
    expect(counts).toEqual({ pending: 3, retrying: 1, dead: 1 });
    expect(Math.floor(oldestDueSeconds / 60)).toBe(1);
    await watch();
    expect(warn.mock.calls).toEqual([
      ['mails and requests of automations are delayed', { lagSeconds: expect.any(Number), ...counts }],
    ]);
  });

  it('does not warn of what waits for a slow receiver, for a short time, or for a later attempt', async () => {
    for (let at = 0; at < 4; at += 1) await anEffect(-30, { target: 'slow.example.com', claim: 'x' });
    await anEffect(600, { target: 'slow.example.com' });
    await anEffect(20);
    await anEffect(-600, { failures: 1 });
    await watch();
    expect(warn).not.toHaveBeenCalled();
    await anEffect(600);
    await watch();
    expect(warn).toHaveBeenCalledOnce();
  });

  it('does not count deleted automations and organizations', async () => {
    await anEffect(600);
    await made(organization.owner.client, 'automations.delete', { id: automationId });
    expect(await measure()).toEqual(NOTHING);
    automationId = await anAutomation(await aBoard({ organization }));
    executionId = await anExecution(organization, automationId);
    await anEffect(600);
    expect(await measure()).toMatchObject({ pending: 1 });
    const { slug } = organization;
    await made(organization.owner.client, 'organizations.delete', { slug });
    expect(await measure()).toEqual(NOTHING);
  });
});
