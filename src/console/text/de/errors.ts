import * as codes from '../../../shared/error-codes.ts';
import type { Catalogue } from '../catalogue.ts';

export const errors: Catalogue['errors'] = {
  [codes.INTERNAL_ERROR]: 'Bei uns ist ein Fehler aufgetreten. Er wurde protokolliert.',
  [codes.DATABASE_ERROR]: 'Der Dienst antwortet nicht. Versuchen Sie es gleich noch einmal.',
  [codes.CACHE_ERROR]: 'Der Dienst ist nicht bereit. Versuchen Sie es gleich noch einmal.',
  [codes.IMAGE_PROCESSING_FAILED]: 'Dieses Foto konnte nicht verarbeitet werden.',
  [codes.CAPTCHA_UNAVAILABLE]:
    'Die Sicherheitsprüfung antwortet nicht. Versuchen Sie es gleich noch einmal.',
  [codes.WRONG_CREDENTIALS]: 'Benutzername oder Passwort ist falsch.',
  [codes.TOO_MANY_ATTEMPTS]: 'Zu viele Versuche.',
  [codes.CAPTCHA_FAILED]: 'Die Sicherheitsprüfung ist fehlgeschlagen. Versuchen Sie es erneut.',
  [codes.TOO_MANY_BOOTSTRAPS]: 'Dieses Gerät meldet sich zu oft an.',
  [codes.TOO_MANY_ERROR_REPORTS]: 'Zu viele Fehlerberichte.',
  [codes.INVALID_PARAMETER]: 'Einer der Werte ist ungültig.',
  [codes.INVALID_ID]: 'Es wurde keine Datei ausgewählt oder der Link ist falsch.',
  [codes.BODY_TOO_LARGE]: 'Das ist zu groß.',
  [codes.UNSUPPORTED_TYPE]:
    'Dateityp nicht unterstützt. Wählen Sie ein JPEG, PNG, WebP, AVIF oder nicht animiertes GIF.',
  [codes.TOO_MANY_FILES]: 'Nur eine Datei auf einmal.',
  [codes.INVALID_UPLOAD]:
    'Der Upload war ungültig. Laden Sie die Seite neu und versuchen Sie es erneut.',
  [codes.UPLOAD_INTERRUPTED]: 'Der Upload wurde unterbrochen.',
  [codes.PART_HASH_MISMATCH]: 'Ein Teil des Uploads wurde bei der Übertragung beschädigt.',
  [codes.PART_GEOMETRY_MISMATCH]: 'Ein Teil des Uploads hat unerwartete Abmessungen.',
  [codes.IMAGE_TOO_LARGE]: 'Das Foto hat zu viele Pixel.',
  [codes.SIGN_IN_REQUIRED]: 'Melden Sie sich an, um fortzufahren.',
  [codes.SESSION_EXPIRED]: 'Ihre Sitzung ist abgelaufen. Melden Sie sich erneut an.',
  [codes.QUOTA_EXHAUSTED]: 'Ihr Speicher ist voll. Geben Sie zuerst Speicherplatz frei.',
  [codes.TOO_MANY_REQUESTS]: 'Zu viele Anfragen.',
  [codes.PERMISSION_DENIED]: 'Dazu fehlt Ihnen die Berechtigung.',
  [codes.ACCESS_FORBIDDEN]: 'Sie haben darauf keinen Zugriff.',
  [codes.ADMIN_WEB_ONLY]: 'Die Verwaltung ist nur im Web verfügbar.',
  [codes.IDENTITY_TOKEN_REFUSED]: 'Dieses Token kann nicht zur Anmeldung verwendet werden.',
  [codes.REGISTRATION_WEB_ONLY]: 'Die Registrierung ist nur im Web möglich.',
  [codes.CSRF_TOKEN_MISSING]:
    'Sicherheitsprüfung der Seite fehlgeschlagen. Laden Sie die Seite neu.',
  [codes.CSRF_TOKEN_INVALID]: 'Diese Seite ist abgelaufen. Versuchen Sie es erneut.',
  [codes.IMAGE_TOKEN_INVALID]: 'Dieser Link ist ungültig oder abgelaufen.',
  [codes.ACCOUNT_LOCKED]:
    'Dieses Konto ist zur Löschung vorgemerkt; seine Fotos können nicht geändert werden.',
  [codes.DOWNLOAD_ALLOWANCE_EXHAUSTED]:
    'Alle vor der Löschung erlaubten Downloads sind aufgebraucht.',
  [codes.NOTIFICATION_NOT_FOUND]: 'Diese Mitteilung gibt es nicht mehr.',
  [codes.NOT_FOUND]: 'Nicht gefunden. Möglicherweise wurde es gelöscht.',
  [codes.IMAGE_TOKEN_REVOKED]: 'Dieser Link wurde widerrufen.',
  [codes.UPLOAD_NOT_FOUND]: 'Dieser Upload ist abgelaufen.',
  [codes.NONCE_REPLAYED]: 'Diese Anfrage wurde bereits gesendet.',
  [codes.UPLOAD_CONFLICT]: 'Der Upload hat sich inzwischen geändert.',
  [codes.PARTS_INCOMPLETE]: 'Teile des Uploads fehlen.',
  [codes.IMAGE_IN_WORK]: 'Dieses Foto wird noch verarbeitet. Versuchen Sie es gleich noch einmal.',
  [codes.STORAGE_PATH_IN_USE]: 'Der alte Speicherort wird noch verwendet.',
  [codes.ACCOUNT_STATE_CONFLICT]:
    'Der Status des Kontos hat sich geändert. Laden Sie die Seite neu.',
  [codes.CLIENT_TOO_OLD]: 'Diese App ist veraltet. Aktualisieren Sie sie.',
  [codes.RECIPE_UNSUPPORTED]: 'Diese Seite ist veraltet. Laden Sie sie neu.',
  [codes.PIPELINE_2_REQUIRED]: 'Diese Seite ist veraltet. Laden Sie sie neu.',
  [codes.UPLOAD_CAPACITY_EXHAUSTED]: 'Zu viele Uploads gleichzeitig.',
  [codes.STORAGE_PRESSURE]: 'Der Dienst hat derzeit keinen Speicherplatz mehr.',
  [codes.UPLOADS_DISABLED]: 'Uploads sind derzeit deaktiviert.',
};
