import { utf8 } from '../../../shared/bytes.ts';
import { crc32 } from '../../../shared/crc32.ts';
import type { DerivativePlan } from '../../imaging/derive/derivative.ts';
import type { Keeping, Original } from '../../domain/derivatives/original.ts';
import type { Transformation, Transformations } from '../../domain/services.ts';
import { callObject } from '../call-object.ts';
import { readHead } from './frames.ts';
import type { Transformer as TransformerObject } from './object.ts';

/** For an object that ends during a call: its successor knows nothing of its jobs. */
const OBJECT_LOST: Transformation = { outcome: 'busy', retryAfterSeconds: 1 };

interface ObjectFailure {
  readonly retryable?: boolean;
  readonly overloaded?: boolean;
  readonly durableObjectReset?: boolean;
}

/** One object per key, so that all requests for it share a job. */
export function createTransformations(
  namespace: DurableObjectNamespace<TransformerObject>,
  shards: number,
): Transformations {
  return {
    transform: async (original, plan, network, keeping) => {
      const order = { key: keyOf(original, plan, keeping), original, plan, keeping };
      const shard = `shard-${String(shardOf(order.key, shards))}`;
      try {
        const stream = await callObject(async () =>
          namespace.getByName(shard).transform(order, network),
        );
        return await receive(stream);
      } catch (error) {
        const { retryable, overloaded, durableObjectReset } = error as ObjectFailure;
        if (retryable === true || overloaded === true || durableObjectReset === true)
          return OBJECT_LOST;
        throw error;
      }
    },
  };
}

/** What is kept has a job of its own: one that shared it might have been started by a request that keeps nothing. */
function keyOf(
  { objectKey }: Original,
  { mimeType, size, quality }: DerivativePlan,
  keeping: Keeping | undefined,
): string {
  const ignoresQuality = mimeType === 'image/png' || mimeType === 'image/gif';
  const keyed = ignoresQuality ? null : quality;
  return JSON.stringify([objectKey, mimeType, size.width, size.height, keyed, keeping?.key]);
}

/** A key has the same link twice: a hash whose lowest bits are sums of the characters' would not tell links apart. */
function shardOf(key: string, shards: number): number {
  return crc32(utf8(key)) % shards;
}

async function receive(stream: ReadableStream<Uint8Array>): Promise<Transformation> {
  const head = await readHead(stream);
  if (head === null) return OBJECT_LOST;
  if (head.outcome !== 'made') return head;
  // A body must not have been read by a reader; a branch of the stream counts as unread.
  const [body, unused] = stream.tee();
  await unused.cancel();
  return { ...head, body };
}
