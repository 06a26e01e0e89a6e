import { beforeAll, describe, expect, it } from 'vitest';
import { type IdNoun, newId } from '../../../src/kernel/ids';
import { type Procedure, ProcedureRegistry } from '../../../src/rpc/procedure-registry';
import { sharedApp } from '../../support/app';
import type { WireAnswer, WireClient } from '../../support/client';
import { idPlaces, nounOf, withId } from '../../support/input-ids';
import { aSampleWorld, labelOf, ownerFor, sampleInputs, type SampleWorld } from '../../support/sample-world';

describe('every procedure, every id of its input', () => {
  let procedures: Procedure[];
  let world: SampleWorld;
  let foreign: SampleWorld;

  beforeAll(async () => {
    procedures = (await sharedApp()).nest.get(ProcedureRegistry, { strict: false }).all();
    [world, foreign] = [await aSampleWorld(), await aSampleWorld()];
  });

  const call = (client: WireClient, { name, kind }: Procedure, input: object): Promise<WireAnswer> =>
    kind === 'query' ? client.query(name, input) : client.mutate(name, input);

  /** A record of the same noun in the other organization. */
  function foreignId(id: string): string {
    const known: Partial<Record<IdNoun, string>> = {
      user: foreign.userId,
      workspace: foreign.board.workspace.id,
      project: foreign.board.project.id,
      board: foreign.board.id,
      group: foreign.board.groupIds[0]!,
      column: foreign.board.columnIds[0]!,
      label: labelOf(foreign.board, foreign.board.columnIds[0]!, 'Done'),
      item: foreign.itemId,
      comment: foreign.commentId,
      file: foreign.fileId,
      notification: foreign.notificationId,
      form: foreign.formId,
      submission: foreign.submissionId,
      automation: foreign.automationId,
      execution: foreign.executionId,
      import: foreign.importId,
      invitation: foreign.invitationId,
      peopleGroup: foreign.peopleGroupId,
      template: foreign.templateId,
      view: foreign.viewId,
      token: foreign.tokenId,
      audit: foreign.auditId,
      session: foreign.sessionId,
      domain: foreign.domainId,
      scimToken: foreign.scimTokenId,
      application: foreign.applicationId,
      grant: foreign.grantId,
      webhook: foreign.webhookId,
      delivery: foreign.deliveryId,
      organizationExport: foreign.exportId,
    };
    return known[nounOf(id)]!;
  }

  async function events(): Promise<number> {
    const { rows } = await world.organization.app.sql.query<{ count: number }>(
      'select count(*)::int as count from outbox where organization_id = any ($1)',
      [[world.organization.id, foreign.organization.id]],
    );
    return rows[0]!.count;
  }

  it('rejects another organization’s id exactly like a missing one, and writes nothing', async () => {
    const before = await events();
    let places = 0;
    for (const procedure of procedures) {
      const input = sampleInputs(world)[procedure.name]!;
      const client = ownerFor(world, procedure);
      for (const place of idPlaces(input)) {
        const theirs = foreignId(place.id);
        const missing = newId(nounOf(place.id));
        const foreignAnswer = await call(client, procedure, withId(input, place, theirs));
        const missingAnswer = await call(client, procedure, withId(input, place, missing));
        const where = `${procedure.name} ${place.path.join('.')}`;
        expect([where, [400, 404].includes(foreignAnswer.status)]).toEqual([where, true]);
        const text = JSON.stringify(foreignAnswer.body).replaceAll(theirs, 'ID');
        expect([where, text]).toEqual([where, JSON.stringify(missingAnswer.body).replaceAll(missing, 'ID')]);
        places += 1;
      }
    }
    expect(places).toBeGreaterThan(60);
    expect(await events()).toBe(before);
  });
});
