/** How an attribute can be filtered, and its SQL expression. */
export interface FilterableAttribute {
  /** `exact` text is case-sensitive; `key` is text that is stored folded, such as addresses. */
  type: 'text' | 'exact' | 'key' | 'flag' | 'time';
  sql: string;
  /** An SQL query of the ids that can match a key, given its parameter. It uses an index. */
  candidates?: (parameter: string) => string;
}

/** An attribute with several values, each in a separate row. */
export interface FilterableMany {
  /** The SQL condition that a value exists for which `condition` is true. */
  exists: (condition: string) => string;
  /** By sub-attribute. */
  attributes: Readonly<Record<string, FilterableAttribute>>;
}

/**
 * Names are in lower case. For a single-valued attribute, `emails[type eq "work"]` is equivalent to `emails.type eq
 * "work"`.
 */
export interface Filterable {
  attributes: Readonly<Record<string, FilterableAttribute>>;
  many: Readonly<Record<string, FilterableMany>>;
}
