import { startJobsApp } from '../../support/jobs-app';

/** A worker in a separate process whose jobs never end: reports each started job to its parent. */
void startJobsApp(process.argv[2]!, {
  perform: async (payload) => {
    process.send?.({ began: payload.text });
    await new Promise(() => undefined);
  },
}).then(() => process.send?.({ ready: true }));
