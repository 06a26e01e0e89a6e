/** The archive is not what an installation wrote, or cannot be imported here; the message names the part. */
export class ArchiveProblem extends Error {}
