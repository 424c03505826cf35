import type { SQL } from 'drizzle-orm';
import type { ListFields } from '../../kernel/list.ts';
import type { Source } from '../reach.ts';

/** Types that a field's values are compared as. */
export type SqlType = 'text' | 'bigint' | 'numeric' | 'date' | 'timestamptz' | 'boolean' | 'smallint';
/** What a list is sorted by: an expression of its source. `nullable`: it may be null, and then stands last either way. */
export interface KeySql {
  sql: SQL;
  type: SqlType;
  nullable?: boolean;
}
/** A field in SQL: what a condition compares, and what the list is sorted by. */
export interface FieldSql {
  /** What conditions compare. */
  value: SQL;
  /** The type of the value where it is not the usual one of the field's type. */
  type?: SqlType;
  /** Where the value lies beside the row: the condition on the row that `inner` makes of one on the value. */
  through?: (inner: (value: SQL) => SQL) => SQL;
  /** `through` is an `exists` alone, which is never null: the rows that lack it are joined against, where they would else be asked one by one. */
  exists?: true;
  /** "There is a value", where that is answered sooner than by looking for it; never null. */
  filled?: SQL;
  /** Alias of a person: `has` finds the name by its reading too (host/find.ts). */
  person?: SQL;
  /** The number of which `value` is what is shown: whoever types all of it means it. */
  whole?: SQL;
  /** Sort keys where they are not the value itself. */
  keys?: readonly KeySql[];
  /** What its sort keys need beside the source; one row for each row. Keys that it leaves empty for most rows are looked for where they are filled first. */
  join?: SQL;
}
/** A list: its rows, its fields, its own order. */
export interface Listed {
  fields: ListFields;
  columns: Readonly<Record<string, FieldSql>>;
  source: Source;
  /** The column that every row is known by, a number that is never null. */
  id: SQL;
  /** Its order while nobody asks for one: sort keys, the id last; without keys by id, newest first unless `oldestFirst`. */
  keys?: readonly (KeySql & { desc: boolean })[];
  oldestFirst?: boolean;
  /** When a row was made: what `createTime` asks. */
  made?: SQL;
  /** Conditions that hold for all its rows. */
  always: readonly SQL[];
  /** Tables whose change moves rows (each has a sequence `<table>_change`, 0011_list.sql). */
  tables: readonly string[];
  /** The ways in which `q` (folded) may mean a row, each by an index where there is one. */
  find: (q: string) => readonly SQL[];
  /** What the ways need beside the source. */
  findJoin?: SQL;
}
