/** Of the release; a test compares it with package.json. */
export const VERSION = '2.1.0';
