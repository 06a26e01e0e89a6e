/** What only the server knows: text of SQL, of its errors, of stacks, of paths, of Node and of libraries. */
const INTERNALS: readonly RegExp[] = [
  /\bat .+[:(]\d+:\d+\)?/,
  /\n\s+at /,
  /node_modules|node:internal|\/src\/|\/dist\/|\.[cm]?[jt]s:\d+/,
  /\b(Query(Failed)?|Type|Range|Reference|Syntax|Aggregate|Assertion|Internal|Zod|Database)Error\b/,
  /\b(select .+ from|insert into|delete from|update .+ set|with .+ as) .+\b(where|values|returning|select)\b/is,
  /\bviolates [a-z-]+ constraint|duplicate key value|current transaction is aborted|deadlock detected/,
  /\b(relation|column|function|type) "?[\w.]+"? (of relation .+ )?does not exist|syntax error at or near/,
  /\binvalid input syntax for|out of range for type|statement timeout|canceling statement/,
  /\b(ECONNREFUSED|ECONNRESET|ENOENT|EACCES|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|FST_ERR\w*|ERR_[A-Z]+_\w+)\b/,
  /\bpostgres(ql)?:\/\/|\bredis:\/\/|\bundefined\b|\[object \w+\]/,
];

/** Throws if one of the texts, which are for users, has something that only the server knows. */
export function checkNoInternals(name: string, texts: readonly string[]): void {
  for (const text of texts) {
    const found = INTERNALS.find((pattern) => pattern.test(text));
    if (found !== undefined)
      throw new Error(`The error of ${name} has internals of the server (${found.source}): ${text}`);
  }
}
