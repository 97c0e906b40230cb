import { access } from './access.ts';
import { account } from './account.ts';
import { admin } from './admin.ts';
import { albumChoice } from './album-choice.ts';
import { albumPages } from './album-pages.ts';
import { apps } from './apps.ts';
import { common } from './common.ts';
import { errors } from './errors.ts';
import { gallery } from './gallery.ts';
import { image } from './image.ts';
import { layout } from './layout.ts';
import { lock } from './lock.ts';
import { selection } from './selection.ts';
import { shortcuts } from './shortcuts.ts';
import { start } from './start.ts';
import { trash } from './trash.ts';
import { upload } from './upload.ts';

export const en = {
  access,
  account,
  admin,
  albumChoice,
  albumPages,
  apps,
  common,
  errors,
  gallery,
  image,
  layout,
  lock,
  selection,
  shortcuts,
  start,
  trash,
  upload,
};
