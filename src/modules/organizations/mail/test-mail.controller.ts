import { z } from 'zod';
import type { CallContext } from '../../../access/principal';
import { MutationProcedure, Procedures } from '../../../rpc/procedure.decorator';
import { TestMailService } from './test-mail.service';

@Procedures()
export class TestMailController {
  constructor(private readonly mails: TestMailService) {}

  @MutationProcedure('organizations.mail.test', {
    input: z.strictObject({}),
    output: z.object({ to: z.string(), isMailed: z.boolean() }),
    scope: 'admin',
    role: 'admin',
    isAudited: true,
    description:
      "Sends a test mail to the caller's own address, in the background, at most 3 a minute. `isMailed` is false where the installation has no mail server: then mails are written to its log.",
  })
  test(context: CallContext) {
    return this.mails.send(context);
  }
}
