import type * as workers from '@cloudflare/workers-types';

// The Worker's types of storage. Node's programs know no other globals of Workers.
declare global {
  type D1Database = workers.D1Database;
  type D1DatabaseSession = workers.D1DatabaseSession;
  type KVNamespace = workers.KVNamespace;
  type R2Bucket = workers.R2Bucket;
  type R2ListOptions = workers.R2ListOptions;
  type R2Object = workers.R2Object;
  type R2ObjectBody = workers.R2ObjectBody;
  type R2Objects = workers.R2Objects;
}
