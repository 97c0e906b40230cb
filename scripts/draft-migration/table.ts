/** A table as drizzle-kit compares it: the part of its snapshots that this project uses, under its names. */
export interface Table {
  readonly name: string;
  readonly columns: Readonly<Record<string, Column>>;
  readonly indexes: Readonly<Record<string, Index>>;
  readonly foreignKeys: Readonly<Record<string, ForeignKey>>;
  /** A key of one column stands at the column. */
  readonly compositePrimaryKeys: Readonly<Record<string, NamedColumns>>;
  /** Of Drizzle's SQLite tables always empty: unique constraints are indexes. */
  readonly uniqueConstraints: Readonly<Record<string, never>>;
  readonly checkConstraints: Readonly<Record<string, Check>>;
}

export interface Column {
  readonly name: string;
  /** In small letters. */
  readonly type: string;
  readonly primaryKey: boolean;
  readonly notNull: boolean;
  readonly autoincrement: boolean;
  /** A number, or any other value as SQL. */
  readonly default?: number | string;
}

interface NamedColumns {
  readonly name: string;
  readonly columns: readonly string[];
}

export interface Index extends NamedColumns {
  readonly isUnique: boolean;
  readonly where?: string;
}

export interface ForeignKey {
  readonly name: string;
  readonly tableFrom: string;
  readonly tableTo: string;
  readonly columnsFrom: readonly string[];
  readonly columnsTo: readonly string[];
  readonly onDelete: string;
  readonly onUpdate: string;
}

export interface Check {
  readonly name: string;
  readonly value: string;
}

export type Tables = Readonly<Record<string, Table>>;

/** Checks under their own text: SQLite has no use for their names. */
export function checksByText(checks: readonly string[]): Table['checkConstraints'] {
  return Object.fromEntries(checks.map((check) => [check, { name: check, value: check }]));
}
