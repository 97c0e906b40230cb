// Made by `npm run types:api` from the API's own document.

export interface paths {
    "/api/v1/auth/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an account
         * @description For web clients. No session is created. Refused (4030) as the setting `registration` says, and with an invitation that is unknown, used up, withdrawn or expired.
         */
        post: operations["register"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in and get the session and CSRF cookies
         * @description By user name or email address. Wrong passwords are limited by each of these, and by network address (429).
         */
        post: operations["login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who is signed in
         * @description The account of the session, as it is now.
         */
        get: operations["readMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End this session
         * @description Clears the cookies of a browser that is signed in by them; a bearer leaves them alone.
         */
        post: operations["logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/csrf/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a fresh CSRF cookie
         * @description For pages of this origin: `Origin` is required, `X-CSRF-Token` is not.
         */
        post: operations["refreshCsrfToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/password-reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a new password by a link of an administrator
         * @description The link counts once, within an hour. All sessions of the account end, API keys stay. Unknown, used, replaced and expired links are refused alike (4030), and limited by address (429).
         */
        post: operations["resetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/device-login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in on a device
         * @description A device that has signed in before takes its own place: its former identity and sessions end.
         */
        post: operations["loginDevice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/device-bootstrap": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open a session by the identity of a device
         * @description A clock that is too far off is refused (3000), and `data.server_time` says what time it is. The device keeps few sessions: its oldest gives way.
         */
        post: operations["bootstrapDevice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/device-heartbeat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Renew the session of this device
         * @description No session outlives the identity of its device.
         */
        post: operations["renewDeviceSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/device-shutdown": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End the session of this device; its identity stays
         * @description The device signs in again by its identity token, without the password.
         */
        delete: operations["endDeviceSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/device-identities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The own devices, the latest sign-in first
         * @description Each can open sessions until `expires_at`.
         */
        get: operations["listDeviceIdentities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/device-identities/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Sign a device out for good; its sessions end, too
         * @description Its identity token opens no session any more. The device of another person is unknown.
         */
        delete: operations["endDeviceIdentity"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The own sessions, in browsers and on devices, newest first
         * @description Sessions that have ended or expired are not among them.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End one of the own sessions
         * @description Clears the cookies of a browser that ends its own.
         */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/user/profile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The own account and how full its quota is
         * @description What open uploads reserve of the quota is not in `storage_used`.
         */
        get: operations["readProfile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/user/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All own images as ZIP volumes
         * @description Each volume holds up to 500 files and `index.json`, the last one `albums.json` as well; the `Link` header with `rel="next"` names the next one, also to who asks for the headers alone. While the account is to be deleted, three whole archives can be had.
         */
        get: operations["readArchive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/user/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Set a new password
         * @description All sessions of the account end, this one too. API keys stay.
         */
        patch: operations["changePassword"];
        trace?: never;
    };
    "/api/v1/user/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The own API keys, newest first
         * @description Without their values. Expired keys stay until they are withdrawn.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Make an API key
         * @description Its value is in this answer alone.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/user/keys/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give an API key another value
         * @description The earlier value admits nothing from then on; the new one is in this answer alone. All else stays. An expired key stays as it is (4095).
         */
        post: operations["rotateApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/user/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Withdraw an API key
         * @description It admits no request that comes after this answer. A second time is 4041.
         */
        delete: operations["withdrawApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/user/sharing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How the own images are shared
         * @description What share pages say of the account.
         */
        get: operations["readSharing"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change how the own images are shared
         * @description Absent fields stay. Cached pages and images follow within 10 minutes.
         */
        patch: operations["changeSharing"];
        trace?: never;
    };
    "/api/v1/admin/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All accounts
         * @description `search` and `status` narrow the list. With `ids`, the other parameters do not count.
         */
        get: operations["listUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/users/{id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Suspend an account, or make it active again
         * @description A suspended account’s sessions are refused from the answer on. The status that it already has is no error; one’s own account cannot be suspended.
         */
        patch: operations["setUserStatus"];
        trace?: never;
    };
    "/api/v1/admin/users/{id}/request-deletion": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Schedule the deletion of an account
         * @description Its sessions end, and it is erased 24 hours later. Until then its owner can sign in and download. Administrators cannot be deleted.
         */
        post: operations["requestUserDeletion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/users/{id}/cancel-deletion": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take a scheduled deletion back
         * @description Until the erasure begins; then it is a conflict.
         */
        post: operations["cancelUserDeletion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/users/{id}/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change how much an account may hold
         * @description Less than it holds deletes nothing: its uploads are refused (4012) until it holds less. Omitted fields stay.
         */
        patch: operations["changeUserLimits"];
        trace?: never;
    };
    "/api/v1/admin/users/{id}/password-reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a link by which a user sets a new password
         * @description The service sends no mail: hand the link to the user. It counts once and for an hour, replaces an earlier one, and ends with any change of the account’s password, status or role. Not for administrators: the operator’s shell makes their links.
         */
        post: operations["resetUserPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All invitations, the latest first
         * @description Those that have ended, too. None has its token.
         */
        get: operations["listInvitations"];
        put?: never;
        /**
         * Make an invitation
         * @description Only this answer has the token: the service keeps a hash of it.
         */
        post: operations["createInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/invitations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Withdraw an invitation
         * @description The accounts that it has made stay.
         */
        delete: operations["withdrawInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the site holds
         * @description As it is now; GET /api/v1/admin/stats/daily has its course.
         */
        get: operations["readStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/stats/daily": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the site held as each day began
         * @description By UTC, at most 400 days, the last 30 if nothing is said. A day on which the service did not run has no entry.
         */
        get: operations["readDailyStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/configs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All configuration entries
         * @description Each with the value in force and the default of the deployment.
         */
        get: operations["listConfigs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change configuration entries
         * @description All of them or none, in force with the next request. `storage_path` can change while nothing is stored, or is to be erased, under the one before. A watermark that is on, and each new image of one, is drawn once: 3000, with the key at the start of the message, when it cannot be. Each change of it starts the publications that wait for it.
         */
        patch: operations["changeConfigs"];
        trace?: never;
    };
    "/api/v1/admin/watermark-image": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set the image of the watermark
         * @description A PNG or still WebP of at most 262144 bytes that can be drawn (3003). The entry `watermark_image` is the same file in base64.
         */
        put: operations["putWatermarkImage"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/publications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Publications by status, the latest failures first
         * @description A page at a time, of one status.
         */
        get: operations["listPublications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/publications/{image_id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a failed publication again
         * @description With all its attempts, while what it needs is kept. Of an image of pipeline 1 that is published: its AVIF.
         */
        post: operations["retryPublication"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/outbox": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Effects of a kind that are not done yet, the first to be due first
         * @description Effects outside the database, such as purges and erasures, which are tried until they succeed.
         */
        get: operations["listOutboxEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/outbox/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try an effect now that was to be tried later
         * @description It is due at once; an attempt under way ends first.
         */
        post: operations["retryOutboxEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What administrators did, the latest first
         * @description One filter at a time: `actor_id` or `subject`.
         */
        get: operations["listAuditEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/images": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The images of all accounts, the newest first
         * @description One filter at a time: `user_id`, or `link`, which finds at most one image, whatever its visibility. Those in the trash are left out. `DELETE /images/{id}` deletes an image of another account, `GET /images/{id}/preview` shows it.
         */
        get: operations["listAllImages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/images/by-hash": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find the images of all accounts that were uploaded as a file, or are stored as it
         * @description Finds the SHA-256 of the uploaded file, as its client has said it, and of each stored variant. Other sizes and formats have other hashes. The first pages have the images of uploaded files, from an index. Each later one looks at the next 25,000 stored files, and may be empty although more follow. An image that matches in both ways is in two pages.
         */
        get: operations["findImagesByHash"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/images/{id}/hide": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take an image out of every link
         * @description Makes it private, ends its access token and its share links, and takes it out of shared albums, at once; its owner still sees it. `PATCH /images/{id}/visibility` shows it again under its former link.
         */
        post: operations["hideImage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notifications/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The own notifications, newest first
         * @description A page at a time. Pages stay in place while notifications arrive.
         */
        get: operations["listNotifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notifications/batch-read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Mark all notifications read
         * @description Those that arrive meanwhile may stay unread.
         */
        patch: operations["markAllNotificationsRead"];
        trace?: never;
    };
    "/api/v1/notifications/{id}/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Mark one notification read
         * @description A second time changes nothing.
         */
        patch: operations["markNotificationRead"];
        trace?: never;
    };
    "/api/v1/notifications/clear": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete all notifications
         * @description Read ones and unread ones.
         */
        delete: operations["clearNotifications"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notifications/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete one notification
         * @description A second time, it is unknown.
         */
        delete: operations["deleteNotification"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/uploads/recipe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a client has to make of an image
         * @description Always available; `v2_enabled` says whether new sessions are accepted. `contain` keeps the aspect and never enlarges: the longer edge is at most `long_edge` and at most that of the upright source. The shorter edge is the longer one × the source’s shorter edge ÷ its longer edge, rounded to the nearest pixel with halves up, at least 1; one pixel more or less is accepted.
         */
        get: operations["readRecipe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/uploads/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open an upload session and reserve its storage
         * @description The key lives 24 hours. The same key with an identical manifest returns the existing session with status 200.
         */
        post: operations["createUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/uploads/{uploadID}/parts/{kind}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Send one part
         * @description The body must have the length, SHA-256 and dimensions that the manifest declares and be a sound, still WebP. A part that is there already is not written again.
         */
        put: operations["putPart"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/uploads/{uploadID}/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Turn a session with all four parts into an image and queue its publication
         * @description Idempotent.
         */
        post: operations["completeUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/uploads/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The states of up to 100 upload sessions
         * @description In the order asked. One id that is missing or not the caller’s fails them all; an expired session is `failed` with the code 4043.
         */
        post: operations["readUploads"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/uploads/{uploadID}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The state of an upload session
         * @description The image fields stand there once the image is published. An expired session is 4043.
         */
        get: operations["readUpload"];
        put?: never;
        post?: never;
        /**
         * Cancel a session that has not entered processing
         * @description Idempotent.
         */
        delete: operations["cancelUpload"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/images/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List and search one’s own images
         * @description Pages stay in place while images arrive and go. In a library that has held more than 5,000 images, the order by `view_count` may be an hour older than the numbers that it shows. An image whose place changes may move while it is paged.
         */
        get: operations["listImages"];
        put?: never;
        /**
         * Upload an image as a whole (pipeline 1)
         * @deprecated
         * @description Answers 4262 where pipeline 2 is in use, unless the key has become an image before: see `v2_enabled` of the recipe. Fields may come in any order. With an `Idempotency-Key`, which lives 24 hours, a request can be sent again: what has become an image is not stored twice, and a request that is still under way gives way to its repetition. Another file or text under the same key is 4091. Such a request must say its `Content-Length` (3000).
         */
        post: operations["createImage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/images/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How many of one’s own images each month has
         * @description The list begins in a month by its `from`.
         */
        get: operations["readTimeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/images/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * An image, for its owner or an administrator
         * @description Other callers get 4031. A private image comes with its access token while it has one.
         */
        get: operations["readImage"];
        put?: never;
        post?: never;
        /**
         * Delete an image, for its owner or an administrator
         * @description Its links are dead at once; its objects are erased soon after. A second time is 4041. Only the caller’s own account must be free of a lock or suspension: an administrator may delete an image of an owner whose account is to be deleted. With `trash=true` the owner may restore it for some days: `POST /trash/restore`.
         */
        delete: operations["deleteImage"];
        options?: never;
        head?: never;
        /**
         * Change title, description and alternative text, or take away the location
         * @description Absent fields stay. The search follows. With `If-Match`, only texts that the caller has seen are changed.
         */
        patch: operations["editImage"];
        trace?: never;
    };
    "/api/v1/images/{id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The picture of an image, for its owner or an administrator
         * @description A WebP for pages of the owner’s own: it counts no view, and only the browser may keep it, public or private. Other callers get 4031. An image that is not published has none (4041). While the account is to be deleted, it is charged as a download.
         */
        get: operations["previewImage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/images/{id}/visibility": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Make an image public or private
         * @description Its link changes at once. Going public revokes its access token.
         */
        patch: operations["changeVisibility"];
        trace?: never;
    };
    "/api/v1/images/{id}/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Issue the access token of a private image
         * @description An image has one token at most: an earlier one stops working.
         */
        post: operations["issueToken"];
        /**
         * Revoke the access token of an image
         * @description Views by the token get 4042 from then on. Without a token, `revoked` is false.
         */
        delete: operations["revokeToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/images/{id}/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The links of an image, for its owner or an administrator
         * @description Oldest first. Links that have ended or are used up stay until they are revoked.
         */
        get: operations["listShareLinks"];
        put?: never;
        /**
         * Make a link of its own for an image
         * @description An image has up to 50 links beside its token. Each shows the published image whatever its visibility, and is revoked apart from the others.
         */
        post: operations["createShareLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/images/{id}/links/{linkId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a link, for the owner of its image or an administrator
         * @description Views by the link get 4042 from then on. A second time is 4041.
         */
        delete: operations["revokeShareLink"];
        options?: never;
        head?: never;
        /**
         * Change label or end of a link
         * @description The address stays. A link that has ended works again with a later end.
         */
        patch: operations["changeShareLink"];
        trace?: never;
    };
    "/api/v1/trash/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the images in one’s trash, the newest first
         * @description They count in the quota, and no link of theirs works.
         */
        get: operations["listTrash"];
        put?: never;
        post?: never;
        /**
         * Empty the trash
         * @description From the answer on, nobody can restore the images.
         */
        delete: operations["emptyTrash"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/trash/{id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The picture of an image in one’s trash
         * @description The square of 400 × 400. Only the browser may keep it. Images of others, of pipeline 1 and unpublished ones have none (4041). While the account is to be deleted, it is charged as a download.
         */
        get: operations["previewTrashed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/trash/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore images from the trash
         * @description With the same links, visibility, texts, views, access token and share links. Ids that are not in the caller’s trash are left out, so it can be sent again.
         */
        post: operations["restoreImages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/trash/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete images of the trash for good
         * @description Ids that are not in the caller’s trash are left out, so it can be sent again.
         */
        post: operations["deleteTrashedImages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/albums": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List and search one’s own albums, the newest first
         * @description Administrators list no albums of others.
         */
        get: operations["listAlbums"];
        put?: never;
        /**
         * Make an album
         * @description Private and with the newest image first, unless the body says otherwise. A repeated `Idempotency-Key` returns the album that it has made with status 200. A user has up to 10,000 albums.
         */
        post: operations["createAlbum"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/albums/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One of one’s own albums
         * @description An album of another user is as unknown (4041) as one that does not exist.
         */
        get: operations["readAlbum"];
        put?: never;
        post?: never;
        /**
         * Delete an album
         * @description Its images stay in the library. Its link is unknown (4041) from then on.
         */
        delete: operations["deleteAlbum"];
        options?: never;
        head?: never;
        /**
         * Change texts, visibility, order, end or cover of an album
         * @description Absent fields stay. An album that becomes private loses its link and its end; one that is shared again gets another link. The visibility of its images does not change. With `If-Match`, only texts that the caller has seen are changed.
         */
        patch: operations["changeAlbum"];
        trace?: never;
    };
    "/api/v1/albums/{id}/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke the link of an album and make another one
         * @description From the answer on, the old link is unknown (4041).
         */
        post: operations["renewAlbumLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/albums/{id}/images": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The images of an album in its order
         * @description A cursor belongs to the order that the album had.
         */
        get: operations["listAlbumImages"];
        put?: never;
        /**
         * Add images to an album
         * @description Images that are there already stay in place, so it can be sent again. Ids that are not in the caller’s library are left out. New images come at the end of an order by hand. An album has up to 100,000 images.
         */
        post: operations["addToAlbum"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/albums/{id}/images/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take images out of an album
         * @description They stay in the library. Ids that are not in the album are left out, so it can be sent again.
         */
        post: operations["removeFromAlbum"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/albums/{id}/images/move": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move images within an album that is ordered by hand
         * @description To the place before another image, in the order of the list. Ids that are not in the album are left out, so it can be sent again. An album in order of date refuses it (3000).
         */
        post: operations["moveInAlbum"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/upload/queue/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What has become of an image that was uploaded as a whole
         * @description For its owner, until a day after its end. The image can be seen once the status is `completed`.
         */
        get: operations["readQueue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/upload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload an image in one request
         * @description Takes one JPEG, PNG, WebP, AVIF or still GIF: as the file of a form, under any name, as the body, or by the address of the form field or query parameter `url`. Where pipeline 1 is in use, GIFs and WebPs may move. The service makes the variants, without metadata, and answers once the image is shown, after 15 seconds at most. The same file with the same visibility, sent again by the same key, gives the same image for a day, with status 200.
         */
        post: operations["uploadFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/picgo/upload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload images as to a PicGo server
         * @description Takes a form with at most 20 files, under any names, and answers once all are shown. An API key that allows uploads alone may stand in the query as `key`, for programs that can set no header. A refused file ends the request; the files before it are stored, and are known when they are sent again.
         */
        post: operations["uploadByPicgo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/picgo/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete images as by a PicList server
         * @description Takes items of the answers to `/picgo/upload` and deletes their images at once. An API key deletes the images that it has uploaded itself, until it is rotated: each item has the right to one image in its `delete_url`. An image that is gone counts as deleted.
         */
        post: operations["deleteByPicgo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/picgo/heartbeat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask whether uploads are taken, as of a PicGo server
         * @description Answered for a key, or a session, that may upload.
         */
        post: operations["pingPicgo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/public/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What pages of the site need to know
         * @description About a minute old at most, older only while the database fails.
         */
        get: operations["readPublicConfig"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/public/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How much the site holds
         * @description About a minute old at most, older only while the database fails. Views take up to a minute more to be among them.
         */
        get: operations["readPublicStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/public/client-errors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report an error in a page
         * @description It becomes one line of the log: long texts are cut, and URLs lose query and fragment. The JSON may also come as `text/plain` or without a type, as beacons send it. Refused reports count against the limit, too.
         */
        post: operations["reportClientError"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/i/{link}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The image of a link
         * @description Pipeline 2: `<asset_link>.webp`; without the extension, 301 to it. Pipeline 1: `<unique_link>` is the original file, and `<unique_link>.<format>` a picture of at most `w` × `h` pixels. A private image is for its owner, administrators, and holders of its token. Pages of sites that its owner does not allow get 4030.
         */
        get: operations["openLink"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/i/{link}/{variant}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A fixed variant of a published image of pipeline 2
         * @description `master` and `admin` are for the owner and administrators; the others follow the visibility of the image.
         */
        get: operations["openVariant"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/r/{width}/{link}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * An image in another width and format
         * @description `<asset_link>.<format>`, in pipeline 1 `<unique_link>.<format>`; `auto` takes the best of AVIF, WebP and JPEG that `Accept` names. Never enlarged: a width beyond the image’s own gives that. Access and caching are those of direct links. Widths up to 480 count no view.
         */
        get: operations["openRendition"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/p/{link}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The share page of an image, for people
         * @description Under the `asset_link` of pipeline 2 and the `unique_link` of pipeline 1. That of a public image says to chats and feeds what to show (Open Graph, oEmbed). A private image is for its owner, administrators, and holders of its token.
         */
        get: operations["openPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oembed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A public image for other sites, by its share page (oEmbed)
         * @description A `photo` (https://oembed.com). `width` and `height` fit `maxwidth` and `maxheight`; the file may be larger.
         */
        get: operations["embed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/s/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A page with the image of a share link
         * @description Or with a form for the password of the link, which is for people. Takes no view of its limit.
         */
        get: operations["openSharePage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/s/image.webp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The published image of a share link
         * @description Each GET that sends bytes takes a view of a limited link: a part of the image as much as the whole. No cache keeps it.
         */
        get: operations["openShare"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/a/{link}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The page of a shared album, for people
         * @description Thumbnails of its published images, the private ones, too. Counts no view. A page has up to 200 images.
         */
        get: operations["openAlbum"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/a/{link}/images.zip": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The published images of a shared album as a ZIP
         * @description With all pixels where the owner allows full size. An album of more than 1000 images comes in volumes; the `Link` header with `rel="next"` names the next one, also in the answer to HEAD. With `after`, a ZIP begins where that page or volume begins, and `volume` only names it.
         */
        get: operations["downloadAlbum"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/a/{link}/feed.xml": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The newest images of a public album (RSS 2.0)
         * @description The 50 newest uploads. Other albums have none (4041). Caches ask again each time; with `If-None-Match`, an unchanged feed is a 304.
         */
        get: operations["readAlbumFeed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/a/{link}/{image}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The page of an image of a shared album, for people
         * @description Its image takes the view.
         */
        get: operations["openAlbumPhoto"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/a/{link}/{image}/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * An image of a shared album, whatever its visibility
         * @description `published.webp`, or a rendition in a width. No cache keeps it. Wider than 480 pixels, it counts a view.
         */
        get: operations["openAlbumImage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the Worker runs
         * @description Asks neither the database nor the cache.
         */
        get: operations["readHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the service can serve
         * @description Asks the database and the cache each time.
         */
        get: operations["readReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Figures for Prometheus
         * @description Needs the token of the deployment where `METRICS_TOKEN` is set.
         */
        get: operations["readMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        ImageForm: {
            /**
             * Format: binary
             * @description A JPEG, PNG, WebP, AVIF or GIF: its content says which. It is kept byte for byte.
             */
            file: string;
            /** @description The file’s name without its extension where it is empty or left out */
            title?: string;
            /** @default  */
            description: string;
            /**
             * @default private
             * @enum {string}
             */
            visibility: "public" | "private";
        };
        FileForm: {
            /**
             * Format: binary
             * @description The image, under this or any other name
             */
            file?: string;
            /** @description The address of an image on the web, instead of a file */
            url?: string;
            /** @description The file’s name without its extension where it is empty or left out */
            title?: string;
            /** @default  */
            description: string;
            /** @default  */
            alt_text: string;
            /**
             * @description The API key’s where it is left out, else private
             * @enum {string}
             */
            visibility?: "public" | "private";
        };
        PicgoForm: {
            /** @description The images, under this or any other name */
            list?: string[];
        };
        RegisterAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: components["schemas"]["Registered"];
        };
        Registered: {
            id: number;
            username: string;
            email: string;
        };
        ErrorAnswer: {
            /** @description Its number in the table of errors */
            code: number;
            /** @description For people */
            message: string;
            data?: unknown;
            /** @description What the operator finds it by */
            request_id: string;
        };
        /**
         * @example {
         *       "username": "ada",
         *       "email": "ada@example.org",
         *       "password": "correct horse"
         *     }
         */
        RegisterRequest: {
            username: string;
            /** Format: email */
            email: string;
            password: string;
            captcha?: components["schemas"]["Captcha"];
            /** @description The token of an invitation; required while `registration` is `invite` */
            invitation?: string;
        };
        Captcha: {
            /** @enum {string} */
            provider: "none";
        } | {
            /** @enum {string} */
            provider: "provider_a";
            token: string;
            action: string;
        } | {
            /** @enum {string} */
            provider: "provider_b";
            token: string;
        } | {
            /** @enum {string} */
            provider: "provider_c";
            lot_number: string;
            captcha_output: string;
            pass_token: string;
            gen_time: string;
        };
        LoginAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: components["schemas"]["SignedIn"];
        };
        SignedIn: {
            user: components["schemas"]["UserSummary"];
        };
        UserSummary: {
            id: number;
            username: string;
            /** @enum {string} */
            role: "user" | "admin";
        };
        /**
         * @example {
         *       "username": "ada",
         *       "password": "correct horse"
         *     }
         */
        LoginRequest: {
            /** @description Or the email address */
            username: string;
            password: string;
            captcha?: components["schemas"]["Captcha"];
        };
        ReadMeAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: components["schemas"]["User"];
        };
        User: components["schemas"]["UserSummary"] & {
            email: string;
            /** @enum {string} */
            status: "active" | "suspended" | "pending_deletion" | "deleting";
            avatar_url: string | null;
            storage_used: number;
            storage_quota: number;
            image_count: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        LogoutAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: null;
        };
        RefreshCsrfTokenAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: null;
        };
        ResetPasswordAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: null;
        };
        /**
         * @example {
         *       "token": "treset_…",
         *       "new_password": "battery staple"
         *     }
         */
        ResetRequest: {
            token: string;
            new_password: string;
        };
        LoginDeviceAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: components["schemas"]["DeviceSignedIn"];
        };
        DeviceSignedIn: {
            /** @description Opens sessions, and nothing else */
            identity_token: string;
            identity_id: number;
            /** Format: date-time */
            identity_expires_at: string;
            session_token: string;
            /** Format: date-time */
            session_expires_at: string;
            user: components["schemas"]["UserSummary"];
        };
        /**
         * @example {
         *       "username": "ada",
         *       "password": "correct horse",
         *       "device": {
         *         "device_id": "3f6c1d0e-54a7",
         *         "name": "Ada's phone"
         *       }
         *     }
         */
        DeviceLoginRequest: components["schemas"]["LoginRequest"] & {
            device: {
                /** @description What the device calls itself */
                device_id: string;
                /** @description For people */
                name: string;
            };
        };
        BootstrapDeviceAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: components["schemas"]["BootstrappedSession"];
        };
        BootstrappedSession: {
            session_token: string;
            /** Format: date-time */
            session_expires_at: string;
        };
        /**
         * @example {
         *       "identity_token": "tti.k1.7-android.…",
         *       "nonce": "0d9c2b3c-6a4e-4a0e-9d55-0f3f6d2f7c11",
         *       "timestamp_ms": 1793491200000
         *     }
         */
        BootstrapRequest: {
            identity_token: string;
            /** @description Fresh: each counts once */
            nonce: string;
            /** @description The device's clock, in milliseconds since the Unix epoch */
            timestamp_ms: number;
        };
        RenewDeviceSessionAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: components["schemas"]["Heartbeat"];
        };
        Heartbeat: {
            /** Format: date-time */
            session_expires_at: string;
            /** Format: date-time */
            server_time: string;
        };
        EndDeviceSessionAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: null;
        };
        ListDeviceIdentitiesAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: components["schemas"]["DeviceIdentities"];
        };
        DeviceIdentities: {
            items: components["schemas"]["DeviceIdentity"][];
        };
        DeviceIdentity: {
            id: number;
            device_id: string;
            name: string;
            /** @enum {string} */
            platform: "android" | "windows";
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            last_used_at: string;
            /** Format: date-time */
            expires_at: string;
            /** @description Whether this device asks */
            current: boolean;
        };
        EndDeviceIdentityAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: null;
        };
        ListSessionsAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: components["schemas"]["Sessions"];
        };
        Sessions: {
            items: components["schemas"]["Session"][];
        };
        Session: {
            id: string;
            /** @enum {string} */
            kind: "web" | "device";
            /** @description The device's; null on the web */
            identity_id: number | null;
            /** @enum {string|null} */
            platform: "android" | "windows" | null;
            device_name: string | null;
            /** @description Of the browser that signed in, cut to this length; null for a device */
            user_agent: string | null;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description Up to an hour late; null where it is unknown
             */
            last_used_at: string | null;
            /** Format: date-time */
            expires_at: string;
            /** @description Whether this session asks */
            current: boolean;
        };
        EndSessionAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: null;
        };
        ReadProfileAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: components["schemas"]["UserProfile"];
        };
        UserProfile: components["schemas"]["User"] & {
            /** @description Used share of the quota, in percent */
            storage_percent: number;
            /**
             * Format: date-time
             * @description When the account will be deleted; null while that is not asked for
             */
            deletion_due_at: string | null;
        };
        ChangePasswordAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: null;
        };
        /**
         * @example {
         *       "old_password": "correct horse",
         *       "new_password": "battery staple"
         *     }
         */
        PasswordRequest: {
            old_password: string;
            new_password: string;
        };
        CreateApiKeyAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: components["schemas"]["IssuedApiKey"];
        };
        IssuedApiKey: components["schemas"]["ApiKey"] & {
            /** @description Shown this once */
            key: string;
        };
        ApiKey: {
            id: string;
            label: string;
            /**
             * @description The ends of its random part
             * @example kPzD…E7uA
             */
            start: string;
            scopes: ("upload" | "read" | "manage")[];
            /** @enum {string|null} */
            visibility: "public" | "private" | null;
            /** Format: date-time */
            expires_at: string | null;
            requests_per_minute: number | null;
            /**
             * Format: date-time
             * @description Up to an hour late
             */
            last_used_at: string | null;
            /** Format: date-time */
            created_at: string;
        };
        /**
         * @example {
         *       "label": "Screenshots",
         *       "scopes": [
         *         "upload"
         *       ],
         *       "visibility": "public"
         *     }
         */
        ApiKeyRequest: {
            /** @description What the key is for */
            label: string;
            scopes: ("upload" | "read" | "manage")[];
            /**
             * @description Of uploads that say none; null for the usual default
             * @enum {string|null}
             */
            visibility?: "public" | "private" | null;
            /**
             * Format: date-time
             * @description In the future; null for a key without an end
             */
            expires_at?: string | null;
            requests_per_minute?: number | null;
        };
        ListApiKeysAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: components["schemas"]["ApiKeys"];
        };
        ApiKeys: {
            items: components["schemas"]["ApiKey"][];
        };
        RotateApiKeyAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: components["schemas"]["IssuedApiKey"];
        };
        WithdrawApiKeyAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: null;
        };
        ReadSharingAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: components["schemas"]["Sharing"];
        };
        Sharing: {
            /** @description Share pages name the owner */
            show_name: boolean;
            /** @description Share pages show date, camera and exposure of a photograph, never its place */
            show_camera: boolean;
            /** @description Uploads from now on keep the place where they were taken, for the owner alone. Off, the service drops it. */
            keep_location: boolean;
            /** @description Search engines may list share pages */
            allow_indexing: boolean;
            /** @description Whoever may see an image gets renditions wider than its published form, made from the full-size image */
            allow_full_size: boolean;
            /** @description Hosts whose pages may show or link the direct links of the images, with their subdomains; null for all */
            allowed_sites: string[] | null;
        };
        ChangeSharingAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: components["schemas"]["Sharing"];
        };
        /**
         * @example {
         *       "show_name": true,
         *       "allowed_sites": [
         *         "example.org"
         *       ]
         *     }
         */
        SharingChange: {
            /** @description Share pages name the owner */
            show_name?: boolean;
            /** @description Share pages show date, camera and exposure of a photograph, never its place */
            show_camera?: boolean;
            /** @description Uploads from now on keep the place where they were taken, for the owner alone. Off, the service drops it. */
            keep_location?: boolean;
            /** @description Search engines may list share pages */
            allow_indexing?: boolean;
            /** @description Whoever may see an image gets renditions wider than its published form, made from the full-size image */
            allow_full_size?: boolean;
            /** @description Hosts whose pages may show or link the direct links of the images, with their subdomains; null for all */
            allowed_sites?: string[] | null;
        };
        ListUsersAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: components["schemas"]["UserPage"];
        };
        UserPage: {
            items: components["schemas"]["ManagedUser"][];
            /** @description Of all pages */
            total: number;
            page: number;
        };
        ManagedUser: components["schemas"]["User"] & {
            /** @description The images that the account may hold; null for the limit of any account */
            image_limit: number | null;
            /**
             * Format: date-time
             * @description The first visit of their last day (UTC), by a browser, a device or a key; null before the first
             */
            last_seen_at: string | null;
        };
        SetUserStatusAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: null;
        };
        /**
         * @example {
         *       "status": "suspended"
         *     }
         */
        StatusRequest: {
            /** @enum {string} */
            status: "active" | "suspended";
        };
        RequestUserDeletionAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: null;
        };
        /**
         * @example {
         *       "username": "ada"
         *     }
         */
        DeletionRequest: {
            /** @description Of the account that is to go */
            username: string;
        };
        CancelUserDeletionAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: null;
        };
        ChangeUserLimitsAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: components["schemas"]["ManagedUser"];
        };
        /**
         * @example {
         *       "storage_quota": 5368709120,
         *       "image_limit": 10000
         *     }
         */
        LimitsRequest: {
            /** @description Bytes */
            storage_quota?: number;
            /** @description Null for the limit of any account */
            image_limit?: number | null;
        };
        ResetUserPasswordAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: components["schemas"]["PasswordReset"];
        };
        PasswordReset: {
            token: string;
            /** @description A page that sets a new password; the token is in its fragment */
            link: string;
            /** Format: date-time */
            expires_at: string;
        };
        CreateInvitationAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: components["schemas"]["NewInvitation"];
        };
        NewInvitation: components["schemas"]["Invitation"] & {
            token: string;
            /** @description A page to register on; the token is in its fragment */
            link: string;
        };
        Invitation: {
            id: number;
            label: string;
            /**
             * @description Of the accounts that it makes
             * @enum {string}
             */
            role: "user" | "admin";
            /** @description Of these accounts, in bytes; null for that of any new account */
            storage_quota: number | null;
            /** @description Null for any number */
            max_uses: number | null;
            uses: number;
            /** @enum {string} */
            state: "active" | "used" | "expired" | "withdrawn";
            /** @description Null for the operator’s shell, and once the person is erased */
            created_by: number | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string | null;
        };
        /**
         * @example {
         *       "label": "For Ada",
         *       "max_uses": 1
         *     }
         */
        InvitationRequest: {
            /** @default  */
            label: string;
            /**
             * @description The accounts that it may make; null for any number
             * @default 1
             */
            max_uses: number | null;
            /**
             * Format: date-time
             * @description From then on it is refused; null for no end
             */
            expires_at?: string | null;
            /**
             * @description Of the accounts that it makes, in bytes
             * @default null
             */
            storage_quota: number | null;
        };
        ListInvitationsAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: components["schemas"]["InvitationPage"];
        };
        InvitationPage: {
            items: components["schemas"]["Invitation"][];
            /** @description Empty when no more follow */
            next_cursor: string;
            has_more: boolean;
        };
        WithdrawInvitationAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: null;
        };
        ReadStatsAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: components["schemas"]["SystemStatistics"];
        };
        SystemStatistics: {
            total_users: number;
            total_images: number;
            /** @description Bytes */
            storage_used: number;
            /** @description Accounts with status `active` */
            active_users: number;
            /** @description Sessions that are open */
            total_sessions: number;
        };
        ReadDailyStatsAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: components["schemas"]["DailyList"];
        };
        DailyList: {
            items: components["schemas"]["DailyTotals"][];
        };
        DailyTotals: {
            /** Format: date */
            day: string;
            users: number;
            images: number;
            /** @description Bytes */
            storage_used: number;
            views: number;
            /** Format: date-time */
            recorded_at: string;
        };
        ListConfigsAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: components["schemas"]["ConfigList"];
        };
        ConfigList: {
            items: components["schemas"]["ConfigEntry"][];
        };
        ConfigEntry: {
            /** @enum {string} */
            config_key: "captcha_provider" | "private_token_ttl_default_ms" | "registration" | "site_language" | "storage_path" | "watermark_enabled" | "watermark_kind" | "watermark_text" | "watermark_color" | "watermark_image" | "watermark_position" | "watermark_opacity" | "watermark_scale" | "watermark_margin" | "watermark_tiling";
            /** @description What is in force */
            config_value: string;
            /** @description What holds while nothing is set */
            default_value: string;
            /** Format: date-time */
            updated_at: string | null;
            /** @description The id of an administrator */
            updated_by: number | null;
        };
        ChangeConfigsAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: components["schemas"]["ConfigList"];
        };
        /**
         * @example {
         *       "items": [
         *         {
         *           "key": "site_language",
         *           "value": "en-GB"
         *         }
         *       ]
         *     }
         */
        ConfigRequest: {
            items: {
                /** @enum {string} */
                key: "captcha_provider" | "private_token_ttl_default_ms" | "registration" | "site_language" | "storage_path" | "watermark_enabled" | "watermark_kind" | "watermark_text" | "watermark_color" | "watermark_image" | "watermark_position" | "watermark_opacity" | "watermark_scale" | "watermark_margin" | "watermark_tiling";
                value: string | number | boolean;
            }[];
        };
        PutWatermarkImageAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: null;
        };
        ListPublicationsAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: components["schemas"]["PublicationPage"];
        };
        PublicationPage: {
            items: components["schemas"]["Publication"][];
            /** @description Empty when no more follow */
            next_cursor: string;
            has_more: boolean;
        };
        Publication: {
            image_id: number;
            user_id: number;
            upload_id: string;
            /**
             * @description `avif` adds a format to an image of pipeline 1 that is published
             * @enum {string}
             */
            kind: "publish" | "avif";
            /** @enum {string} */
            status: "queued" | "running" | "done" | "failed";
            attempts: number;
            /** @description What the owner was told */
            failure: {
                code: number;
                message: string;
            } | null;
            /** @description What the last attempt broke off with */
            last_error: string | null;
            can_retry: boolean;
            /**
             * Format: date-time
             * @description The next attempt; of one that has failed, the end of what it keeps
             */
            due_at: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        RetryPublicationAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: null;
        };
        ListOutboxEventsAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: components["schemas"]["OutboxPage"];
        };
        OutboxPage: {
            items: components["schemas"]["OutboxEvent"][];
            /** @description Empty when no more follow */
            next_cursor: string;
            has_more: boolean;
        };
        OutboxEvent: {
            id: number;
            /** @enum {string} */
            kind: "purge" | "erase" | "account";
            /** @description JSON, its first 500 characters */
            payload: string;
            attempts: number;
            last_error: string | null;
            /**
             * Format: date-time
             * @description Not to be tried before
             */
            due_at: string;
            age_ms: number;
            /** Format: date-time */
            created_at: string;
        };
        RetryOutboxEventAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: null;
        };
        ListAuditEntriesAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: components["schemas"]["AuditPage"];
        };
        AuditPage: {
            items: components["schemas"]["AuditEntry"][];
            /** @description Empty when no more follow */
            next_cursor: string;
            has_more: boolean;
        };
        AuditEntry: {
            id: number;
            /** @description Null for the operator’s shell, and once the person is erased */
            actor_id: number | null;
            /** @example suspend */
            action: string;
            /** @example user:7 */
            subject: string;
            /** @description JSON */
            detail: string;
            /** Format: date-time */
            created_at: string;
        };
        ListAllImagesAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: components["schemas"]["AllImagesPage"];
        };
        AllImagesPage: {
            items: components["schemas"]["ImageSummary"][];
            /** @description Empty when no more follow */
            next_cursor: string;
            has_more: boolean;
        };
        ImageSummary: {
            id: number;
            user_id: number;
            image_file_id: number;
            unique_link: string;
            title: string;
            filename: string;
            description: string;
            /** @description What the image shows, for those who cannot see it */
            alt_text: string;
            /** @enum {string} */
            visibility: "public" | "private";
            pipeline_version: number;
            /** @enum {string} */
            processing_status: "pending" | "processing" | "completed" | "failed";
            /** @description What /i/ serves a published pipeline-2 image under; ends with S while it is private. Null of pipeline 1, whose `unique_link` stays. */
            asset_link: string | null;
            view_count: number;
            width: number;
            height: number;
            /** @description Bytes of `master`; of the original for pipeline 1 */
            file_size: number;
            /** @description A blurred preview to draw until the image is there: a ThumbHash (https://evanw.github.io/thumbhash) in Base64. Null before publication, and of images that have none. */
            thumb_hash: string | null;
            /**
             * @description By the camera’s clock, with its offset where that is known. Null where the upload has not said it.
             * @example 2026-11-27T12:00:00+01:00
             */
            taken_at: string | null;
            /** @description Null where the upload has not said it */
            camera: {
                /** @description Maker and model */
                name?: string;
                lens?: string;
                exposure_seconds?: number;
                f_number?: number;
                iso?: number;
                focal_length_mm?: number;
            } | null;
            /** @description Where it was taken, for its owner alone, if the account keeps locations */
            location: {
                latitude: number;
                longitude: number;
            } | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        FindImagesByHashAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: components["schemas"]["HashPage"];
        };
        HashPage: {
            items: components["schemas"]["MatchingImage"][];
            /** @description Empty when no more follow */
            next_cursor: string;
            has_more: boolean;
            /** @description Out of every list and link, but their owners can restore them */
            trashed: components["schemas"]["MatchingTrash"][];
            /** @description Share of the stored files that have been looked at */
            progress: number;
        };
        MatchingImage: components["schemas"]["ImageSummary"] & {
            /** @description The uploaded file (`source`) or the stored variants that have the hash */
            matches: ("source" | "master" | "gallery" | "admin" | "publish" | "original" | "webp" | "avif")[];
        };
        MatchingTrash: {
            id: number;
            user_id: number;
            unique_link: string;
            /** Format: date-time */
            trashed_at: string;
            /** Format: date-time */
            erase_due_at: string;
            /** @description The uploaded file (`source`) or the stored variants that have the hash */
            matches: ("source" | "master" | "gallery" | "admin" | "publish" | "original" | "webp" | "avif")[];
        };
        HideImageAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: null;
        };
        ListNotificationsAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: components["schemas"]["NotificationPage"];
        };
        NotificationPage: {
            notifications: components["schemas"]["UserNotification"][];
            /** @description Empty when no more follow */
            next_cursor: string;
            has_more: boolean;
            /** @description Of all notifications, not of this page */
            unread_count: number;
        };
        UserNotification: {
            id: number;
            user_id: number;
            /** @enum {string} */
            type: "account" | "security" | "image" | "system";
            title: string;
            message: string;
            is_read: boolean;
            /**
             * @description JSON
             * @example {"image_id":7}
             */
            metadata: string;
            /** Format: date-time */
            created_at: string;
        };
        MarkAllNotificationsReadAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: components["schemas"]["MarkedNotifications"];
        };
        MarkedNotifications: {
            updated: number;
        };
        MarkNotificationReadAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: components["schemas"]["UserNotification"];
        };
        ClearNotificationsAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: components["schemas"]["ClearedNotifications"];
        };
        ClearedNotifications: {
            deleted: number;
        };
        DeleteNotificationAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: null;
        };
        ReadRecipeAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: components["schemas"]["Recipe"];
        };
        Recipe: {
            v2_enabled: boolean;
            pipeline_version: number;
            recipe_version: string;
            max_part_bytes: number;
            max_pixels: number;
            session_ttl_ms: number;
            /** @description Sizes in pixels. `original` is the upright source as it is; `cover` is exactly `width` × `height`, cut from the middle. `contain` keeps the aspect and never enlarges: the longer edge is at most `long_edge` and at most that of the upright source. The shorter edge is the longer one × the source’s shorter edge ÷ its longer edge, rounded to the nearest pixel with halves up, at least 1; one pixel more or less is accepted. */
            variants: {
                kind: string;
                quality: number;
                /** @enum {string} */
                fit: "original" | "cover" | "contain";
                width?: number;
                height?: number;
                long_edge?: number;
            }[];
            max_source_bytes: number;
            client_pipeline_concurrency: number;
            client_active_session_concurrency: number;
            client_max_native_concurrency: number;
            supported_source_mime_types: string[];
        };
        CreateUploadAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: components["schemas"]["UploadSession"];
        };
        UploadSession: {
            upload_id: string;
            /** @enum {string} */
            status: "initiated" | "uploading" | "processing" | "completed" | "failed" | "cancelled" | "cleanup_pending";
            /** Format: date-time */
            expires_at: string;
            parts: {
                /** @enum {string} */
                kind: "master" | "gallery" | "admin" | "publish_source";
                /** @enum {string} */
                status: "pending" | "uploaded";
                put_url: string;
                size: number;
                sha256: string;
                width: number;
                height: number;
            }[];
        };
        /**
         * @example {
         *       "filename": "IMG_0001.jpg",
         *       "visibility": "private",
         *       "processor_version": "example-client/1.0.0",
         *       "recipe_version": "2.0.0",
         *       "source": {
         *         "mime_type": "image/jpeg",
         *         "width": 4000,
         *         "height": 3000,
         *         "animated": false
         *       },
         *       "parts": [
         *         {
         *           "kind": "master",
         *           "size": 100000,
         *           "sha256": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
         *           "mime_type": "image/webp",
         *           "width": 4000,
         *           "height": 3000,
         *           "quality": 80
         *         },
         *         {
         *           "kind": "gallery",
         *           "size": 100000,
         *           "sha256": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
         *           "mime_type": "image/webp",
         *           "width": 400,
         *           "height": 400,
         *           "quality": 60
         *         },
         *         {
         *           "kind": "admin",
         *           "size": 100000,
         *           "sha256": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
         *           "mime_type": "image/webp",
         *           "width": 120,
         *           "height": 160,
         *           "quality": 60
         *         },
         *         {
         *           "kind": "publish_source",
         *           "size": 100000,
         *           "sha256": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
         *           "mime_type": "image/webp",
         *           "width": 2048,
         *           "height": 1536,
         *           "quality": 80
         *         }
         *       ]
         *     }
         */
        UploadManifest: {
            filename: string;
            /** @enum {string} */
            visibility: "public" | "private";
            processor_version: string;
            /** @enum {string} */
            recipe_version: "2.0.0";
            source: {
                /** @enum {string} */
                mime_type: "image/jpeg" | "image/png" | "image/webp" | "image/avif" | "image/gif";
                width: number;
                height: number;
                animated: boolean;
                /** @description Of the source’s bytes, by which a later upload of the same file is recognised */
                sha256?: string;
            };
            /** @description One each of master, gallery, admin, publish_source, as the recipe says: `master` has the upright source’s size, `gallery` and `admin` exactly the recipe’s. `contain` keeps the aspect and never enlarges: the longer edge is at most `long_edge` and at most that of the upright source. The shorter edge is the longer one × the source’s shorter edge ÷ its longer edge, rounded to the nearest pixel with halves up, at least 1; one pixel more or less is accepted. */
            parts: {
                /** @enum {string} */
                kind: "master" | "gallery" | "admin" | "publish_source";
                /** @description `max_part_bytes` of the recipe at most */
                size: number;
                sha256: string;
                /** @enum {string} */
                mime_type: "image/webp";
                width: number;
                height: number;
                quality: number;
            }[];
            /** @description Facts of a photograph */
            taken?: {
                /**
                 * @description By the camera’s clock, with its offset where that is known: from 1826 to 2099
                 * @example 2026-11-27T12:00:00+01:00
                 */
                taken_at?: string;
                camera?: {
                    /** @description Maker and model */
                    name?: string;
                    lens?: string;
                    exposure_seconds?: number;
                    f_number?: number;
                    iso?: number;
                    focal_length_mm?: number;
                };
                /** @description Dropped unless the account keeps locations (`keep_location`) */
                location?: {
                    latitude: number;
                    longitude: number;
                };
            };
        };
        PutPartAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: components["schemas"]["StoredPart"];
        };
        StoredPart: {
            /** @enum {string} */
            kind: "master" | "gallery" | "admin" | "publish_source";
            /** @enum {string} */
            status: "uploaded";
            size: number;
            sha256: string;
        };
        CompleteUploadAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: components["schemas"]["UploadState"];
        };
        UploadState: {
            upload_id: string;
            /** @enum {string} */
            status: "initiated" | "uploading" | "processing" | "completed" | "failed" | "cancelled" | "cleanup_pending";
            /** Format: date-time */
            expires_at: string;
            parts: {
                /** @enum {string} */
                kind: "master" | "gallery" | "admin" | "publish_source";
                /** @enum {string} */
                status: "pending" | "uploaded";
            }[];
            image_id?: number;
            unique_link?: string;
            asset_link?: string;
            failure?: {
                /** @description 1003: this picture cannot be processed. 1000: the service failed, and may take it later. 4043: the session expired before it was complete. */
                code: number;
                message: string;
            };
        };
        ReadUploadsAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: components["schemas"]["UploadStates"];
        };
        UploadStates: {
            uploads: components["schemas"]["UploadState"][];
        };
        /**
         * @example {
         *       "upload_ids": [
         *         "kPzD0nC8cSgQ0bT3yJvW4lq9Zx2mE7uA"
         *       ]
         *     }
         */
        UploadIds: {
            upload_ids: string[];
        };
        ReadUploadAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: components["schemas"]["UploadState"];
        };
        CancelUploadAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: components["schemas"]["CancelledUpload"];
        };
        CancelledUpload: {
            upload_id: string;
            /** @enum {string} */
            status: "cancelled";
        };
        ListImagesAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: components["schemas"]["ImagePage"];
        };
        ImagePage: {
            images: components["schemas"]["ImageSummary"][];
            /** @description Empty when there is no more */
            next_cursor: string;
            /** @description Whether to go on with `next_cursor`. A search may answer a short or empty page and still go on: each page looks at a bounded number of images. */
            has_more: boolean;
        };
        ReadTimelineAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: components["schemas"]["Timeline"];
        };
        Timeline: {
            /** @description The newest first; months without images are left out */
            months: {
                /**
                 * @description `YYYY-MM`, UTC
                 * @example 2026-11
                 */
                month: string;
                count: number;
            }[];
        };
        ReadImageAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: components["schemas"]["ImageDetail"];
        };
        ImageDetail: components["schemas"]["ImageSummary"] & {
            /** @description While a private image has one */
            access_token?: string;
            /** Format: date-time */
            token_expires_at?: string;
            /** @description Why it could not be published, of a failed one */
            failure?: {
                code: number;
                message: string;
            };
        };
        DeleteImageAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: components["schemas"]["DeleteResult"];
        };
        DeleteResult: {
            image_id: number;
            /** @description The sizes of all variants together */
            storage_freed_bytes: number;
            storage_used: number;
            storage_quota: number;
        };
        EditImageAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: components["schemas"]["ImageSummary"];
        };
        /**
         * @example {
         *       "title": "Harbour",
         *       "alt_text": "Boats in the evening sun"
         *     }
         */
        ImageEdit: {
            /** @description An empty one becomes the file’s name without its extension */
            title?: string;
            description?: string;
            alt_text?: string;
            /** @description Takes away where it was taken, for good */
            location?: null;
        };
        ChangeVisibilityAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: components["schemas"]["VisibilityResult"];
        };
        VisibilityResult: {
            image_id: number;
            /** @enum {string} */
            visibility: "public" | "private";
            tokens_revoked: number;
            warning: string;
            /** @description What /i/ serves it under from now on; null of pipeline 1, whose `unique_link` stays, and of a failed image */
            asset_link: string | null;
        };
        /**
         * @example {
         *       "visibility": "public"
         *     }
         */
        VisibilityRequest: {
            /** @enum {string} */
            visibility: "public" | "private";
        };
        IssueTokenAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: components["schemas"]["AccessToken"];
        };
        AccessToken: {
            token_id: number;
            token: string;
            /** Format: date-time */
            expires_at: string;
            warning: string;
        };
        /**
         * @example {
         *       "ttl_ms": 3600000
         *     }
         */
        TokenRequest: {
            /** @description Life in milliseconds, brought into the range of 10 minutes to 3 days */
            ttl_ms?: number;
        };
        RevokeTokenAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: components["schemas"]["RevokedToken"];
        };
        RevokedToken: {
            image_id: number;
            revoked: boolean;
        };
        CreateShareLinkAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: components["schemas"]["ShareLink"];
        };
        ShareLink: {
            id: number;
            /** @description A page with the image; null when the key of the link is lost */
            url: string | null;
            /** @description The image alone */
            image_url: string | null;
            label: string;
            /** Format: date-time */
            expires_at: string | null;
            max_views: number | null;
            /** @description Null without `max_views` */
            views_taken: number | null;
            has_password: boolean;
            /** Format: date-time */
            created_at: string;
        };
        /**
         * @example {
         *       "label": "For Ada",
         *       "max_views": 10
         *     }
         */
        ShareLinkRequest: {
            label?: string;
            /**
             * Format: date-time
             * @description From then on the link is refused (4037); null for no end
             */
            expires_at?: string | null;
            /** @description The image is sent this often; pages, HEAD and refusals do not count */
            max_views?: number | null;
            password?: string | null;
        };
        ListShareLinksAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: components["schemas"]["ShareLinkList"];
        };
        ShareLinkList: {
            items: components["schemas"]["ShareLink"][];
        };
        ChangeShareLinkAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: components["schemas"]["ShareLink"];
        };
        /**
         * @example {
         *       "label": "For Grace"
         *     }
         */
        ShareLinkChange: {
            label?: string;
            /**
             * Format: date-time
             * @description From then on the link is refused (4037); null for no end
             */
            expires_at?: string | null;
        };
        RevokeShareLinkAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: components["schemas"]["RevokedShareLink"];
        };
        RevokedShareLink: {
            image_id: number;
            link_id: number;
        };
        ListTrashAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: components["schemas"]["TrashPage"];
        };
        TrashPage: {
            images: components["schemas"]["TrashedImage"][];
            /** @description Empty when there is no more */
            next_cursor: string;
            has_more: boolean;
        };
        TrashedImage: {
            id: number;
            title: string;
            filename: string;
            /** @enum {string} */
            visibility: "public" | "private";
            width: number;
            height: number;
            file_size: number;
            thumb_hash: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            trashed_at: string;
            /**
             * Format: date-time
             * @description From then on nobody can restore it
             */
            erase_due_at: string;
        };
        RestoreImagesAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: components["schemas"]["RestoreResult"];
        };
        RestoreResult: {
            /** @description Those that are in the library now */
            image_ids: number[];
        };
        /**
         * @example {
         *       "image_ids": [
         *         1
         *       ]
         *     }
         */
        TrashChoice: {
            image_ids: number[];
        };
        DeleteTrashedImagesAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: components["schemas"]["TrashQuota"];
        };
        TrashQuota: {
            storage_used: number;
            storage_quota: number;
        };
        EmptyTrashAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: components["schemas"]["EmptiedTrash"];
        };
        EmptiedTrash: {
            emptied: number;
            /** @description Whether to call again: 10,000 images a call */
            has_more: boolean;
            /** @description Goes down further as the service erases the images, 10,000 a minute */
            storage_used: number;
            storage_quota: number;
        };
        ListAlbumsAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: components["schemas"]["AlbumPage"];
        };
        AlbumPage: {
            albums: components["schemas"]["Album"][];
            /** @description Empty when there is no more */
            next_cursor: string;
            has_more: boolean;
        };
        Album: {
            id: number;
            title: string;
            description: string;
            /** @enum {string} */
            visibility: "private" | "link" | "public";
            /** @enum {string} */
            order: "newest" | "oldest" | "manual";
            /** @description The page of the album; null while it is private */
            url: string | null;
            /** Format: date-time */
            expires_at: string | null;
            image_count: number;
            /** @description Null of an empty album */
            cover: {
                image_id: number;
                /** @description Otherwise it is the first image */
                is_chosen: boolean;
                width: number;
                height: number;
                thumb_hash: string | null;
            } | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        CreateAlbumAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: components["schemas"]["Album"];
        };
        /**
         * @example {
         *       "title": "Harbours",
         *       "visibility": "link"
         *     }
         */
        NewAlbum: {
            title: string;
            description?: string;
            /**
             * @description `link` shows the album, with its private images, to those who have its link; `public` lets search engines list it, too
             * @enum {string}
             */
            visibility?: "private" | "link" | "public";
            /**
             * @description `manual` begins as the order of date that the album has
             * @enum {string}
             */
            order?: "newest" | "oldest" | "manual";
            /**
             * Format: date-time
             * @description From then on the link is refused (4041); null for no end
             */
            expires_at?: string | null;
        };
        ReadAlbumAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: components["schemas"]["Album"];
        };
        ChangeAlbumAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: components["schemas"]["Album"];
        };
        /**
         * @example {
         *       "title": "Harbours",
         *       "visibility": "private"
         *     }
         */
        AlbumChange: {
            title?: string;
            description?: string;
            /**
             * @description `link` shows the album, with its private images, to those who have its link; `public` lets search engines list it, too
             * @enum {string}
             */
            visibility?: "private" | "link" | "public";
            /**
             * @description `manual` begins as the order of date that the album has
             * @enum {string}
             */
            order?: "newest" | "oldest" | "manual";
            /**
             * Format: date-time
             * @description From then on the link is refused (4041); null for no end
             */
            expires_at?: string | null;
            /** @description An image of the album; null for the first */
            cover_image_id?: number | null;
        };
        DeleteAlbumAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: null;
        };
        RenewAlbumLinkAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: components["schemas"]["Album"];
        };
        ListAlbumImagesAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: components["schemas"]["ImagePage"];
        };
        AddToAlbumAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: components["schemas"]["AddedImages"];
        };
        AddedImages: {
            /** @description Those that are in the album now */
            image_ids: number[];
            image_count: number;
        };
        /**
         * @example {
         *       "image_ids": [
         *         1
         *       ]
         *     }
         */
        AlbumChoice: {
            image_ids: number[];
        };
        RemoveFromAlbumAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: components["schemas"]["AlbumCount"];
        };
        AlbumCount: {
            image_count: number;
        };
        MoveInAlbumAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: null;
        };
        /**
         * @example {
         *       "image_ids": [
         *         2
         *       ],
         *       "before": 1
         *     }
         */
        AlbumMove: components["schemas"]["AlbumChoice"] & {
            /** @description An image of the album; null for the end */
            before: number | null;
        };
        CreateImageAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: components["schemas"]["QueuedUpload"];
        };
        /**
         * @example {
         *       "id": "q83vEjRWeJCrze8SNFZ4kKvN7xI0Vnia",
         *       "status": "pending",
         *       "image_id": 42
         *     }
         */
        QueuedUpload: {
            /** @description For GET /upload/queue/{id} */
            id: string;
            /** @enum {string} */
            status: "pending" | "processing" | "completed" | "failed";
            image_id?: number;
            /** @description Of one that `failed` */
            failure?: {
                code: number;
                message: string;
            };
        };
        ReadQueueAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: components["schemas"]["QueuedUpload"];
        };
        UploadFileAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            /** @enum {boolean} */
            success: true;
            /** @enum {boolean} */
            status: true;
            result: string[];
            data: components["schemas"]["UploadedFile"];
        };
        UploadedFile: {
            id: number;
            /** @description The image’s `unique_link` */
            key: string;
            /** @description The image; of a private one with its token, which ends within three days */
            url: string;
            /** @description The image on a page for people */
            page_url: string;
            thumbnail_url: string;
            /** @description A page that deletes the image once a person has confirmed it */
            delete_url: string;
            name: string;
            width: number;
            height: number;
            size: number;
            mimetype: string;
            links: components["schemas"]["FileLinks"];
        };
        FileLinks: {
            url: string;
            html: string;
            markdown: string;
            bbcode: string;
            markdown_with_link: string;
            thumbnail_url: string;
            delete_url: string;
        };
        UploadByPicgoAnswer: {
            /** @enum {boolean} */
            success: true;
            result: string[];
            fullResult: components["schemas"]["PicgoFile"][];
        };
        PicgoFile: components["schemas"]["UploadedFile"] & {
            imgUrl: string;
        };
        DeleteByPicgoAnswer: {
            /** @enum {boolean} */
            success: true;
            message: string;
        };
        /**
         * @example {
         *       "list": [
         *         {
         *           "delete_url": "/d/?token=ttx.k1.7.secret.checksum"
         *         }
         *       ]
         *     }
         */
        PicgoDeletion: {
            /** @description Items of `fullResult` */
            list: {
                delete_url: string;
            }[];
        };
        PingPicgoAnswer: {
            /** @enum {boolean} */
            success: true;
            /** @enum {string} */
            result: "alive";
        };
        ReadPublicConfigAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: components["schemas"]["PublicConfig"];
        };
        PublicConfig: {
            /** @enum {string} */
            captcha_provider: "none" | "provider_a" | "provider_b" | "provider_c";
            /** @description What the provider's widget asks for: its site key or captcha id; empty for `none` */
            captcha_site_key: string;
            /** @description The origin of the captcha's frame; null if it is sandboxed */
            captcha_origin: string | null;
            /**
             * @description Who may register: everybody, those with an invitation, or nobody (but by an invitation of the operator)
             * @enum {string}
             */
            registration: "open" | "invite" | "closed";
            site_language: string;
            /** @description The largest file that an account may upload, in bytes */
            max_source_bytes: number;
        };
        ReadPublicStatsAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
            data: components["schemas"]["PublicStats"];
        };
        PublicStats: {
            /** @description Those that are published */
            images: number;
            /** @description Those who are active */
            users: number;
            views: number;
            /** @description Bytes of all images */
            storage_used: number;
        };
        ReportClientErrorAnswer: {
            /** @enum {number} */
            code: 0;
            message: string;
        };
        /**
         * @example {
         *       "kind": "error",
         *       "message": "x is not a function",
         *       "source": "https://img.example.org/assets/app.js:10:5",
         *       "path": "/gallery"
         *     }
         */
        ClientErrorReport: {
            /** @enum {string} */
            kind: "boundary" | "error" | "unhandledrejection";
            message: string;
            stack?: string | null;
            component_stack?: string | null;
            /** @description File and position */
            source?: string | null;
            /** @description Route of the page */
            path?: string | null;
        };
        Photo: {
            /** @enum {string} */
            version: "1.0";
            /** @enum {string} */
            type: "photo";
            title: string;
            author_name?: string;
            provider_name: string;
            /** Format: uri */
            provider_url: string;
            /** @description Seconds */
            cache_age: number;
            /** Format: uri */
            url: string;
            width: number;
            height: number;
            /** Format: uri */
            thumbnail_url?: string;
            thumbnail_width?: number;
            thumbnail_height?: number;
        };
        Health: {
            /** @enum {string} */
            status: "ok";
        };
        Readiness: {
            /** @enum {string} */
            status: "ready";
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    register: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegisterRequest"];
            };
        };
        responses: {
            /** @description The account */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegisterAnswer"];
                };
            };
            /** @description 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000;
                    };
                };
            };
            /** @description 4034 Registration is limited to web clients; 4030 Registration is closed; 4030 Registration needs an invitation; 4030 The invitation is unknown, used up, withdrawn or expired; 2009 Captcha validation failed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 2009 | 4030 | 4034;
                    };
                };
            };
            /** @description 3002 Body exceeds the size limit */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3002;
                    };
                };
            };
            /** @description 3003 Unsupported file type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3003;
                    };
                };
            };
            /** @description 2008 Too many attempts, try again later */
            429: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 2008;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1004 Captcha service unavailable */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002 | 1004;
                    };
                };
            };
        };
    };
    login: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LoginRequest"];
            };
        };
        responses: {
            /** @description Who is signed in */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginAnswer"];
                };
            };
            /** @description 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000;
                    };
                };
            };
            /** @description 2001 Wrong username or password; 4010 Sign-in required */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 2001 | 4010;
                    };
                };
            };
            /** @description 2009 Captcha validation failed; 4030 Permission denied */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 2009 | 4030;
                    };
                };
            };
            /** @description 3002 Body exceeds the size limit */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3002;
                    };
                };
            };
            /** @description 3003 Unsupported file type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3003;
                    };
                };
            };
            /** @description 2008 Too many attempts, try again later */
            429: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 2008;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1004 Captcha service unavailable; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002 | 1004;
                    };
                };
            };
        };
    };
    readMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadMeAnswer"];
                };
            };
            /** @description 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4033;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 4029 Too many requests by this key, try again later; 4029 Too many unknown links, try again later */
            429: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4029;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    logout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session is gone */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogoutAnswer"];
                };
            };
            /** @description 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied; 4035 CSRF token required; 4036 Invalid CSRF token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4033 | 4035 | 4036;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    refreshCsrfToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The cookie is set */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefreshCsrfTokenAnswer"];
                };
            };
            /** @description 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4036 Invalid CSRF token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4033 | 4036;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    resetPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResetRequest"];
            };
        };
        responses: {
            /** @description The new password is set, nobody is signed in */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResetPasswordAnswer"];
                };
            };
            /** @description 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000;
                    };
                };
            };
            /** @description 4030 The link is unknown, used, replaced or expired */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030;
                    };
                };
            };
            /** @description 3002 Body exceeds the size limit */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3002;
                    };
                };
            };
            /** @description 3003 Unsupported file type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3003;
                    };
                };
            };
            /** @description 2008 Too many attempts, try again later */
            429: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 2008;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    loginDevice: {
        parameters: {
            query?: never;
            header: {
                "X-Platform": "android" | "windows";
                /** @description In semantic form (Semantic Versioning 2.0.0) */
                "X-Client-Version": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeviceLoginRequest"];
            };
        };
        responses: {
            /** @description An identity and its first session */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginDeviceAnswer"];
                };
            };
            /** @description 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000;
                    };
                };
            };
            /** @description 2001 Wrong username or password; 4010 Sign-in required */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 2001 | 4010;
                    };
                };
            };
            /** @description 2009 Captcha validation failed; 4030 Permission denied; 4031 Device limit reached */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 2009 | 4030 | 4031;
                    };
                };
            };
            /** @description 3002 Body exceeds the size limit */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3002;
                    };
                };
            };
            /** @description 3003 Unsupported file type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3003;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 2008 Too many attempts, try again later */
            429: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 2008;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1004 Captcha service unavailable; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002 | 1004;
                    };
                };
            };
        };
    };
    bootstrapDevice: {
        parameters: {
            query?: never;
            header: {
                "X-Platform": "android" | "windows";
                /** @description In semantic form (Semantic Versioning 2.0.0) */
                "X-Client-Version": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BootstrapRequest"];
            };
        };
        responses: {
            /** @description A new session */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BootstrapDeviceAnswer"];
                };
            };
            /** @description 3000 Invalid parameter; 3000 Too far from the time of the server */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000;
                    };
                };
            };
            /** @description 4010 Sign-in required */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010;
                    };
                };
            };
            /** @description 4030 Permission denied */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030;
                    };
                };
            };
            /** @description 4090 Nonce already used */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4090;
                    };
                };
            };
            /** @description 3002 Body exceeds the size limit */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3002;
                    };
                };
            };
            /** @description 3003 Unsupported file type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3003;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 2090 Too many bootstrap requests */
            429: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 2090;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    renewDeviceSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Until when the session lives */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RenewDeviceSessionAnswer"];
                };
            };
            /** @description 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied; 4035 CSRF token required; 4036 Invalid CSRF token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4033 | 4035 | 4036;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    endDeviceSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session is gone */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndDeviceSessionAnswer"];
                };
            };
            /** @description 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied; 4035 CSRF token required; 4036 Invalid CSRF token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4033 | 4035 | 4036;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    listDeviceIdentities: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All of them */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListDeviceIdentitiesAnswer"];
                };
            };
            /** @description 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4033;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    endDeviceIdentity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndDeviceIdentityAnswer"];
                };
            };
            /** @description 3001 Missing file or invalid id; 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000 | 3001;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied; 4035 CSRF token required; 4036 Invalid CSRF token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4033 | 4035 | 4036;
                    };
                };
            };
            /** @description 4041 Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4041;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All of them */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListSessionsAnswer"];
                };
            };
            /** @description 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4033;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `id` of the list */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndSessionAnswer"];
                };
            };
            /** @description 3001 Missing file or invalid id; 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000 | 3001;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied; 4035 CSRF token required; 4036 Invalid CSRF token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4033 | 4035 | 4036;
                    };
                };
            };
            /** @description 4041 Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4041;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    readProfile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadProfileAnswer"];
                };
            };
            /** @description 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4033;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 4029 Too many requests by this key, try again later; 4029 Too many unknown links, try again later */
            429: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4029;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    readArchive: {
        parameters: {
            query?: {
                /** @description From the `Link` header */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A volume */
            200: {
                headers: {
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
            /** @description 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied; 4039 Download allowance exhausted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4033 | 4039;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 4029 Too many archives at once, try again later */
            429: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4029;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordRequest"];
            };
        };
        responses: {
            /** @description The new password is set, nobody is signed in */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangePasswordAnswer"];
                };
            };
            /** @description 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired; 2001 Wrong username or password */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 2001 | 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied; 4035 CSRF token required; 4036 Invalid CSRF token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4033 | 4035 | 4036;
                    };
                };
            };
            /** @description 4041 Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4041;
                    };
                };
            };
            /** @description 3002 Body exceeds the size limit */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3002;
                    };
                };
            };
            /** @description 3003 Unsupported file type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3003;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 2008 Too many attempts, try again later */
            429: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 2008;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    listApiKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All of them */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListApiKeysAnswer"];
                };
            };
            /** @description 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4033;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiKeyRequest"];
            };
        };
        responses: {
            /** @description The key */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateApiKeyAnswer"];
                };
            };
            /** @description 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied; 4035 CSRF token required; 4036 Invalid CSRF token; 4031 Key limit reached */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4031 | 4033 | 4035 | 4036;
                    };
                };
            };
            /** @description 3002 Body exceeds the size limit */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3002;
                    };
                };
            };
            /** @description 3003 Unsupported file type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3003;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 4029 Too many changes of keys, try again later */
            429: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4029;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    rotateApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `id` of the list */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotateApiKeyAnswer"];
                };
            };
            /** @description 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied; 4035 CSRF token required; 4036 Invalid CSRF token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4033 | 4035 | 4036;
                    };
                };
            };
            /** @description 4041 Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4041;
                    };
                };
            };
            /** @description 4095 The current state does not allow this */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4095;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 4029 Too many changes of keys, try again later */
            429: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4029;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    withdrawApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `id` of the list */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WithdrawApiKeyAnswer"];
                };
            };
            /** @description 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied; 4035 CSRF token required; 4036 Invalid CSRF token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4033 | 4035 | 4036;
                    };
                };
            };
            /** @description 4041 Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4041;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 4029 Too many changes of keys, try again later */
            429: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4029;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    readSharing: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description For all images of the account */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadSharingAnswer"];
                };
            };
            /** @description 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4033;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    changeSharing: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SharingChange"];
            };
        };
        responses: {
            /** @description How they are shared now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeSharingAnswer"];
                };
            };
            /** @description 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied; 4035 CSRF token required; 4036 Invalid CSRF token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4033 | 4035 | 4036;
                    };
                };
            };
            /** @description 3002 Body exceeds the size limit */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3002;
                    };
                };
            };
            /** @description 3003 Unsupported file type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3003;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 4029 Too many changes, try again later */
            429: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4029;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    listUsers: {
        parameters: {
            query?: {
                page?: number;
                page_size?: number;
                /** @description A part of a username or an email address, in any case */
                search?: string;
                /** @description Empty for accounts of any status */
                status?: "" | "active" | "suspended" | "pending_deletion" | "deleting";
                /** @description `newest` has the last account first, `storage` the fullest, `last_seen` the last visitor */
                sort?: "id" | "newest" | "storage" | "last_seen";
                /** @description Up to 100 ids with commas between them: these accounts alone, on one page */
                ids?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of accounts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListUsersAnswer"];
                };
            };
            /** @description 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied; 4032 Administration is limited to web clients */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4032 | 4033;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    setUserStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StatusRequest"];
            };
        };
        responses: {
            /** @description The account has the status */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SetUserStatusAnswer"];
                };
            };
            /** @description 3001 Missing file or invalid id; 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000 | 3001;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied; 4035 CSRF token required; 4036 Invalid CSRF token; 4032 Administration is limited to web clients */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4032 | 4033 | 4035 | 4036;
                    };
                };
            };
            /** @description 4041 Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4041;
                    };
                };
            };
            /** @description 4095 The current state does not allow this */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4095;
                    };
                };
            };
            /** @description 3002 Body exceeds the size limit */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3002;
                    };
                };
            };
            /** @description 3003 Unsupported file type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3003;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    requestUserDeletion: {
        parameters: {
            query: {
                /** @description One’s own user name, as a signature */
                admin: string;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeletionRequest"];
            };
        };
        responses: {
            /** @description The deletion is scheduled */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestUserDeletionAnswer"];
                };
            };
            /** @description 3001 Missing file or invalid id; 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000 | 3001;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied; 4035 CSRF token required; 4036 Invalid CSRF token; 4032 Administration is limited to web clients */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4032 | 4033 | 4035 | 4036;
                    };
                };
            };
            /** @description 4041 Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4041;
                    };
                };
            };
            /** @description 4095 The current state does not allow this */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4095;
                    };
                };
            };
            /** @description 3002 Body exceeds the size limit */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3002;
                    };
                };
            };
            /** @description 3003 Unsupported file type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3003;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    cancelUserDeletion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account is active again */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CancelUserDeletionAnswer"];
                };
            };
            /** @description 3001 Missing file or invalid id; 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000 | 3001;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied; 4035 CSRF token required; 4036 Invalid CSRF token; 4032 Administration is limited to web clients */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4032 | 4033 | 4035 | 4036;
                    };
                };
            };
            /** @description 4041 Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4041;
                    };
                };
            };
            /** @description 4095 The current state does not allow this */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4095;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    changeUserLimits: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LimitsRequest"];
            };
        };
        responses: {
            /** @description The account */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeUserLimitsAnswer"];
                };
            };
            /** @description 3001 Missing file or invalid id; 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000 | 3001;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied; 4035 CSRF token required; 4036 Invalid CSRF token; 4032 Administration is limited to web clients */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4032 | 4033 | 4035 | 4036;
                    };
                };
            };
            /** @description 4041 Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4041;
                    };
                };
            };
            /** @description 3002 Body exceeds the size limit */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3002;
                    };
                };
            };
            /** @description 3003 Unsupported file type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3003;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    resetUserPassword: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link, shown once */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResetUserPasswordAnswer"];
                };
            };
            /** @description 3001 Missing file or invalid id; 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000 | 3001;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied; 4035 CSRF token required; 4036 Invalid CSRF token; 4032 Administration is limited to web clients */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4032 | 4033 | 4035 | 4036;
                    };
                };
            };
            /** @description 4041 Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4041;
                    };
                };
            };
            /** @description 4095 The current state does not allow this */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4095;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    listInvitations: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListInvitationsAnswer"];
                };
            };
            /** @description 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied; 4032 Administration is limited to web clients */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4032 | 4033;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    createInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvitationRequest"];
            };
        };
        responses: {
            /** @description The invitation */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateInvitationAnswer"];
                };
            };
            /** @description 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied; 4035 CSRF token required; 4036 Invalid CSRF token; 4032 Administration is limited to web clients */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4032 | 4033 | 4035 | 4036;
                    };
                };
            };
            /** @description 3002 Body exceeds the size limit */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3002;
                    };
                };
            };
            /** @description 3003 Unsupported file type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3003;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    withdrawInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It makes no account any more */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WithdrawInvitationAnswer"];
                };
            };
            /** @description 3001 Missing file or invalid id; 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000 | 3001;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied; 4035 CSRF token required; 4036 Invalid CSRF token; 4032 Administration is limited to web clients */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4032 | 4033 | 4035 | 4036;
                    };
                };
            };
            /** @description 4041 Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4041;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    readStats: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The totals */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadStatsAnswer"];
                };
            };
            /** @description 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied; 4032 Administration is limited to web clients */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4032 | 4033;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    readDailyStats: {
        parameters: {
            query?: {
                from?: string;
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The days, the first one first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadDailyStatsAnswer"];
                };
            };
            /** @description 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied; 4032 Administration is limited to web clients */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4032 | 4033;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    listConfigs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entries */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListConfigsAnswer"];
                };
            };
            /** @description 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied; 4032 Administration is limited to web clients */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4032 | 4033;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    changeConfigs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfigRequest"];
            };
        };
        responses: {
            /** @description All entries as they are now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeConfigsAnswer"];
                };
            };
            /** @description 3000 Invalid parameter; 3006 Invalid storage location */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000 | 3006;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied; 4035 CSRF token required; 4036 Invalid CSRF token; 4032 Administration is limited to web clients */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4032 | 4033 | 4035 | 4036;
                    };
                };
            };
            /** @description 4094 Storage location still in use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4094;
                    };
                };
            };
            /** @description 3002 Body exceeds the size limit */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3002;
                    };
                };
            };
            /** @description 3003 Unsupported file type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3003;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    putWatermarkImage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "image/png": string;
                "image/webp": string;
            };
        };
        responses: {
            /** @description It is set */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PutWatermarkImageAnswer"];
                };
            };
            /** @description 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied; 4035 CSRF token required; 4036 Invalid CSRF token; 4032 Administration is limited to web clients */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4032 | 4033 | 4035 | 4036;
                    };
                };
            };
            /** @description 3002 Body exceeds the size limit */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3002;
                    };
                };
            };
            /** @description 3003 Unsupported file type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3003;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    listPublications: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before */
                cursor?: string;
                limit?: number;
                status?: "queued" | "running" | "done" | "failed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListPublicationsAnswer"];
                };
            };
            /** @description 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied; 4032 Administration is limited to web clients */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4032 | 4033;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    retryPublication: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                image_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It waits to be published */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetryPublicationAnswer"];
                };
            };
            /** @description 3001 Missing file or invalid id; 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000 | 3001;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied; 4035 CSRF token required; 4036 Invalid CSRF token; 4032 Administration is limited to web clients */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4032 | 4033 | 4035 | 4036;
                    };
                };
            };
            /** @description 4041 Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4041;
                    };
                };
            };
            /** @description 4091 Upload session state conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4091;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    listOutboxEvents: {
        parameters: {
            query: {
                /** @description `next_cursor` of the page before */
                cursor?: string;
                limit?: number;
                kind: "purge" | "erase" | "account";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListOutboxEventsAnswer"];
                };
            };
            /** @description 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied; 4032 Administration is limited to web clients */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4032 | 4033;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    retryOutboxEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is due */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetryOutboxEventAnswer"];
                };
            };
            /** @description 3001 Missing file or invalid id; 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000 | 3001;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied; 4035 CSRF token required; 4036 Invalid CSRF token; 4032 Administration is limited to web clients */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4032 | 4033 | 4035 | 4036;
                    };
                };
            };
            /** @description 4041 Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4041;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    listAuditEntries: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before */
                cursor?: string;
                limit?: number;
                actor_id?: number;
                subject?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListAuditEntriesAnswer"];
                };
            };
            /** @description 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied; 4032 Administration is limited to web clients */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4032 | 4033;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    listAllImages: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before */
                cursor?: string;
                limit?: number;
                user_id?: number;
                /** @description Of a file, a rendition or a share page: an address, a path or the alias alone */
                link?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListAllImagesAnswer"];
                };
            };
            /** @description 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied; 4032 Administration is limited to web clients */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4032 | 4033;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    findImagesByHash: {
        parameters: {
            query: {
                /** @description `next_cursor` of the page before */
                cursor?: string;
                limit?: number;
                /** @description Of a file, in hexadecimal */
                sha256: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FindImagesByHashAnswer"];
                };
            };
            /** @description 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied; 4032 Administration is limited to web clients */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4032 | 4033;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    hideImage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its owner and administrators alone see it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HideImageAnswer"];
                };
            };
            /** @description 3001 Missing file or invalid id; 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000 | 3001;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied; 4035 CSRF token required; 4036 Invalid CSRF token; 4032 Administration is limited to web clients; 4031 Access forbidden; 4038 Images cannot be changed while the account is to be deleted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4031 | 4032 | 4033 | 4035 | 4036 | 4038;
                    };
                };
            };
            /** @description 4041 Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4041;
                    };
                };
            };
            /** @description 4093 Image is still being processed */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4093;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 4029 Too many changes, try again later */
            429: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4029;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    listNotifications: {
        parameters: {
            query?: {
                /** @description `next_cursor` of a page */
                cursor?: string;
                limit?: number;
                /** @description Only those that are not read */
                unread?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListNotificationsAnswer"];
                };
            };
            /** @description 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4033;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    markAllNotificationsRead: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How many were unread */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MarkAllNotificationsReadAnswer"];
                };
            };
            /** @description 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied; 4035 CSRF token required; 4036 Invalid CSRF token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4033 | 4035 | 4036;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    markNotificationRead: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The notification */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MarkNotificationReadAnswer"];
                };
            };
            /** @description 3001 Missing file or invalid id; 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000 | 3001;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied; 4035 CSRF token required; 4036 Invalid CSRF token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4033 | 4035 | 4036;
                    };
                };
            };
            /** @description 4040 Notification not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4040;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    clearNotifications: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How many there were */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClearNotificationsAnswer"];
                };
            };
            /** @description 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied; 4035 CSRF token required; 4036 Invalid CSRF token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4033 | 4035 | 4036;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    deleteNotification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteNotificationAnswer"];
                };
            };
            /** @description 3001 Missing file or invalid id; 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000 | 3001;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied; 4035 CSRF token required; 4036 Invalid CSRF token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4033 | 4035 | 4036;
                    };
                };
            };
            /** @description 4040 Notification not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4040;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    readRecipe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The recipe and the limits */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadRecipeAnswer"];
                };
            };
            /** @description 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4033;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 4029 Too many requests by this key, try again later; 4029 Too many unknown links, try again later */
            429: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4029;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    createUpload: {
        parameters: {
            query?: never;
            header: {
                "Idempotency-Key": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UploadManifest"];
            };
        };
        responses: {
            /** @description The session that this key has already */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateUploadAnswer"];
                };
            };
            /** @description A new session */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateUploadAnswer"];
                };
            };
            /** @description 3000 Invalid parameter; 3005 Invalid upload manifest or parameter; 3010 Image dimensions exceed the limit */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000 | 3005 | 3010;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied; 4035 CSRF token required; 4036 Invalid CSRF token; 4038 Images cannot be changed while the account is to be deleted; 4012 The account holds too many images; 4012 Storage quota exhausted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4012 | 4030 | 4033 | 4035 | 4036 | 4038;
                    };
                };
            };
            /** @description 4091 This Idempotency-Key has been used with another manifest */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4091;
                    };
                };
            };
            /** @description 3002 Body exceeds the size limit */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3002;
                    };
                };
            };
            /** @description 3003 Unsupported file type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3003;
                    };
                };
            };
            /** @description 4260 Client version too old; 4261 Recipe version unsupported */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260 | 4261;
                    };
                };
            };
            /** @description 4029 Too many requests by this key, try again later; 4029 Too many unknown links, try again later; 4291 Upload capacity exhausted; 4029 Upload rate limit exceeded */
            429: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4029 | 4291;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed; 5030 Storage pressure too high; 5031 Pipeline-2 uploads are switched off */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002 | 5030 | 5031;
                    };
                };
            };
        };
    };
    putPart: {
        parameters: {
            query?: never;
            header: {
                /** @description The size that the manifest declares (3005) */
                "Content-Length": string;
            };
            path: {
                /** @description Its characters are URL-safe */
                uploadID: string;
                /** @description One of master, gallery, admin, publish_source */
                kind: "master" | "gallery" | "admin" | "publish_source";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "image/webp": string;
            };
        };
        responses: {
            /** @description The part is stored */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PutPartAnswer"];
                };
            };
            /** @description 3000 Invalid parameter; 3005 Invalid upload manifest or parameter; 3006 Upload stream could not be read; 3010 Image dimensions exceed the limit */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000 | 3005 | 3006 | 3010;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied; 4035 CSRF token required; 4036 Invalid CSRF token; 4038 Images cannot be changed while the account is to be deleted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4033 | 4035 | 4036 | 4038;
                    };
                };
            };
            /** @description 4043 Upload session not found; 4043 The session expired before it was complete */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4043;
                    };
                };
            };
            /** @description 4091 Upload session state conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4091;
                    };
                };
            };
            /** @description 3002 Body exceeds the size limit */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3002;
                    };
                };
            };
            /** @description 3003 Unsupported file type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3003;
                    };
                };
            };
            /** @description 3007 Part does not match its SHA-256; 3008 Part dimensions differ from the manifest */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3007 | 3008;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 4029 Too many requests by this key, try again later; 4029 Too many unknown links, try again later; 4291 Upload capacity exhausted */
            429: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4029 | 4291;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed; 5030 Storage pressure too high */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002 | 5030;
                    };
                };
            };
        };
    };
    completeUpload: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its characters are URL-safe */
                uploadID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session, now in processing */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompleteUploadAnswer"];
                };
            };
            /** @description 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied; 4035 CSRF token required; 4036 Invalid CSRF token; 4038 Images cannot be changed while the account is to be deleted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4033 | 4035 | 4036 | 4038;
                    };
                };
            };
            /** @description 4043 Upload session not found; 4043 The session expired before it was complete */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4043;
                    };
                };
            };
            /** @description 4091 Upload session state conflict; 4092 Upload parts incomplete */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4091 | 4092;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 4029 Too many requests by this key, try again later; 4029 Too many unknown links, try again later */
            429: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4029;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    readUploads: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UploadIds"];
            };
        };
        responses: {
            /** @description The sessions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadUploadsAnswer"];
                };
            };
            /** @description 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied; 4035 CSRF token required; 4036 Invalid CSRF token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4033 | 4035 | 4036;
                    };
                };
            };
            /** @description 4043 Upload session not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4043;
                    };
                };
            };
            /** @description 3002 Body exceeds the size limit */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3002;
                    };
                };
            };
            /** @description 3003 Unsupported file type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3003;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 4029 Too many requests by this key, try again later; 4029 Too many unknown links, try again later */
            429: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4029;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    readUpload: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its characters are URL-safe */
                uploadID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadUploadAnswer"];
                };
            };
            /** @description 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4033;
                    };
                };
            };
            /** @description 4043 Upload session not found; 4043 The session expired before it was complete */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4043;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 4029 Too many requests by this key, try again later; 4029 Too many unknown links, try again later */
            429: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4029;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    cancelUpload: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its characters are URL-safe */
                uploadID: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session is cancelled */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CancelUploadAnswer"];
                };
            };
            /** @description 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied; 4035 CSRF token required; 4036 Invalid CSRF token */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4033 | 4035 | 4036;
                    };
                };
            };
            /** @description 4043 Upload session not found; 4043 The session expired before it was complete */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4043;
                    };
                };
            };
            /** @description 4091 Upload session state conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4091;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 4029 Too many requests by this key, try again later; 4029 Too many unknown links, try again later */
            429: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4029;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    listImages: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before */
                cursor?: string;
                limit?: number;
                /** @description A minus sorts the other way round */
                sort?: "created_at" | "-created_at" | "taken_at" | "-taken_at" | "view_count" | "-view_count" | "file_size" | "-file_size" | "title" | "-title";
                /** @description A month or a day, UTC, where a list by date begins: with its newest image, in ascending order with its oldest. Without a cursor; the cursors of such a page lead on. */
                from?: string;
                visibility?: "" | "public" | "private";
                /** @description Lists the images that one’s uploads of this very file became, the newest first, without regard to the other parameters but `limit`. Images in the trash are none. */
                source_sha256?: string;
                /** @description A substring of title, filename, description, camera or lens, in any case; or the date when it was taken: a year, month or day as 2026-11. */
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of images */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListImagesAnswer"];
                };
            };
            /** @description 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4033;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 4029 Too many requests by this key, try again later; 4029 Too many unknown links, try again later */
            429: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4029;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    createImage: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["ImageForm"];
            };
        };
        responses: {
            /** @description The upload that this key has already */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateImageAnswer"];
                };
            };
            /** @description The image is stored, and is being processed */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateImageAnswer"];
                };
            };
            /** @description 3000 Invalid parameter; 3004 Too many files; 3006 Upload stream could not be read; 3001 Missing file; 3010 Image dimensions exceed the limit */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000 | 3001 | 3004 | 3006 | 3010;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied; 4035 CSRF token required; 4036 Invalid CSRF token; 4038 Images cannot be changed while the account is to be deleted; 4012 The account holds too many images; 4012 Storage quota exhausted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4012 | 4030 | 4033 | 4035 | 4036 | 4038;
                    };
                };
            };
            /** @description 4091 Upload session state conflict; 4091 This Idempotency-Key has been used with another manifest */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4091;
                    };
                };
            };
            /** @description 3002 Body exceeds the size limit */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3002;
                    };
                };
            };
            /** @description 3003 Unsupported file type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3003;
                    };
                };
            };
            /** @description 4260 Client version too old; 4262 This deployment requires pipeline-2 uploads */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260 | 4262;
                    };
                };
            };
            /** @description 4029 Too many requests by this key, try again later; 4029 Too many unknown links, try again later; 4291 Upload capacity exhausted; 4029 Upload rate limit exceeded */
            429: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4029 | 4291;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed; 5030 Storage pressure too high */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002 | 5030;
                    };
                };
            };
        };
    };
    readTimeline: {
        parameters: {
            query?: {
                by?: "created_at" | "taken_at";
                visibility?: "" | "public" | "private";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The months */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadTimelineAnswer"];
                };
            };
            /** @description 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4033;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 4029 Too many requests by this key, try again later; 4029 Too many unknown links, try again later */
            429: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4029;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    readImage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The image */
            200: {
                headers: {
                    /** @description Names the texts, for `If-Match` */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadImageAnswer"];
                };
            };
            /** @description 3001 Missing file or invalid id; 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000 | 3001;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied; 4031 Access forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4031 | 4033;
                    };
                };
            };
            /** @description 4041 Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4041;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 4029 Too many requests by this key, try again later; 4029 Too many unknown links, try again later */
            429: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4029;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    deleteImage: {
        parameters: {
            query?: {
                /** @description Into the trash of its owner, who alone may ask for it; it frees no storage */
                trash?: "true" | "false";
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The image is gone; the figures are its owner’s */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteImageAnswer"];
                };
            };
            /** @description 3001 Missing file or invalid id; 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000 | 3001;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied; 4035 CSRF token required; 4036 Invalid CSRF token; 4031 Access forbidden; 4038 Images cannot be changed while the account is to be deleted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4031 | 4033 | 4035 | 4036 | 4038;
                    };
                };
            };
            /** @description 4041 Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4041;
                    };
                };
            };
            /** @description 4093 Image is still being processed */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4093;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 4029 Too many requests by this key, try again later; 4029 Too many unknown links, try again later */
            429: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4029;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    editImage: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the texts that are to be changed. If they are others by now, nothing is changed (412, 3000) */
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImageEdit"];
            };
        };
        responses: {
            /** @description What the image is now */
            200: {
                headers: {
                    /** @description Names the texts, for `If-Match` */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EditImageAnswer"];
                };
            };
            /** @description 3001 Missing file or invalid id; 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000 | 3001;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied; 4035 CSRF token required; 4036 Invalid CSRF token; 4031 Access forbidden; 4038 Images cannot be changed while the account is to be deleted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4031 | 4033 | 4035 | 4036 | 4038;
                    };
                };
            };
            /** @description 4041 Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4041;
                    };
                };
            };
            /** @description 4093 Image is still being processed */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4093;
                    };
                };
            };
            /** @description 3000 The texts have changed */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000;
                    };
                };
            };
            /** @description 3002 Body exceeds the size limit */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3002;
                    };
                };
            };
            /** @description 3003 Unsupported file type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3003;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 4029 Too many requests by this key, try again later; 4029 Too many unknown links, try again later; 4029 Too many changes, try again later */
            429: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4029;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    previewImage: {
        parameters: {
            query?: {
                /** @description A width in pixels, never enlarged; `square`, 400 × 400; `published`; or `full`, all pixels. In pipeline 1 all three names are a WebP of all pixels. */
                size?: "160" | "320" | "480" | "640" | "960" | "1280" | "1600" | "1920" | "2560" | "square" | "published" | "full";
            };
            header?: {
                Range?: string;
                "If-Match"?: string;
                "If-None-Match"?: string;
                "If-Modified-Since"?: string;
                "If-Range"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The image */
            200: {
                headers: {
                    ETag: string;
                    "Last-Modified": string;
                    "Cache-Control": string;
                    [name: string]: unknown;
                };
                content: {
                    "image/webp": string;
                };
            };
            /** @description The part that `Range` asks for */
            206: {
                headers: {
                    ETag: string;
                    "Last-Modified": string;
                    "Cache-Control": string;
                    "Content-Range": string;
                    [name: string]: unknown;
                };
                content: {
                    "image/webp": string;
                };
            };
            /** @description Not changed */
            304: {
                headers: {
                    ETag: string;
                    "Last-Modified": string;
                    "Cache-Control": string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description 3001 Missing file or invalid id; 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000 | 3001;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied; 4031 Access forbidden; 4039 Download allowance exhausted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4031 | 4033 | 4039;
                    };
                };
            };
            /** @description 4041 Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4041;
                    };
                };
            };
            /** @description `If-Match` names another entity tag */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `Range` begins after the end */
            416: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 4029 Too many requests by this key, try again later; 4029 Too many unknown links, try again later */
            429: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4029;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed; 1003 Image processing error */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002 | 1003;
                    };
                };
            };
        };
    };
    changeVisibility: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VisibilityRequest"];
            };
        };
        responses: {
            /** @description What the image is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeVisibilityAnswer"];
                };
            };
            /** @description 3001 Missing file or invalid id; 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000 | 3001;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied; 4035 CSRF token required; 4036 Invalid CSRF token; 4031 Access forbidden; 4038 Images cannot be changed while the account is to be deleted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4031 | 4033 | 4035 | 4036 | 4038;
                    };
                };
            };
            /** @description 4041 Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4041;
                    };
                };
            };
            /** @description 4093 Image is still being processed */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4093;
                    };
                };
            };
            /** @description 3002 Body exceeds the size limit */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3002;
                    };
                };
            };
            /** @description 3003 Unsupported file type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3003;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 4029 Too many requests by this key, try again later; 4029 Too many unknown links, try again later; 4029 Too many changes, try again later */
            429: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4029;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    issueToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TokenRequest"];
            };
        };
        responses: {
            /** @description The token */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssueTokenAnswer"];
                };
            };
            /** @description 3001 Missing file or invalid id; 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000 | 3001;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied; 4035 CSRF token required; 4036 Invalid CSRF token; 4031 Access forbidden; 4038 Images cannot be changed while the account is to be deleted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4031 | 4033 | 4035 | 4036 | 4038;
                    };
                };
            };
            /** @description 4041 Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4041;
                    };
                };
            };
            /** @description 4093 Image is still being processed */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4093;
                    };
                };
            };
            /** @description 3002 Body exceeds the size limit */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3002;
                    };
                };
            };
            /** @description 3003 Unsupported file type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3003;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 4029 Too many requests by this key, try again later; 4029 Too many unknown links, try again later; 4029 Too many changes, try again later */
            429: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4029;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    revokeToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether a token was active */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevokeTokenAnswer"];
                };
            };
            /** @description 3001 Missing file or invalid id; 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000 | 3001;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied; 4035 CSRF token required; 4036 Invalid CSRF token; 4031 Access forbidden; 4038 Images cannot be changed while the account is to be deleted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4031 | 4033 | 4035 | 4036 | 4038;
                    };
                };
            };
            /** @description 4041 Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4041;
                    };
                };
            };
            /** @description 4093 Image is still being processed */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4093;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 4029 Too many requests by this key, try again later; 4029 Too many unknown links, try again later; 4029 Too many changes, try again later */
            429: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4029;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    listShareLinks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The links */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListShareLinksAnswer"];
                };
            };
            /** @description 3001 Missing file or invalid id; 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000 | 3001;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied; 4031 Access forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4031 | 4033;
                    };
                };
            };
            /** @description 4041 Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4041;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 4029 Too many requests by this key, try again later; 4029 Too many unknown links, try again later */
            429: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4029;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    createShareLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ShareLinkRequest"];
            };
        };
        responses: {
            /** @description The link */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateShareLinkAnswer"];
                };
            };
            /** @description 3001 Missing file or invalid id; 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000 | 3001;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied; 4035 CSRF token required; 4036 Invalid CSRF token; 4031 Access forbidden; 4038 Images cannot be changed while the account is to be deleted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4031 | 4033 | 4035 | 4036 | 4038;
                    };
                };
            };
            /** @description 4041 Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4041;
                    };
                };
            };
            /** @description 4093 Image is still being processed */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4093;
                    };
                };
            };
            /** @description 3002 Body exceeds the size limit */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3002;
                    };
                };
            };
            /** @description 3003 Unsupported file type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3003;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 4029 Too many requests by this key, try again later; 4029 Too many unknown links, try again later; 4029 Too many changes, try again later */
            429: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4029;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    revokeShareLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
                linkId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link is revoked */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevokeShareLinkAnswer"];
                };
            };
            /** @description 3001 Missing file or invalid id; 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000 | 3001;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied; 4035 CSRF token required; 4036 Invalid CSRF token; 4031 Access forbidden; 4038 Images cannot be changed while the account is to be deleted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4031 | 4033 | 4035 | 4036 | 4038;
                    };
                };
            };
            /** @description 4041 Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4041;
                    };
                };
            };
            /** @description 4093 Image is still being processed */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4093;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 4029 Too many requests by this key, try again later; 4029 Too many unknown links, try again later; 4029 Too many changes, try again later */
            429: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4029;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    changeShareLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
                linkId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ShareLinkChange"];
            };
        };
        responses: {
            /** @description What the link is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeShareLinkAnswer"];
                };
            };
            /** @description 3001 Missing file or invalid id; 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000 | 3001;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied; 4035 CSRF token required; 4036 Invalid CSRF token; 4031 Access forbidden; 4038 Images cannot be changed while the account is to be deleted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4031 | 4033 | 4035 | 4036 | 4038;
                    };
                };
            };
            /** @description 4041 Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4041;
                    };
                };
            };
            /** @description 4093 Image is still being processed */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4093;
                    };
                };
            };
            /** @description 3002 Body exceeds the size limit */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3002;
                    };
                };
            };
            /** @description 3003 Unsupported file type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3003;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 4029 Too many requests by this key, try again later; 4029 Too many unknown links, try again later; 4029 Too many changes, try again later */
            429: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4029;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    listTrash: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the trash */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListTrashAnswer"];
                };
            };
            /** @description 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4033;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 4029 Too many requests by this key, try again later; 4029 Too many unknown links, try again later */
            429: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4029;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    emptyTrash: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How many images are deleted for good */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmptyTrashAnswer"];
                };
            };
            /** @description 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied; 4035 CSRF token required; 4036 Invalid CSRF token; 4038 Images cannot be changed while the account is to be deleted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4033 | 4035 | 4036 | 4038;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 4029 Too many requests by this key, try again later; 4029 Too many unknown links, try again later */
            429: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4029;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    previewTrashed: {
        parameters: {
            query?: never;
            header?: {
                Range?: string;
                "If-Match"?: string;
                "If-None-Match"?: string;
                "If-Modified-Since"?: string;
                "If-Range"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The image */
            200: {
                headers: {
                    ETag: string;
                    "Last-Modified": string;
                    "Cache-Control": string;
                    [name: string]: unknown;
                };
                content: {
                    "image/webp": string;
                };
            };
            /** @description The part that `Range` asks for */
            206: {
                headers: {
                    ETag: string;
                    "Last-Modified": string;
                    "Cache-Control": string;
                    "Content-Range": string;
                    [name: string]: unknown;
                };
                content: {
                    "image/webp": string;
                };
            };
            /** @description Not changed */
            304: {
                headers: {
                    ETag: string;
                    "Last-Modified": string;
                    "Cache-Control": string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description 3001 Missing file or invalid id; 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000 | 3001;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied; 4039 Download allowance exhausted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4033 | 4039;
                    };
                };
            };
            /** @description 4041 Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4041;
                    };
                };
            };
            /** @description `If-Match` names another entity tag */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `Range` begins after the end */
            416: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 4029 Too many requests by this key, try again later; 4029 Too many unknown links, try again later */
            429: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4029;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    restoreImages: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TrashChoice"];
            };
        };
        responses: {
            /** @description The images that are back */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RestoreImagesAnswer"];
                };
            };
            /** @description 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied; 4035 CSRF token required; 4036 Invalid CSRF token; 4038 Images cannot be changed while the account is to be deleted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4033 | 4035 | 4036 | 4038;
                    };
                };
            };
            /** @description 3002 Body exceeds the size limit */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3002;
                    };
                };
            };
            /** @description 3003 Unsupported file type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3003;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 4029 Too many requests by this key, try again later; 4029 Too many unknown links, try again later */
            429: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4029;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    deleteTrashedImages: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TrashChoice"];
            };
        };
        responses: {
            /** @description The caller’s storage */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteTrashedImagesAnswer"];
                };
            };
            /** @description 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied; 4035 CSRF token required; 4036 Invalid CSRF token; 4038 Images cannot be changed while the account is to be deleted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4033 | 4035 | 4036 | 4038;
                    };
                };
            };
            /** @description 3002 Body exceeds the size limit */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3002;
                    };
                };
            };
            /** @description 3003 Unsupported file type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3003;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 4029 Too many requests by this key, try again later; 4029 Too many unknown links, try again later */
            429: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4029;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    listAlbums: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before */
                cursor?: string;
                limit?: number;
                /** @description A substring of the title, in any case */
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of albums */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListAlbumsAnswer"];
                };
            };
            /** @description 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4033;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 4029 Too many requests by this key, try again later; 4029 Too many unknown links, try again later */
            429: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4029;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    createAlbum: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAlbum"];
            };
        };
        responses: {
            /** @description The album that this key has made */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateAlbumAnswer"];
                };
            };
            /** @description A new album */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateAlbumAnswer"];
                };
            };
            /** @description 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied; 4035 CSRF token required; 4036 Invalid CSRF token; 4038 Images cannot be changed while the account is to be deleted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4033 | 4035 | 4036 | 4038;
                    };
                };
            };
            /** @description 3002 Body exceeds the size limit */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3002;
                    };
                };
            };
            /** @description 3003 Unsupported file type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3003;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 4029 Too many requests by this key, try again later; 4029 Too many unknown links, try again later; 4029 Too many changes, try again later */
            429: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4029;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    readAlbum: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The album */
            200: {
                headers: {
                    /** @description Names the texts, for `If-Match` */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadAlbumAnswer"];
                };
            };
            /** @description 3001 Missing file or invalid id; 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000 | 3001;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4033;
                    };
                };
            };
            /** @description 4041 Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4041;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 4029 Too many requests by this key, try again later; 4029 Too many unknown links, try again later */
            429: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4029;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    deleteAlbum: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The album is deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteAlbumAnswer"];
                };
            };
            /** @description 3001 Missing file or invalid id; 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000 | 3001;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied; 4035 CSRF token required; 4036 Invalid CSRF token; 4038 Images cannot be changed while the account is to be deleted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4033 | 4035 | 4036 | 4038;
                    };
                };
            };
            /** @description 4041 Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4041;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 4029 Too many requests by this key, try again later; 4029 Too many unknown links, try again later */
            429: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4029;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    changeAlbum: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the texts that are to be changed. If they are others by now, nothing is changed (412, 3000) */
                "If-Match"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AlbumChange"];
            };
        };
        responses: {
            /** @description What the album is now */
            200: {
                headers: {
                    /** @description Names the texts, for `If-Match` */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeAlbumAnswer"];
                };
            };
            /** @description 3001 Missing file or invalid id; 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000 | 3001;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied; 4035 CSRF token required; 4036 Invalid CSRF token; 4038 Images cannot be changed while the account is to be deleted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4033 | 4035 | 4036 | 4038;
                    };
                };
            };
            /** @description 4041 Not found; 4041 Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4041;
                    };
                };
            };
            /** @description 3000 The texts have changed */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000;
                    };
                };
            };
            /** @description 3002 Body exceeds the size limit */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3002;
                    };
                };
            };
            /** @description 3003 Unsupported file type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3003;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 4029 Too many requests by this key, try again later; 4029 Too many unknown links, try again later; 4029 Too many changes, try again later */
            429: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4029;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    renewAlbumLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The album with its new link */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RenewAlbumLinkAnswer"];
                };
            };
            /** @description 3001 Missing file or invalid id; 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000 | 3001;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied; 4035 CSRF token required; 4036 Invalid CSRF token; 4038 Images cannot be changed while the account is to be deleted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4033 | 4035 | 4036 | 4038;
                    };
                };
            };
            /** @description 4041 Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4041;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 4029 Too many requests by this key, try again later; 4029 Too many unknown links, try again later; 4029 Too many changes, try again later */
            429: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4029;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    listAlbumImages: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of images */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListAlbumImagesAnswer"];
                };
            };
            /** @description 3001 Missing file or invalid id; 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000 | 3001;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4033;
                    };
                };
            };
            /** @description 4041 Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4041;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 4029 Too many requests by this key, try again later; 4029 Too many unknown links, try again later */
            429: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4029;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    addToAlbum: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AlbumChoice"];
            };
        };
        responses: {
            /** @description The images that are in the album */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddToAlbumAnswer"];
                };
            };
            /** @description 3001 Missing file or invalid id; 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000 | 3001;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied; 4035 CSRF token required; 4036 Invalid CSRF token; 4038 Images cannot be changed while the account is to be deleted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4033 | 4035 | 4036 | 4038;
                    };
                };
            };
            /** @description 4041 Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4041;
                    };
                };
            };
            /** @description 3002 Body exceeds the size limit */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3002;
                    };
                };
            };
            /** @description 3003 Unsupported file type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3003;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 4029 Too many requests by this key, try again later; 4029 Too many unknown links, try again later */
            429: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4029;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    removeFromAlbum: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AlbumChoice"];
            };
        };
        responses: {
            /** @description How many images are left */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemoveFromAlbumAnswer"];
                };
            };
            /** @description 3001 Missing file or invalid id; 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000 | 3001;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied; 4035 CSRF token required; 4036 Invalid CSRF token; 4038 Images cannot be changed while the account is to be deleted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4033 | 4035 | 4036 | 4038;
                    };
                };
            };
            /** @description 4041 Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4041;
                    };
                };
            };
            /** @description 3002 Body exceeds the size limit */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3002;
                    };
                };
            };
            /** @description 3003 Unsupported file type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3003;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 4029 Too many requests by this key, try again later; 4029 Too many unknown links, try again later */
            429: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4029;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    moveInAlbum: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AlbumMove"];
            };
        };
        responses: {
            /** @description The images are in place */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MoveInAlbumAnswer"];
                };
            };
            /** @description 3001 Missing file or invalid id; 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000 | 3001;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied; 4035 CSRF token required; 4036 Invalid CSRF token; 4038 Images cannot be changed while the account is to be deleted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4033 | 4035 | 4036 | 4038;
                    };
                };
            };
            /** @description 4041 Not found; 4041 Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4041;
                    };
                };
            };
            /** @description 3002 Body exceeds the size limit */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3002;
                    };
                };
            };
            /** @description 3003 Unsupported file type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3003;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 4029 Too many requests by this key, try again later; 4029 Too many unknown links, try again later */
            429: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4029;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    readQueue: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `id` of the upload’s answer */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The upload */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadQueueAnswer"];
                };
            };
            /** @description 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4033;
                    };
                };
            };
            /** @description 4043 Upload session not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4043;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 4029 Too many requests by this key, try again later; 4029 Too many unknown links, try again later */
            429: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4029;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    uploadFile: {
        parameters: {
            query?: {
                /** @description `text` answers with the image’s URL alone */
                format?: "json" | "text";
                /** @description The address of an image on the web */
                url?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["FileForm"];
                "image/*": string;
            };
        };
        responses: {
            /** @description The image that this file has already */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadFileAnswer"];
                    "text/plain": string;
                };
            };
            /** @description A new image */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadFileAnswer"];
                    "text/plain": string;
                };
            };
            /** @description 3000 Invalid parameter; 3004 Too many files; 3006 Upload stream could not be read; 3001 Missing file; 3010 Image dimensions exceed the limit; 3005 Invalid upload manifest or parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000 | 3001 | 3004 | 3005 | 3006 | 3010;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied; 4035 CSRF token required; 4036 Invalid CSRF token; 4038 Images cannot be changed while the account is to be deleted; 4012 The account holds too many images; 4012 Storage quota exhausted; 4031 Access forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4012 | 4030 | 4031 | 4033 | 4035 | 4036 | 4038;
                    };
                };
            };
            /** @description 4043 Upload session not found; 4043 The session expired before it was complete; 4041 Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4041 | 4043;
                    };
                };
            };
            /** @description 4091 This Idempotency-Key has been used with another manifest; 4091 Upload session state conflict; 4092 Upload parts incomplete; 4093 Image is still being processed */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4091 | 4092 | 4093;
                    };
                };
            };
            /** @description 3002 Body exceeds the size limit */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3002;
                    };
                };
            };
            /** @description 3003 Unsupported file type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3003;
                    };
                };
            };
            /** @description 3007 Part does not match its SHA-256; 3008 Part dimensions differ from the manifest */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3007 | 3008;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 4029 Too many requests by this key, try again later; 4029 Too many unknown links, try again later; 4291 Upload capacity exhausted; 4029 Upload rate limit exceeded; 4029 Too many changes, try again later */
            429: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4029 | 4291;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error; 1003 Image processing error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001 | 1003;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed; 5030 Storage pressure too high; 5031 Pipeline-2 uploads are switched off */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002 | 5030 | 5031;
                    };
                };
            };
        };
    };
    uploadByPicgo: {
        parameters: {
            query?: {
                /** @description An API key */
                key?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["PicgoForm"];
            };
        };
        responses: {
            /** @description All are stored */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadByPicgoAnswer"];
                };
            };
            /** @description 3000 Invalid parameter; 3004 Too many files; 3006 Upload stream could not be read; 3001 Missing file; 3010 Image dimensions exceed the limit; 3005 Invalid upload manifest or parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000 | 3001 | 3004 | 3005 | 3006 | 3010;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied; 4035 CSRF token required; 4036 Invalid CSRF token; 4038 Images cannot be changed while the account is to be deleted; 4012 The account holds too many images; 4012 Storage quota exhausted; 4031 Access forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4012 | 4030 | 4031 | 4033 | 4035 | 4036 | 4038;
                    };
                };
            };
            /** @description 4043 Upload session not found; 4043 The session expired before it was complete; 4041 Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4041 | 4043;
                    };
                };
            };
            /** @description 4091 This Idempotency-Key has been used with another manifest; 4091 Upload session state conflict; 4092 Upload parts incomplete; 4093 Image is still being processed */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4091 | 4092 | 4093;
                    };
                };
            };
            /** @description 3002 Body exceeds the size limit */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3002;
                    };
                };
            };
            /** @description 3003 Unsupported file type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3003;
                    };
                };
            };
            /** @description 3007 Part does not match its SHA-256; 3008 Part dimensions differ from the manifest */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3007 | 3008;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 4029 Too many requests by this key, try again later; 4029 Too many unknown links, try again later; 4291 Upload capacity exhausted; 4029 Upload rate limit exceeded; 4029 Too many changes, try again later */
            429: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4029 | 4291;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error; 1003 Image processing error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001 | 1003;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed; 5030 Storage pressure too high; 5031 Pipeline-2 uploads are switched off */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002 | 5030 | 5031;
                    };
                };
            };
        };
    };
    deleteByPicgo: {
        parameters: {
            query?: {
                /** @description An API key */
                key?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PicgoDeletion"];
            };
        };
        responses: {
            /** @description All are deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteByPicgoAnswer"];
                };
            };
            /** @description 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied; 4035 CSRF token required; 4036 Invalid CSRF token; 4031 Access forbidden; 4038 Images cannot be changed while the account is to be deleted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4031 | 4033 | 4035 | 4036 | 4038;
                    };
                };
            };
            /** @description 4041 Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4041;
                    };
                };
            };
            /** @description 4093 Image is still being processed */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4093;
                    };
                };
            };
            /** @description 3002 Body exceeds the size limit */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3002;
                    };
                };
            };
            /** @description 3003 Unsupported file type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3003;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 4029 Too many requests by this key, try again later; 4029 Too many unknown links, try again later */
            429: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4029;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    pingPicgo: {
        parameters: {
            query?: {
                /** @description An API key */
                key?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description They are */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PingPicgoAnswer"];
                };
            };
            /** @description 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000;
                    };
                };
            };
            /** @description 4010 Sign-in required; 4011 Session expired */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010 | 4011;
                    };
                };
            };
            /** @description 4033 An identity token gives no access to the API; 4030 Permission denied; 4030 Permission denied; 4035 CSRF token required; 4036 Invalid CSRF token; 4038 Images cannot be changed while the account is to be deleted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4033 | 4035 | 4036 | 4038;
                    };
                };
            };
            /** @description 4260 Client version too old */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4260;
                    };
                };
            };
            /** @description 4029 Too many requests by this key, try again later; 4029 Too many unknown links, try again later */
            429: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4029;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1001 The account is being changed */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    readPublicConfig: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The configuration */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadPublicConfigAnswer"];
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
            /** @description From servers in front of the service alone: the request is malformed, or its headers are too long */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readPublicStats: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The statistics */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadPublicStatsAnswer"];
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
            /** @description From servers in front of the service alone: the request is malformed, or its headers are too long */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    reportClientError: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClientErrorReport"];
            };
        };
        responses: {
            /** @description It is in the log */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportClientErrorAnswer"];
                };
            };
            /** @description 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000;
                    };
                };
            };
            /** @description 3002 Body exceeds the size limit */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3002;
                    };
                };
            };
            /** @description 3003 Unsupported file type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3003;
                    };
                };
            };
            /** @description 2091 Too many client error reports */
            429: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 2091;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    openLink: {
        parameters: {
            query?: {
                token?: string;
                /** @description Pixels; for pipeline 1 alone */
                w?: number;
                /** @description Pixels; for pipeline 1 alone */
                h?: number;
                q?: number;
            };
            header?: {
                Range?: string;
                "If-Match"?: string;
                "If-None-Match"?: string;
                "If-Modified-Since"?: string;
                "If-Range"?: string;
                /** @description The token of a private image */
                "X-Image-Token"?: string;
            };
            path: {
                link: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The image */
            200: {
                headers: {
                    ETag: string;
                    "Last-Modified": string;
                    "Cache-Control": string;
                    [name: string]: unknown;
                };
                content: {
                    "image/*": string;
                };
            };
            /** @description The part that `Range` asks for */
            206: {
                headers: {
                    ETag: string;
                    "Last-Modified": string;
                    "Cache-Control": string;
                    "Content-Range": string;
                    [name: string]: unknown;
                };
                content: {
                    "image/*": string;
                };
            };
            /** @description Pipeline 2, without an extension */
            301: {
                headers: {
                    /** @description Absolute */
                    Location: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not changed */
            304: {
                headers: {
                    ETag: string;
                    "Last-Modified": string;
                    "Cache-Control": string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000;
                    };
                    "text/html": string;
                };
            };
            /** @description 4039 Download allowance exhausted; 4037 Image token missing, invalid or expired; 4030 Permission denied */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4037 | 4039;
                    };
                    "text/html": string;
                };
            };
            /** @description 4041 Not found; 4042 Image token revoked */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4041 | 4042;
                    };
                    "text/html": string;
                };
            };
            /** @description `If-Match` names another entity tag */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `Range` begins after the end */
            416: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description 4029 Too many unknown links, try again later; 4029 Too many requests by this key, try again later */
            429: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4029;
                    };
                    "text/html": string;
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                    "text/html": string;
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1003 Image processing error */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002 | 1003;
                    };
                    "text/html": string;
                };
            };
        };
    };
    openVariant: {
        parameters: {
            query?: {
                token?: string;
            };
            header?: {
                Range?: string;
                "If-Match"?: string;
                "If-None-Match"?: string;
                "If-Modified-Since"?: string;
                "If-Range"?: string;
                /** @description The token of a private image */
                "X-Image-Token"?: string;
            };
            path: {
                link: string;
                variant: "master.webp" | "gallery.webp" | "admin.webp" | "publish.webp";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The image */
            200: {
                headers: {
                    ETag: string;
                    "Last-Modified": string;
                    "Cache-Control": string;
                    [name: string]: unknown;
                };
                content: {
                    "image/webp": string;
                };
            };
            /** @description The part that `Range` asks for */
            206: {
                headers: {
                    ETag: string;
                    "Last-Modified": string;
                    "Cache-Control": string;
                    "Content-Range": string;
                    [name: string]: unknown;
                };
                content: {
                    "image/webp": string;
                };
            };
            /** @description Not changed */
            304: {
                headers: {
                    ETag: string;
                    "Last-Modified": string;
                    "Cache-Control": string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description 4039 Download allowance exhausted; 4037 Image token missing, invalid or expired; 4030 Permission denied */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4037 | 4039;
                    };
                    "text/html": string;
                };
            };
            /** @description 4041 Not found; 4042 Image token revoked */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4041 | 4042;
                    };
                    "text/html": string;
                };
            };
            /** @description `If-Match` names another entity tag */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `Range` begins after the end */
            416: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description 4029 Too many unknown links, try again later; 4029 Too many requests by this key, try again later */
            429: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4029;
                    };
                    "text/html": string;
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                    "text/html": string;
                };
            };
            /** @description 1001 Database error; 1002 Cache error */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                    "text/html": string;
                };
            };
        };
    };
    openRendition: {
        parameters: {
            query?: {
                token?: string;
            };
            header?: {
                Range?: string;
                "If-Match"?: string;
                "If-None-Match"?: string;
                "If-Modified-Since"?: string;
                "If-Range"?: string;
                /** @description The token of a private image */
                "X-Image-Token"?: string;
                Accept?: string;
            };
            path: {
                /** @description Pixels */
                width: "160" | "320" | "480" | "640" | "960" | "1280" | "1600" | "1920" | "2560";
                link: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The image */
            200: {
                headers: {
                    ETag: string;
                    "Last-Modified": string;
                    "Cache-Control": string;
                    [name: string]: unknown;
                };
                content: {
                    "image/*": string;
                };
            };
            /** @description The part that `Range` asks for */
            206: {
                headers: {
                    ETag: string;
                    "Last-Modified": string;
                    "Cache-Control": string;
                    "Content-Range": string;
                    [name: string]: unknown;
                };
                content: {
                    "image/*": string;
                };
            };
            /** @description Not changed */
            304: {
                headers: {
                    ETag: string;
                    "Last-Modified": string;
                    "Cache-Control": string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description 4039 Download allowance exhausted; 4037 Image token missing, invalid or expired; 4030 Permission denied */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4030 | 4037 | 4039;
                    };
                    "text/html": string;
                };
            };
            /** @description 4041 Not found; 4042 Image token revoked */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4041 | 4042;
                    };
                    "text/html": string;
                };
            };
            /** @description `If-Match` names another entity tag */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `Range` begins after the end */
            416: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description 4029 Too many unknown links, try again later; 4029 Too many requests by this key, try again later */
            429: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4029;
                    };
                    "text/html": string;
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                    "text/html": string;
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1003 Image processing error */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002 | 1003;
                    };
                    "text/html": string;
                };
            };
        };
    };
    openPage: {
        parameters: {
            query?: {
                token?: string;
            };
            header?: never;
            path: {
                link: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description 4037 Image token missing, invalid or expired */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4037;
                    };
                    "text/html": string;
                };
            };
            /** @description 4041 Not found; 4042 Image token revoked */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4041 | 4042;
                    };
                    "text/html": string;
                };
            };
            /** @description 4029 Too many unknown links, try again later */
            429: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4029;
                    };
                    "text/html": string;
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                    "text/html": string;
                };
            };
            /** @description 1001 Database error; 1002 Cache error */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                    "text/html": string;
                };
            };
        };
    };
    embed: {
        parameters: {
            query: {
                /** @description Of the share page */
                url: string;
                format?: string;
                maxwidth?: number;
                maxheight?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The image */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Photo"];
                };
            };
            /** @description 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000;
                    };
                };
            };
            /** @description 4037 Image token missing, invalid or expired */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4037;
                    };
                };
            };
            /** @description 4041 Not found; 4042 Image token revoked */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4041 | 4042;
                    };
                };
            };
            /** @description 4029 Too many unknown links, try again later */
            429: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4029;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description Another format than JSON */
            501: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description 1001 Database error; 1002 Cache error */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
    openSharePage: {
        parameters: {
            query: {
                token: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description 4037 Image token missing, invalid or expired */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4037;
                    };
                    "text/html": string;
                };
            };
            /** @description 4041 Not found; 4042 Image token revoked */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4041 | 4042;
                    };
                    "text/html": string;
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                    "text/html": string;
                };
            };
            /** @description 1001 Database error; 1002 Cache error */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                    "text/html": string;
                };
            };
        };
    };
    openShare: {
        parameters: {
            query: {
                token: string;
            };
            header?: {
                Range?: string;
                "If-Match"?: string;
                "If-None-Match"?: string;
                "If-Modified-Since"?: string;
                "If-Range"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The image */
            200: {
                headers: {
                    ETag: string;
                    "Last-Modified": string;
                    "Cache-Control": string;
                    [name: string]: unknown;
                };
                content: {
                    "image/*": string;
                };
            };
            /** @description The part that `Range` asks for */
            206: {
                headers: {
                    ETag: string;
                    "Last-Modified": string;
                    "Cache-Control": string;
                    "Content-Range": string;
                    [name: string]: unknown;
                };
                content: {
                    "image/*": string;
                };
            };
            /** @description Not changed */
            304: {
                headers: {
                    ETag: string;
                    "Last-Modified": string;
                    "Cache-Control": string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description 4037 Image token missing, invalid or expired */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4037;
                    };
                    "text/html": string;
                };
            };
            /** @description 4041 Not found; 4042 Image token revoked */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4041 | 4042;
                    };
                    "text/html": string;
                };
            };
            /** @description `If-Match` names another entity tag */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `Range` begins after the end */
            416: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                    "text/html": string;
                };
            };
            /** @description 1001 Database error; 1002 Cache error */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                    "text/html": string;
                };
            };
        };
    };
    openAlbum: {
        parameters: {
            query?: {
                /** @description Of the link to the page */
                after?: string;
            };
            header?: never;
            path: {
                link: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000;
                    };
                    "text/html": string;
                };
            };
            /** @description 4041 Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4041;
                    };
                    "text/html": string;
                };
            };
            /** @description 4029 Too many unknown links, try again later */
            429: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4029;
                    };
                    "text/html": string;
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                    "text/html": string;
                };
            };
            /** @description 1001 Database error; 1002 Cache error */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                    "text/html": string;
                };
            };
        };
    };
    downloadAlbum: {
        parameters: {
            query?: {
                /** @description Of a large album; the first by default */
                volume?: number;
                /** @description From the `Link` header, or of a page */
                after?: string;
            };
            header?: never;
            path: {
                link: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ZIP */
            200: {
                headers: {
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
            /** @description 3000 Invalid parameter */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 3000;
                    };
                    "text/html": string;
                };
            };
            /** @description 4041 Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4041;
                    };
                    "text/html": string;
                };
            };
            /** @description 4029 Too many unknown links, try again later; 4029 Too many archives at once, try again later */
            429: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4029;
                    };
                    "text/html": string;
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                    "text/html": string;
                };
            };
            /** @description 1001 Database error; 1002 Cache error */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                    "text/html": string;
                };
            };
        };
    };
    readAlbumFeed: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                link: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The feed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/rss+xml": string;
                };
            };
            /** @description The caller has this feed (`If-None-Match`) */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description 4041 Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4041;
                    };
                    "text/html": string;
                };
            };
            /** @description 4029 Too many unknown links, try again later */
            429: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4029;
                    };
                    "text/html": string;
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                    "text/html": string;
                };
            };
            /** @description 1001 Database error; 1002 Cache error */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                    "text/html": string;
                };
            };
        };
    };
    openAlbumPhoto: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                link: string;
                image: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description 4041 Not found; 4041 Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4041;
                    };
                    "text/html": string;
                };
            };
            /** @description 4029 Too many unknown links, try again later */
            429: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4029;
                    };
                    "text/html": string;
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                    "text/html": string;
                };
            };
            /** @description 1001 Database error; 1002 Cache error */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                    "text/html": string;
                };
            };
        };
    };
    openAlbumImage: {
        parameters: {
            query?: never;
            header?: {
                Range?: string;
                "If-Match"?: string;
                "If-None-Match"?: string;
                "If-Modified-Since"?: string;
                "If-Range"?: string;
            };
            path: {
                link: string;
                image: number;
                file: "160.webp" | "320.webp" | "480.webp" | "640.webp" | "960.webp" | "1280.webp" | "1600.webp" | "1920.webp" | "2560.webp" | "published.webp";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The image */
            200: {
                headers: {
                    ETag: string;
                    "Last-Modified": string;
                    "Cache-Control": string;
                    [name: string]: unknown;
                };
                content: {
                    "image/*": string;
                };
            };
            /** @description The part that `Range` asks for */
            206: {
                headers: {
                    ETag: string;
                    "Last-Modified": string;
                    "Cache-Control": string;
                    "Content-Range": string;
                    [name: string]: unknown;
                };
                content: {
                    "image/*": string;
                };
            };
            /** @description Not changed */
            304: {
                headers: {
                    ETag: string;
                    "Last-Modified": string;
                    "Cache-Control": string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description 4041 Not found; 4041 Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4041;
                    };
                    "text/html": string;
                };
            };
            /** @description `If-Match` names another entity tag */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `Range` begins after the end */
            416: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description 4029 Too many unknown links, try again later */
            429: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4029;
                    };
                    "text/html": string;
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                    "text/html": string;
                };
            };
            /** @description 1001 Database error; 1002 Cache error; 1003 Image processing error */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002 | 1003;
                    };
                    "text/html": string;
                };
            };
        };
    };
    readHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It runs */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            /** @description From servers in front of the service alone: the request is malformed, or its headers are too long */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It can */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
            /** @description From servers in front of the service alone: the request is malformed, or its headers are too long */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures, in the text format 0.0.4 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description 4010 Sign-in required */
            401: {
                headers: {
                    /** @description How to sign in */
                    "WWW-Authenticate": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 4010;
                    };
                };
            };
            /** @description 1000 Internal error; 1001 Database error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1000 | 1001;
                    };
                };
            };
            /** @description 1001 Database error; 1002 Cache error */
            503: {
                headers: {
                    /** @description Seconds until it may work */
                    "Retry-After": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"] & {
                        /** @enum {integer} */
                        code?: 1001 | 1002;
                    };
                };
            };
        };
    };
}
