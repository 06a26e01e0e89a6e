/** Ends a command with one line for the operator, who can do something about it. */
export class BackupProblem extends Error {}

/** A file of a backup is not what its manifest says. */
export class DamagedBackup extends BackupProblem {}
