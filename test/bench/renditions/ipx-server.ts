// Serves a folder of images by ipx: ipx-server.ts MODULE FOLDER. Prints its port.
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Ipx {
  createIPX(options: { readonly storage: unknown }): unknown;
  createIPXNodeServer(ipx: unknown): RequestListener;
  ipxFSStorage(options: { readonly dir: string }): unknown;
}

const [module = '', dir = ''] = process.argv.slice(2);
const { createIPX, createIPXNodeServer, ipxFSStorage } = (await import(module)) as Ipx;
const server = createServer(createIPXNodeServer(createIPX({ storage: ipxFSStorage({ dir }) })));
server.listen(0, '127.0.0.1', () => {
  console.log((server.address() as AddressInfo).port);
});
