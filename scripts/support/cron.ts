/** Where the local runtime runs the Worker's cron. */
export const CRON_PATH = '/cdn-cgi/local/scheduled';

/** With this header, and the value that the process of the server has in this variable. */
export const CRON_SECRET_HEADER = 'X-Tintype-Cron-Secret';
export const CRON_SECRET_VARIABLE = 'TINTYPE_CRON_SECRET';
