/** The used part of drizzle-kit's snapshots, under its names. */
export interface Table {
  readonly name: string;
  readonly columns: Readonly<Record<string, Column>>;
  readonly indexes: Readonly<Record<string, Index>>;
  readonly foreignKeys: Readonly<Record<string, ForeignKey>>;
  /** Keys of several columns; that of one is at its column. */
  readonly compositePrimaryKeys: Readonly<Record<string, NamedColumns>>;
  /** Empty for Drizzle's SQLite tables: unique constraints are indexes. */
  readonly uniqueConstraints: Readonly<Record<string, never>>;
  readonly checkConstraints: Readonly<Record<string, Check>>;
}

export interface Column {
  readonly name: string;
  /** Lower case. */
  readonly type: string;
  readonly primaryKey: boolean;
  readonly notNull: boolean;
  readonly autoincrement: boolean;
  /** Values other than numbers are SQL. */
  readonly default?: number | string;
  /** Of a generated column. */
  readonly generated?: object | undefined;
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

/** Keyed by their text: SQLite does not use their names. */
export function checksByText(checks: readonly string[]): Table['checkConstraints'] {
  return Object.fromEntries(checks.map((check) => [check, { name: check, value: check }]));
}
