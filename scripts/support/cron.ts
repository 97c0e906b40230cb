/** Where a local server runs the Worker's cron. */
export const CRON_PATH = '/cdn-cgi/local/scheduled';

/** Where it shows the headers of a request as the Worker gets them. */
export const ECHO_PATH = '/cdn-cgi/local/headers';

/** Both want this header, with the value that the process of the server has in this variable. */
export const CRON_SECRET_HEADER = 'X-Tintype-Cron-Secret';
export const CRON_SECRET_VARIABLE = 'TINTYPE_CRON_SECRET';
