/** A demo organization exists already; nothing was changed. */
export class DemoExists extends Error {
  constructor(slug: string) {
    super(`The demo already exists: the organization ${slug}, or the account of its owner`);
  }
}
