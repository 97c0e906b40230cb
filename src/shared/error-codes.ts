/** Numbers on the wire never change. Single constants instead of a table let the console's build drop the unused ones. */

export const INTERNAL_ERROR = 1000;
/** Also: the account is being changed. */
export const DATABASE_ERROR = 1001;
export const CACHE_ERROR = 1002;
export const IMAGE_PROCESSING_FAILED = 1003;
export const CAPTCHA_UNAVAILABLE = 1004;
export const WRONG_CREDENTIALS = 2001;
export const TOO_MANY_ATTEMPTS = 2008;
export const CAPTCHA_FAILED = 2009;
export const TOO_MANY_BOOTSTRAPS = 2090;
export const TOO_MANY_ERROR_REPORTS = 2091;
export const INVALID_PARAMETER = 3000;
export const INVALID_ID = 3001;
export const BODY_TOO_LARGE = 3002;
export const UNSUPPORTED_TYPE = 3003;
export const TOO_MANY_FILES = 3004;
export const INVALID_UPLOAD = 3005;
export const UPLOAD_INTERRUPTED = 3006;
export const PART_HASH_MISMATCH = 3007;
export const PART_GEOMETRY_MISMATCH = 3008;
export const IMAGE_TOO_LARGE = 3010;
export const SIGN_IN_REQUIRED = 4010;
export const SESSION_EXPIRED = 4011;
export const QUOTA_EXHAUSTED = 4012;
export const TOO_MANY_REQUESTS = 4029;
export const PERMISSION_DENIED = 4030;
/** Another user's image, or one device or key too many. */
export const ACCESS_FORBIDDEN = 4031;
export const ADMIN_WEB_ONLY = 4032;
export const IDENTITY_TOKEN_REFUSED = 4033;
export const REGISTRATION_WEB_ONLY = 4034;
export const CSRF_TOKEN_MISSING = 4035;
export const CSRF_TOKEN_INVALID = 4036;
export const IMAGE_TOKEN_INVALID = 4037;
export const ACCOUNT_LOCKED = 4038;
export const DOWNLOAD_ALLOWANCE_EXHAUSTED = 4039;
export const NOTIFICATION_NOT_FOUND = 4040;
export const NOT_FOUND = 4041;
export const IMAGE_TOKEN_REVOKED = 4042;
/** Also: expired. */
export const UPLOAD_NOT_FOUND = 4043;
export const NONCE_REPLAYED = 4090;
export const UPLOAD_CONFLICT = 4091;
export const PARTS_INCOMPLETE = 4092;
export const IMAGE_IN_WORK = 4093;
export const STORAGE_PATH_IN_USE = 4094;
export const ACCOUNT_STATE_CONFLICT = 4095;
export const CLIENT_TOO_OLD = 4260;
export const RECIPE_UNSUPPORTED = 4261;
export const PIPELINE_2_REQUIRED = 4262;
export const UPLOAD_CAPACITY_EXHAUSTED = 4291;
export const STORAGE_PRESSURE = 5030;
export const UPLOADS_DISABLED = 5031;
