import type { components, operations } from './schema.d.ts';

type Schemas = components['schemas'];

/** With the entity tag of its texts: undefined where it is not known; a change then depends on nothing. */
export type Tagged<Data> = Data & { readonly tag?: string | undefined };

export type Image = Schemas['ImageSummary'];
export type MatchingImage = Schemas['MatchingImage'];
export type MatchingTrash = Schemas['MatchingTrash'];
export type TrashedImage = Schemas['TrashedImage'];
export type ImagePage = Schemas['ImagePage'];
export type Album = Tagged<Schemas['Album']>;
export type AlbumPage = Schemas['AlbumPage'];
export type NewAlbum = Schemas['NewAlbum'];
export type AddedImages = Schemas['AddedImages'];
export type AlbumChange = Schemas['AlbumChange'];
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
