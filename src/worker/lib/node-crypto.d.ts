// The only type of Node that the Worker knows; nodejs_compat provides the module.
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
