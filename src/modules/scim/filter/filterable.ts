/** What a filter may ask of an attribute, and where its value stands in SQL. */
export interface FilterableAttribute {
  /** `exact` text minds case; `key` is text that is kept folded, as addresses are. */
  type: 'text' | 'exact' | 'key' | 'flag' | 'time';
  sql: string;
  /** SQL of the records that may have this key, given its parameter: what an index finds at once. */
  candidates?: (parameter: string) => string;
}

/** An attribute with several values in rows of their own. */
export interface FilterableMany {
  /** SQL of whether a value exists for which the condition holds. */
  exists: (condition: string) => string;
  /** By sub-attribute. */
  attributes: Readonly<Record<string, FilterableAttribute>>;
}

/** Names in lower case. `emails[type eq "work"]` of a single value is written as if it were `emails.type eq "work"`. */
export interface Filterable {
  attributes: Readonly<Record<string, FilterableAttribute>>;
  many: Readonly<Record<string, FilterableMany>>;
}
