import { crc32 } from 'node:zlib';
import yauzl from 'yauzl';

export interface ReadEntry {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly lastModified: Date;
}

/** Reads an archive strictly, with its checksums; returns its files in order. */
export const readZip = async (archive: ArrayBuffer): Promise<ReadEntry[]> => {
  const zip = await yauzl.fromBufferPromise(Buffer.from(archive), { strictFileNames: true });
  const entries: ReadEntry[] = [];
  for await (const entry of zip.eachEntry()) {
    const stream = await zip.openReadStreamPromise(entry);
    const chunks: Uint8Array[] = [];
    for await (const chunk of stream) chunks.push(chunk as Uint8Array);
    const bytes = new Uint8Array(Buffer.concat(chunks));
    if (crc32(bytes) !== entry.crc32) throw new Error(`${entry.fileName}: wrong checksum`);
    entries.push({
      name: entry.fileName,
      bytes,
      lastModified: entry.getLastModDate(),
    });
  }
  return entries;
};
