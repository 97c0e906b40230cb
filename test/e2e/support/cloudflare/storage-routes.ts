import { randomUUID } from 'node:crypto';
import type { Account, Queue } from './account.ts';
import { found, nameOf, pageOf, Refusal, type Call, type Routes } from './answers.ts';

export const storageRoutes = (account: Account): Routes => ({
  ...kvRoutes(account),
  ...r2Routes(account),
  ...queueRoutes(account),
});

const kvRoutes = ({ namespaces }: Account): Routes => ({
  'GET /storage/kv/namespaces': (call) => pageOf(call, namespaces),
  'POST /storage/kv/namespaces': async (call) => {
    const title = String((await call.json())['title']);
    if (namespaces.some((known) => known.title === title)) {
      throw new Refusal(400, 10014, `a namespace with this account ID and title already exists`);
    }
    const namespace = { id: randomUUID().replaceAll('-', ''), title };
    namespaces.push(namespace);
    return namespace;
  },
});

const r2Routes = ({ buckets }: Account): Routes => ({
  'GET /r2/buckets': () => ({ buckets: buckets.map((name) => ({ name })) }),
  'POST /r2/buckets': async (call) => {
    const name = String((await call.json())['name']);
    if (buckets.includes(name)) throw new Refusal(409, 10004, 'the bucket exists');
    buckets.push(name);
    return { name };
  },
  'GET /r2/buckets/:': (call) => ({
    name: found(
      buckets.find((known) => known === nameOf(call)),
      404,
      10006,
    ),
  }),
});

const queueRoutes = ({ queues }: Account): Routes => {
  const find = (id: string): Queue =>
    found(
      queues.find(({ queue_id }) => queue_id === id),
      404,
      11000,
    );
  return {
    'GET /queues': (call) => {
      const names = call.query.getAll('name');
      const isMeant = ({ queue_name }: Queue) => names.length === 0 || names.includes(queue_name);
      return pageOf(call, queues.filter(isMeant));
    },
    'POST /queues': async (call) => {
      const queue_name = String((await call.json())['queue_name']);
      if (queues.some((known) => known.queue_name === queue_name)) {
        throw new Refusal(409, 11009, 'the queue name is taken');
      }
      const queue = { queue_id: randomUUID(), queue_name, consumers: [] };
      queues.push(queue);
      return queue;
    },
    'POST /queues/:/consumers': async (call) => {
      const { consumers } = find(nameOf(call));
      if (consumers.length > 0) throw new Refusal(409, 11004, 'the queue has a consumer');
      const consumer = { ...(await readConsumer(call)), consumer_id: randomUUID() };
      consumers.push(consumer);
      return consumer;
    },
    'PUT /queues/:/consumers/:': async (call) => {
      const [, id] = call.names;
      const { consumers } = find(nameOf(call));
      const known = found(
        consumers.find(({ consumer_id }) => consumer_id === id),
        404,
        11000,
      );
      return Object.assign(known, await readConsumer(call));
    },
  };
};

const readConsumer = async (call: Call) => {
  const { script_name, ...consumer } = await call.json();
  return { ...consumer, script: script_name };
};
