import { serveNodeCodecs } from './serve-node-codecs.ts';

serveNodeCodecs();
