/** Runs the Worker's cron on a local server. */
export const CRON_PATH = '/cdn-cgi/local/scheduled';

/** Shows the headers of a request as the Worker gets them. */
export const ECHO_PATH = '/cdn-cgi/local/headers';

/** Both paths require this header, with the value of this variable of the server's process. */
export const CRON_SECRET_HEADER = 'X-Tintype-Cron-Secret';
export const CRON_SECRET_VARIABLE = 'TINTYPE_CRON_SECRET';
