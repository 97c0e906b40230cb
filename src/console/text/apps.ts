import { textsOf } from './language.ts';
import { apps } from './en/apps.ts';

export const appsText = textsOf('apps', apps);
