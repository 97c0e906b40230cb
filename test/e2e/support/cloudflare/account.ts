import type { DatabaseSync } from 'node:sqlite';

export interface Binding {
  readonly type: string;
  readonly name: string;
  readonly [field: string]: unknown;
}

/** The part of an upload's metadata that tests look at. */
export interface Metadata {
  readonly bindings: readonly Binding[];
  readonly keep_bindings?: readonly string[];
  readonly migrations?: { readonly new_tag: string };
  readonly assets?: { readonly jwt: string };
}

export interface Version {
  readonly id: string;
  readonly metadata: Metadata;
  /** With inherited ones, and with secrets that are kept. */
  readonly bindings: readonly Binding[];
}

export interface Worker {
  readonly versions: Version[];
  deployed: Version | null;
  tag: string | undefined;
  isOnWorkersDev: boolean;
  schedules: unknown;
}

export interface Database {
  readonly uuid: string;
  readonly name: string;
  readonly rows: DatabaseSync;
}

export interface Queue {
  readonly queue_id: string;
  readonly queue_name: string;
  readonly consumers: Record<string, unknown>[];
}

/** An account of Cloudflare's, as far as a deployment of Tintype sees it. */
export class Account {
  readonly databases: Database[] = [];
  readonly namespaces: { readonly id: string; readonly title: string }[] = [];
  readonly buckets: string[] = [];
  readonly queues: Queue[] = [];
  readonly workers = new Map<string, Worker>();
  readonly files = new Set<string>();
}
