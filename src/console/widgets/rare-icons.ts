/** Icons of few pages, as paths: each comes with the code that shows it. */

export const COPY = 'M9 9h10v11H9zM5 15V4h10';
export const LEFT = 'M14 7l-5 5 5 5';
export const RIGHT = 'M10 7l5 5-5 5';
export const PAUSE = 'M8 5v14M16 5v14';
export const PLAY = 'M8 5l11 7-11 7z';
export const DOWNLOAD = 'M12 4v12m0 0 5-5m-5 5-5-5M4 20h16';
export const PLUS = 'M12 5v14M5 12h14';
export const CAMERA = 'M4 8h4l2-3h4l2 3h4v11H4zM12 10a3 3 0 1 0 0 6 3 3 0 0 0 0-6z';
export const DEVICE =
  'M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM11 18h2';
export const EYE_OFF =
  'M4 4l16 16M9 5.500c1-.3 2-.5 3-.5 4 0 7 2 10 7-1 1.700-2 3-3.200 4M6 7.500C4.500 8.600 3.200 10 2 12c3 5 6 7 10 7 1.800 0 3.400-.4 4.800-1.200M10 10a3 3 0 0 0 4 4';
export const SHARE =
  'M17 4a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM7 10a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM17 16a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM9 11l6-4M9 13l6 4';
export const EXPAND = 'M9 4H4v5M15 4h5v5M9 20H4v-5M15 20h5v-5';
export const FIT = 'M4 9h5V4M20 9h-5V4M4 15h5v5M20 15h-5v5';
export const INFO = 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 11v5M12 8v.5';
