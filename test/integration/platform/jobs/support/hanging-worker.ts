import { startJobsApp } from '../../support/jobs-app';

/** A worker in a process of its own, whose jobs never end: tells its parent of each that begins. */
void startJobsApp(process.argv[2]!, {
  perform: async (payload) => {
    process.send?.({ began: payload.text });
    await new Promise(() => undefined);
  },
}).then(() => process.send?.({ ready: true }));
