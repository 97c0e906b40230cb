import type { WranglerConfig } from '../support/wrangler-config.ts';
import { attention, broken, ok, type Finding } from './finding.ts';

const EVERY_MINUTE = '* * * * *';

const QUEUES = new Set(['PUBLISH_QUEUE', 'AVIF_QUEUE', 'OUTBOX_QUEUE']);

const REQUIRED = [
  ...QUEUES,
  'DB',
  'CACHE',
  'BUCKET',
  'ASSETS',
  'RATE_LIMITER',
  'USER_SESSIONS',
  'COUNTERS',
  'PASSWORD_HASHER',
  'TRANSFORMER',
  'SHARE_VIEWS',
];

/** Judges wrangler.toml, which somebody may have changed. */
export function checkBindings(config: Partial<WranglerConfig>): Finding[] {
  const { queues = {}, triggers = {} } = config;
  const bound = new Set(namesOf(config));
  const missing = REQUIRED.filter((name) => !bound.has(name));
  const consumed = new Set(queues.consumers?.map(({ queue }) => queue));
  const unread = (queues.producers ?? [])
    .filter(({ binding, queue }) => QUEUES.has(binding) && !consumed.has(queue))
    .map(({ queue }) => queue);
  const faults = [
    ...faultIf(missing, 'wrangler.toml lacks the bindings', 'Take them from the repository.'),
    ...faultIf(unread, 'nothing consumes the queues', 'Add [[queues.consumers]] for them.'),
    ...(triggers.crons?.includes(EVERY_MINUTE) === true
      ? []
      : [
          broken(
            'bindings',
            'the cron does not run every minute',
            `Set crons = ["${EVERY_MINUTE}"] in [triggers] of wrangler.toml.`,
          ),
        ]),
  ];
  return [
    ...(faults.length > 0 ? faults : [ok('bindings', 'wrangler.toml has them all')]),
    ...(bound.has('IMAGES')
      ? []
      : [
          attention(
            'bindings',
            'without IMAGES, forms of large images of pipeline 1 cannot be made',
            'Add [images], or accept that.',
          ),
        ]),
  ];
}

function namesOf(config: Partial<WranglerConfig>): string[] {
  const {
    d1_databases = [],
    kv_namespaces = [],
    r2_buckets = [],
    queues,
    durable_objects,
  } = config;
  return [
    ...[...d1_databases, ...kv_namespaces, ...r2_buckets, ...(queues?.producers ?? [])].map(
      ({ binding }) => binding,
    ),
    ...(durable_objects?.bindings ?? []).map(({ name }) => name),
    ...[config.assets?.binding, config.images?.binding].filter((name) => name !== undefined),
  ];
}

function faultIf(names: readonly string[], text: string, advice: string): Finding[] {
  return names.length === 0 ? [] : [broken('bindings', `${text} ${names.join(', ')}`, advice)];
}
