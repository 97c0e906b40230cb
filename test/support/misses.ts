export const MISS_LIMITS = {
  LINK_MISS_TTL_MS: 3000,
  LINK_MISS_WINDOW_MS: 10_000,
  LINK_MISSES_PER_IP: 5,
  CHANGE_LOOK_TTL_MS: 250,
};
export const LINK = 'a'.repeat(12);
export const NETWORK = '203.0.113.7';
