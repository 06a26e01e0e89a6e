import { type Mail, Mailer } from '../../src/platform/mail/mailer';
import type { TestApp } from './app';

interface Post {
  mails: Mail[];
  waiting: ((mail: Mail) => void)[];
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
      const reader = post.waiting.shift();
      if (reader) reader(mail);
      else post.mails.push(mail);
    };
  }

  /** The next mail to this address that no earlier call was given, as soon as it is sent. */
  next(address: string): Promise<Mail> {
    const post = this.postOf(address);
    const mail = post.mails.shift();
    return mail ? Promise.resolve(mail) : new Promise((resolve) => post.waiting.push(resolve));
  }

  private postOf(address: string): Post {
    let post = this.posts.get(address);
    if (!post) this.posts.set(address, (post = { mails: [], waiting: [] }));
    return post;
  }
}
