/**
 * The variants of an image as the hexadecimal digits of a BLOB, an entry each:
 *
 *   head (1 byte: type in the upper four bits, kind in the lower) · SHA-256 (32 bytes) · size · width · height · age
 *
 * - Numbers are LEB128: seven bits a byte, the lowest first. An entry of a usual photograph takes about 41 bytes.
 * - The age is the time from the file's creation (milliseconds), doubled; odd for a time before it.
 * - Entries are only appended. A code is never used for another kind or type.
 */

import { joinBytes, toHex } from '../../../shared/bytes.ts';
import type { LegacyKind, VariantKind } from '../../../shared/variants.ts';

export type StoredKind = VariantKind | LegacyKind;

export interface PackedVariant {
  readonly kind: StoredKind;
  readonly mimeType: string;
  readonly size: number;
  /** 64 lower-case hexadecimal digits. */
  readonly sha256: string;
  readonly width: number;
  readonly height: number;
  readonly createdAt: number;
}

const KIND_CODES: Readonly<Record<StoredKind, number>> = {
  master: 1,
  gallery: 2,
  admin: 3,
  publish: 4,
  original: 5,
  webp: 6,
  avif: 7,
};
const TYPE_CODES: Readonly<Record<string, number>> = {
  'image/webp': 0,
  'image/avif': 1,
  'image/jpeg': 2,
  'image/png': 3,
  'image/gif': 4,
};
const KINDS = invert(KIND_CODES);
const TYPES = invert(TYPE_CODES);

const SHA256_BYTES = 32;
const SHA256_PATTERN = /^[0-9a-f]{64}$/u;

/** @throws {RangeError} for a kind, a type, a SHA-256 or a number that has no form. */
export function packVariants(variants: readonly PackedVariant[], fileCreatedAt: number): string {
  return toHex(joinBytes(variants.flatMap((variant) => packVariant(variant, fileCreatedAt))));
}

function packVariant(
  { kind, mimeType, size, sha256, width, height, createdAt }: PackedVariant,
  fileCreatedAt: number,
): Uint8Array[] {
  const type = TYPE_CODES[mimeType];
  // A row's kind is any text.
  const code = Object.hasOwn(KIND_CODES, kind) ? KIND_CODES[kind] : undefined;
  if (code === undefined) throw new RangeError(`a variant of kind ${kind}`);
  if (type === undefined) throw new RangeError(`a variant of type ${mimeType}`);
  if (!SHA256_PATTERN.test(sha256)) throw new RangeError('a variant without a SHA-256');
  const age = createdAt - fileCreatedAt;
  const numbers = [size, width, height, age < 0 ? -2 * age - 1 : 2 * age];
  return [Uint8Array.of(type * 16 + code), fromHex(sha256), ...numbers.map(packNumber)];
}

function packNumber(value: number): Uint8Array {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`a variant with ${value}`);
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Uint8Array.from([...bytes, rest]);
}

/** @throws {RangeError} for bytes that `packVariants` cannot have made. */
export function unpackVariants(hex: string, fileCreatedAt: number): PackedVariant[] {
  const bytes = fromHex(hex);
  const variants: PackedVariant[] = [];
  for (let offset = 0; offset < bytes.length;) {
    const head = bytes[offset] ?? 0;
    const kind = KINDS.get(head % 16);
    const mimeType = TYPES.get(Math.floor(head / 16));
    if (kind === undefined || mimeType === undefined) throw malformed();
    const digest = bytes.subarray(offset + 1, offset + 1 + SHA256_BYTES);
    if (digest.length < SHA256_BYTES) throw malformed();
    offset += 1 + SHA256_BYTES;
    const [size, width, height, age] = [0, 0, 0, 0].map(() => {
      const { value, end } = unpackNumber(bytes, offset);
      offset = end;
      return value;
    }) as [number, number, number, number];
    const createdAt = fileCreatedAt + (age % 2 === 1 ? -(age + 1) / 2 : age / 2);
    variants.push({ kind, mimeType, size, sha256: toHex(digest), width, height, createdAt });
  }
  return variants;
}

function unpackNumber(bytes: Uint8Array, start: number): { value: number; end: number } {
  let value = 0;
  let factor = 1;
  for (let end = start; end < bytes.length; end += 1) {
    const byte = bytes[end] ?? 0;
    value += (byte % 128) * factor;
    if (!Number.isSafeInteger(value)) break;
    if (byte < 128) return { value, end: end + 1 };
    factor *= 128;
  }
  throw malformed();
}

function fromHex(hex: string): Uint8Array {
  const bytes = new Uint8Array(hex.length / 2);
  for (let index = 0; index < bytes.length; index += 1) {
    bytes[index] = Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16);
  }
  return bytes;
}

function malformed(): RangeError {
  return new RangeError('malformed variants');
}

function invert<Name extends string>(
  codes: Readonly<Record<Name, number>>,
): ReadonlyMap<number, Name> {
  return new Map(Object.entries<number>(codes).map(([name, code]) => [code, name as Name]));
}
