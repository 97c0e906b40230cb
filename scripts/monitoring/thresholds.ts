/** From which alerts fire and `npm run doctor` asks for attention. */
export const THRESHOLDS = {
  /** Age of the oldest of its kind. */
  queuedSeconds: 300,
  purgeSeconds: 600,
  eraseSeconds: 3600,
  accountSeconds: 300,
  /** Since the last run of the cron. */
  cronSeconds: 300,
  /** Of the storage for new uploads. */
  storageShare: 0.8,
  /** D1 takes 10 GB. */
  databaseBytes: 8e9,
} as const;
