import { type Mail, Mailer } from '../../src/platform/mail/mailer';
import type { TestApp } from './app';

interface Post {
  mails: Mail[];
  waiting: { matching: RegExp; resolve: (mail: Mail) => void }[];
}

/** What an application mails, by address, as its worker sends it. Nothing that went out before the first question is here. */
export class Mailbox {
  private static readonly boxes = new WeakMap<TestApp, Mailbox>();
  private readonly posts = new Map<string, Post>();

  static of(app: TestApp): Mailbox {
    let box = Mailbox.boxes.get(app);
    if (!box) Mailbox.boxes.set(app, (box = new Mailbox(app.nest.get(Mailer, { strict: false }))));
    return box;
  }

  private constructor(mailer: Mailer) {
    const send = mailer.send.bind(mailer);
    mailer.send = async (mail) => {
      await send(mail);
      const post = this.postOf(mail.to);
      const index = post.waiting.findIndex(({ matching }) => matching.test(mail.text));
      if (index === -1) post.mails.push(mail);
      else post.waiting.splice(index, 1)[0]!.resolve(mail);
    };
  }

  /** The next mail to this address whose text matches, and that no earlier call returned, as soon as it is sent. */
  next(address: string, matching = /(?:)/): Promise<Mail> {
    const post = this.postOf(address);
    const index = post.mails.findIndex(({ text }) => matching.test(text));
    if (index !== -1) return Promise.resolve(post.mails.splice(index, 1)[0]!);
    return new Promise((resolve) => post.waiting.push({ matching, resolve }));
  }

  private postOf(address: string): Post {
    let post = this.posts.get(address);
    if (!post) this.posts.set(address, (post = { mails: [], waiting: [] }));
    return post;
  }
}
