// Replaces the package `drizzle-orm` in the Worker (wrangler.toml, alias), whose entry would bundle all of it.
export { Column } from 'drizzle-orm/column';
export { is } from 'drizzle-orm/entity';
export {
  and,
  asc,
  between,
  desc,
  eq,
  exists,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  notExists,
  notInArray,
  or,
} from 'drizzle-orm/sql/expressions';
export { count, max, min } from 'drizzle-orm/sql/functions/aggregate';
export { Param, Placeholder, SQL, sql } from 'drizzle-orm/sql/sql';
export { getTableName } from 'drizzle-orm/table';
export { getTableColumns } from 'drizzle-orm/utils';
