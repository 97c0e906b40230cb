import type * as Runtime from 'miniflare';

/** Binds a Worker to the local D1 and R2 as the platform's proxy Worker is bound: to their protocols, without an API. */
export const RAW_PLUGIN = { package: import.meta.filename, name: 'raw' } as const;

export interface RawOptions {
  /** Of the local runtime. */
  readonly service: 'd1:db:entry' | 'r2:bucket:entry';
  readonly id: string;
}

const raw: Runtime.Plugin = {
  getBindings: ({ config }) =>
    Object.entries(config.env ?? {})
      .filter(([, { type }]) => type === `unsafe:${RAW_PLUGIN.name}`)
      .map(([name, binding]) => {
        const { service, id } = (binding as unknown as { dev: { options: RawOptions } }).dev
          .options;
        return {
          name,
          service: { name: service, props: { json: JSON.stringify({ MINIFLARE_NAMESPACE: id }) } },
        };
      }),
  getNodeBindings: () => ({}),
  getServices: async () => [],
};

export const plugins = { [RAW_PLUGIN.name]: raw };
