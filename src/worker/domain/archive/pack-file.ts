export interface Entry {
  readonly name: string;
  readonly lastModified: number;
  readonly input: string | AsyncIterable<Uint8Array>;
}

/** With smaller chunks, crossings between runtime and JavaScript cost more than the bytes. */
const CHUNK_BYTES = 65_536;

/** The ZIP writer would throw an error into the generator when the reader disconnects. */
export function endQuietly(entries: AsyncGenerator<Entry>): AsyncIterable<Entry> {
  return {
    [Symbol.asyncIterator]: () => ({
      next: () => entries.next(),
      throw: () => entries.return(undefined),
    }),
  };
}

export async function* packFile(
  object: R2ObjectBody,
  name: string,
  lastModified: number,
): AsyncGenerator<Entry> {
  const reader = object.body.getReader({ mode: 'byob' });
  try {
    yield { name, lastModified, input: readChunks(reader) };
  } finally {
    await reader.cancel();
  }
}

async function* readChunks(reader: ReadableStreamBYOBReader): AsyncGenerator<Uint8Array> {
  for (;;) {
    const { value } = await reader.readAtLeast(CHUNK_BYTES, new Uint8Array(CHUNK_BYTES));
    if (value === undefined || value.byteLength === 0) return;
    yield value;
  }
}
