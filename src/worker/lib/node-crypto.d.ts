// All that the Worker uses of Node, whose modules nodejs_compat provides: no other type of Node is known here.
declare module 'node:crypto' {
  export function scrypt(
    password: string | Uint8Array,
    salt: Uint8Array,
    keyBytes: number,
    options: {
      readonly N: number;
      readonly r: number;
      readonly p: number;
      readonly maxmem: number;
    },
    callback: (error: Error | null, key: Uint8Array) => void,
  ): void;
}
