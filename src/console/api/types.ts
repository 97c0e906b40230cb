import type { components, operations } from './schema.d.ts';

type Schemas = components['schemas'];

export type Image = Schemas['ImageSummary'];
export type TrashedImage = Schemas['TrashedImage'];
export type User = Schemas['User'];
export type ManagedUser = Schemas['ManagedUser'];
export type Invitation = Schemas['Invitation'];
export type NewInvitation = Schemas['NewInvitation'];
export type PasswordReset = Schemas['PasswordReset'];
export type ImageQuery = NonNullable<operations['listImages']['parameters']['query']>;
export type TimelineQuery = NonNullable<operations['readTimeline']['parameters']['query']>;
export type UserProfile = Schemas['UserProfile'];
export type Session = Schemas['Session'];
export type ApiKey = Schemas['ApiKey'];
export type ApiKeyRequest = Schemas['ApiKeyRequest'];
export type IssuedApiKey = Schemas['IssuedApiKey'];
export type DeviceIdentity = Schemas['DeviceIdentity'];
export type Notification = Schemas['UserNotification'];
export type NotificationPage = Schemas['NotificationPage'];
export type SystemStatistics = Schemas['SystemStatistics'];
export type DailyTotals = Schemas['DailyTotals'];
export type PublicConfig = Schemas['PublicConfig'];
export type ConfigEntry = Schemas['ConfigEntry'];
export type Publication = Schemas['Publication'];
export type OutboxEvent = Schemas['OutboxEvent'];
export type AuditEntry = Schemas['AuditEntry'];
