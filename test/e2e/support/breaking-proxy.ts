import { connect, createServer, type AddressInfo } from 'node:net';

export interface BreakingProxy {
  readonly url: string;
  broken(): number;
  close(): void;
}

/** A TCP proxy that resets the first `breaks` connections after 64 KiB. */
export const breakingProxy = async (target: URL, breaks: number): Promise<BreakingProxy> => {
  let broken = 0;
  const proxy = createServer((client) => {
    const upstream = connect(Number(target.port), '127.0.0.1');
    let carried = 0;
    client.on('data', (chunk: Buffer) => {
      carried += chunk.length;
      if (carried < 65_536 || broken >= breaks) return;
      broken += 1;
      client.resetAndDestroy();
      upstream.destroy();
    });
    client.on('error', () => upstream.destroy());
    upstream.on('error', () => client.destroy());
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${String(port)}`,
    broken: () => broken,
    close: () => proxy.close(),
  };
};
