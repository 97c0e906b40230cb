import type { components, operations } from './schema.d.ts';

type Schemas = components['schemas'];

export type Image = Schemas['Image'];
export type User = Schemas['User'];
export type SystemStatistics = Schemas['SystemStatistics'];
export type DailyTotals = Schemas['DailyTotals'];
export type ConfigEntry = Schemas['ConfigEntry'];
export type Publication = Schemas['Publication'];
export type OutboxEvent = Schemas['OutboxEvent'];
export type AuditEntry = Schemas['AuditEntry'];
export type ImageQuery = NonNullable<operations['listImages']['parameters']['query']>;
