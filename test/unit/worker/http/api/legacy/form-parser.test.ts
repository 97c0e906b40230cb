import { expect, it } from 'vitest';
import {
  type FilePiece,
  FormParser,
} from '../../../../../../src/worker/http/api/legacy/form-parser.ts';
import { joinBytes, utf8 } from '../../../../../../src/shared/bytes.ts';

const BOUNDARY = 'AaB03x';
const TYPE = `multipart/form-data; boundary="${BOUNDARY}"`;
/** Image data with many near matches of the boundary. */
const FILE = utf8(`\r\n--AaB03\r\n--AaB03y--\r\n\r--AaB03x\r\n-`.repeat(3));
const FORM = joinBytes([
  utf8(`preamble\r\n--${BOUNDARY}\r\nContent-Disposition: form-data; name="title"\r\n\r\nÜber\r\n`),
  utf8(
    `--${BOUNDARY}\r\ncontent-type: image/png\r\nContent-Disposition: form-data; name=file; filename="a b.png"\r\n\r\n`,
  ),
  FILE,
  utf8(`\r\n--${BOUNDARY}\r\nContent-Disposition: form-data; name="visibility"\r\n\r\n\r\n`),
  utf8(`--${BOUNDARY}--\r\nepilogue`),
]);
const CLOSING_AT = FORM.byteLength - 'epilogue'.length - 2;

const bytesOf = (pieces: readonly FilePiece[]): Uint8Array[] => pieces.map(({ bytes }) => bytes);

const parse = async (pieces: readonly Uint8Array[]) => {
  const parser = new FormParser(TYPE);
  const file: Uint8Array[] = [];
  for (const piece of pieces) file.push(...bytesOf(await parser.parse(piece)));
  file.push(...bytesOf(await parser.end()));
  return { file: joinBytes(file), ...parser.read() };
};

const EXPECTED = {
  file: FILE,
  filename: 'a b.png',
  fields: new Map([
    ['title', 'Über'],
    ['visibility', ''],
  ]),
};

it('the form parser reads the same fields for any split of the body', async () => {
  for (let at = 1; at < FORM.byteLength; at += 1) {
    expect(await parse([FORM.subarray(0, at), FORM.subarray(at)]), `cut at ${at}`).toEqual(
      EXPECTED,
    );
  }
  for (const length of [1, 2, 3, 7]) {
    const count = Math.ceil(FORM.byteLength / length);
    const pieces = Array.from({ length: count }, (_, i) =>
      FORM.subarray(i * length, (i + 1) * length),
    );
    expect(await parse(pieces), `in pieces of ${length}`).toEqual(EXPECTED);
  }
});

it('the form parser refuses a form that ends anywhere before its last boundary', async () => {
  for (let at = 0; at < CLOSING_AT - 1; at += 1) {
    await expect(parse([FORM.subarray(0, at)]), `ends at ${at}`).rejects.toMatchObject({
      reason: 'upload_interrupted',
    });
  }
});

it('the form parser passes the file on as it arrives, and keeps none of it', async () => {
  const parser = new FormParser(TYPE);
  const head = utf8(
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name=file; filename=x\r\n\r\n`,
  );
  let given = 0;
  const take = (pieces: readonly FilePiece[]) => {
    for (const { bytes } of pieces) given += bytes.byteLength;
  };
  take(await parser.parse(head));
  for (let sent = 0; sent < 100; sent += 1) {
    take(await parser.parse(new Uint8Array(262_144)));
    // Only pieces of the last chunk may be held back.
    expect(given).toBeGreaterThanOrEqual(sent * 262_144 - 65_536);
  }
});

it('the form parser survives arbitrary bytes', async () => {
  let state = 7;
  const random = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 4_294_967_296) * below);
  };
  for (let round = 0; round < 2000; round += 1) {
    const form = FORM.slice();
    for (let count = random(6); count >= 0; count -= 1) form[random(form.length)] = random(256);
    const at = random(form.length);
    await parse([form.subarray(0, at), form.subarray(at)]).catch((error: unknown) => {
      expect([
        'file_missing',
        'too_many_files',
        'invalid_parameter',
        'upload_interrupted',
      ]).toContain((error as { reason?: string }).reason);
    });
  }
});
