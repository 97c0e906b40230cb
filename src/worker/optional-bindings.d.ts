/** Bindings that wrangler.toml describes and leaves to whoever deploys. */
interface Env {
  readonly ANALYTICS?: AnalyticsEngineDataset;
}
