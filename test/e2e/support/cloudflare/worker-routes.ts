import { randomUUID } from 'node:crypto';
import type { Account, Binding, Metadata, Version, Worker } from './account.ts';
import { found, nameOf, Refusal, type Call, type Routes } from './answers.ts';

const NO_WORKER = 10_007;
const SECRETS: ReadonlySet<string> = new Set(['secret_text', 'secret_key']);

export const workerRoutes = ({ workers }: Account): Routes => {
  const find = (call: Call): Worker => found(workers.get(nameOf(call)), 404, NO_WORKER);
  const bindingsOf = (call: Call) => find(call).deployed?.bindings ?? [];
  return {
    'GET /workers/services/:': (call) => ({
      default_environment: {
        environment: 'production',
        script: { tag: find(call).tag ?? '', tags: [], last_deployed_from: 'wrangler' },
      },
    }),
    'GET /workers/scripts': () =>
      [...workers].map(([id, { tag }]) => ({ id, migration_tag: tag ?? undefined })),
    'GET /workers/scripts/:/secrets': (call) =>
      bindingsOf(call)
        .filter(({ type }) => SECRETS.has(type))
        .map(({ name, type }) => ({ name, type })),
    'PUT /workers/scripts/:/secrets': async (call) => {
      const worker = find(call);
      const secret = (await call.json()) as unknown as Binding;
      const deployed = found(worker.deployed ?? undefined, 404, NO_WORKER);
      const others = deployed.bindings.filter(({ name }) => name !== secret.name);
      worker.deployed = { ...deployed, bindings: [...others, secret] };
      worker.versions.push(worker.deployed);
      return { name: secret.name, type: secret.type };
    },
    'GET /workers/scripts/:/settings': (call) => ({ bindings: bindingsOf(call).map(hideSecret) }),
    'GET /workers/scripts/:/deployments': (call) => ({
      deployments: [{ versions: [{ version_id: find(call).deployed?.id, percentage: 100 }] }],
    }),
    'PUT /workers/scripts/:': async (call) => {
      const worker = workers.get(nameOf(call)) ?? newWorker();
      const version = await addVersion(worker, call);
      workers.set(nameOf(call), worker);
      worker.tag = version.metadata.migrations?.new_tag ?? worker.tag;
      worker.deployed = version;
      return {
        id: nameOf(call),
        deployment_id: version.id.replaceAll('-', ''),
        startup_time_ms: 20,
      };
    },
    'POST /workers/scripts/:/versions': async (call) => {
      const { id } = await addVersion(find(call), call);
      return { id, startup_time_ms: 20, resources: { script: { etag: id } } };
    },
    'POST /workers/scripts/:/deployments': async (call) => {
      const worker = find(call);
      const [wanted] = (await call.json())['versions'] as { version_id: string }[];
      const version = worker.versions.find(({ id }) => id === wanted?.version_id);
      worker.deployed = found(version, 404, 10_092);
      return {};
    },
    'PATCH /workers/scripts/:/script-settings': async (call) => (find(call), call.json()),
    'GET /workers/workers/:': (call) => ({ subdomain: { enabled: find(call).isOnWorkersDev } }),
    'POST /workers/scripts/:/subdomain': async (call) => {
      const body = await call.json();
      find(call).isOnWorkersDev = body['enabled'] === true;
      return body;
    },
    'PUT /workers/scripts/:/schedules': async (call) => {
      find(call).schedules = await call.json();
      return {};
    },
    'GET /workers/subdomain': () => ({ subdomain: 'somebody' }),
  };
};

export const newWorker = (): Worker => ({
  versions: [],
  deployed: null,
  tag: undefined,
  isOnWorkersDev: false,
  schedules: null,
});

const addVersion = async (worker: Worker, call: Call): Promise<Version> => {
  const part = (await call.form()).get('metadata');
  const metadata = JSON.parse(typeof part === 'string' ? part : '{}') as Metadata;
  const version = { id: randomUUID(), metadata, bindings: resolve(metadata, worker.deployed) };
  worker.versions.push(version);
  return version;
};

const resolve = (metadata: Metadata, deployed: Version | null): Binding[] => {
  const before = deployed?.bindings ?? [];
  const given = metadata.bindings.map((binding) => {
    if (binding.type !== 'inherit') return binding;
    const inherited = before.find(({ name }) => name === binding.name);
    if (inherited === undefined) {
      throw new Refusal(400, 10_057, `inherit binding '${binding.name}' is invalid`);
    }
    return inherited;
  });
  const names = new Set(given.map(({ name }) => name));
  const kept = before.filter(
    ({ name, type }) => metadata.keep_bindings?.includes(type) === true && !names.has(name),
  );
  return [...given, ...kept];
};

const hideSecret = (binding: Binding): Binding =>
  SECRETS.has(binding.type) ? { type: binding.type, name: binding.name } : binding;
