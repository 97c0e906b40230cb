import { fixLength } from '../../lib/fixed-length.ts';
import type { ImageRecord } from '../../storage/edge-cache.ts';
import type { CacheLookup } from '../../storage/public-cache.ts';
import type { Services } from '../services.ts';

/** Fills both caches while the bytes are read, and returns them for the answer. */
export async function keepPublic(
  { publicCache, clock, background }: Pick<Services, 'publicCache' | 'clock' | 'background'>,
  lookup: CacheLookup,
  record: ImageRecord,
  source: ReadableStream,
): Promise<Uint8Array<ArrayBuffer> | ReadableStream> {
  const putInEdge = (copy: Uint8Array<ArrayBuffer> | ReadableStream): void =>
    background(publicCache.putInEdge(lookup, record, copy, clock.now()));
  if (publicCache.fitsMemory(record.size)) {
    const bytes = await readWhole(source);
    if (bytes.byteLength !== record.size) throw new RangeError('The image ends too early');
    if (publicCache.isWantedInMemory(lookup, record.size)) {
      publicCache.putInMemory(lookup, { record, bytes });
    }
    putInEdge(bytes);
    return bytes;
  }
  const copies = publicCache.copy(source, record.size, clock.now());
  if (copies === null) return fixLength(source, record.size);
  putInEdge(copies.toPut);
  return copies.toSend;
}

/** Native, since a JavaScript reader costs more than a lookup in the edge cache. */
export async function readWhole(source: ReadableStream): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(source).arrayBuffer());
}
