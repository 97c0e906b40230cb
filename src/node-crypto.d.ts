// All that the Worker uses of Node, whose modules nodejs_compat provides: no other type of Node is known here.
declare module 'node:crypto' {
  export function timingSafeEqual(a: Uint8Array, b: Uint8Array): boolean;
}
