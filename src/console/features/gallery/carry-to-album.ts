/** The chunk of images that are dragged. */

export { addDropped } from '../album-choice/add-dropped.ts';
export { AlbumTray } from '../album-choice/album-tray.tsx';
export { leaveTray, moveOverTray, trayTarget } from '../album-choice/model/album-tray.ts';
