import { serveNodeCodecs } from '../serve-node-codecs.ts';
import { PACKAGE_FILES } from './codec-files.ts';

serveNodeCodecs(PACKAGE_FILES.read);
