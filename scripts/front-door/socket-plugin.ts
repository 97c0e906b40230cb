import { createRequire } from 'node:module';
import type * as Runtime from 'miniflare';

/**
 * The local runtime's socket trusts `MF-*` headers of a request. This plugin opens another socket, which leads directly
 * to the Worker that has a binding of this type.
 */
export const SOCKET_PLUGIN = { package: import.meta.filename, name: 'socket' } as const;

export interface SocketOptions {
  /** `host:port`, with an IPv6 host in brackets. */
  readonly address: string;
}

const socket: Runtime.Plugin = {
  getBindings: () => undefined,
  getNodeBindings: () => ({}),
  async getServices({ options: { config }, sharedOptions }) {
    const { getEntrySocketHttpOptions } = createRequire(import.meta.url)(
      'miniflare',
    ) as typeof Runtime;
    const http = await getEntrySocketHttpOptions(sharedOptions);
    const sockets = Object.values(config.env ?? {})
      .filter(({ type }) => type === `unsafe:${SOCKET_PLUGIN.name}`)
      .map((binding) => ({
        name: SOCKET_PLUGIN.name,
        address: (binding as unknown as { dev: { options: SocketOptions } }).dev.options.address,
        service: { name: `core:user:${config.name}` },
        ...http,
      }));
    return { services: [], extensions: [], sockets };
  },
};

export const plugins = { [SOCKET_PLUGIN.name]: socket };
