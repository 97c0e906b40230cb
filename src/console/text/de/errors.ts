import * as codes from '../../../shared/error-codes.ts';
import type { Catalogue } from '../catalogue.ts';

export const errors: Catalogue['errors'] = {
  [codes.INTERNAL_ERROR]: 'Bei uns ist etwas schiefgegangen. Es ist vermerkt.',
  [codes.DATABASE_ERROR]: 'Die Datenbank antwortet nicht. Versuchen Sie es gleich noch einmal.',
  [codes.CACHE_ERROR]: 'Der Dienst ist nicht bereit. Versuchen Sie es gleich noch einmal.',
  [codes.IMAGE_PROCESSING_FAILED]: 'Dieses Bild ließ sich nicht verarbeiten.',
  [codes.CAPTCHA_UNAVAILABLE]:
    'Die Prüfung, ob Sie ein Mensch sind, antwortet nicht. Versuchen Sie es gleich noch einmal.',
  [codes.WRONG_CREDENTIALS]: 'Benutzername oder Passwort ist falsch.',
  [codes.TOO_MANY_ATTEMPTS]: 'Zu viele Versuche.',
  [codes.CAPTCHA_FAILED]:
    'Die Prüfung, ob Sie ein Mensch sind, ist nicht gelungen. Machen Sie sie noch einmal.',
  [codes.TOO_MANY_BOOTSTRAPS]: 'Dieses Gerät öffnet zu oft Sitzungen.',
  [codes.TOO_MANY_ERROR_REPORTS]: 'Zu viele Fehlermeldungen.',
  [codes.INVALID_PARAMETER]: 'Einer der Werte ist nicht erlaubt.',
  [codes.INVALID_ID]: 'Es wurde keine Datei gewählt, oder die Adresse stimmt nicht.',
  [codes.BODY_TOO_LARGE]: 'Das ist größer, als der Dienst annimmt.',
  [codes.UNSUPPORTED_TYPE]:
    'Diese Art Datei wird nicht angenommen: Wählen Sie ein JPEG, PNG, WebP, AVIF oder GIF, das sich nicht bewegt.',
  [codes.TOO_MANY_FILES]: 'Nur eine Datei auf einmal.',
  [codes.INVALID_UPLOAD]:
    'Das Hochladen wurde nicht verstanden. Laden Sie die Seite neu und versuchen Sie es noch einmal.',
  [codes.UPLOAD_INTERRUPTED]: 'Das Hochladen ist abgebrochen.',
  [codes.PART_HASH_MISMATCH]: 'Ein Teil wurde unterwegs beschädigt.',
  [codes.PART_GEOMETRY_MISMATCH]: 'Ein Teil hat nicht die angekündigte Größe.',
  [codes.IMAGE_TOO_LARGE]: 'Das Bild hat mehr Pixel, als der Dienst annimmt.',
  [codes.SIGN_IN_REQUIRED]: 'Melden Sie sich an, um fortzufahren.',
  [codes.SESSION_EXPIRED]: 'Ihre Sitzung ist abgelaufen. Melden Sie sich wieder an.',
  [codes.QUOTA_EXHAUSTED]: 'Ihr Speicher ist voll. Löschen Sie zuerst etwas.',
  [codes.TOO_MANY_REQUESTS]: 'Sie tun das zu oft.',
  [codes.PERMISSION_DENIED]: 'Das dürfen Sie nicht.',
  [codes.ACCESS_FORBIDDEN]: 'Das gehört jemand anderem, oder das Konto hat zu viele Geräte.',
  [codes.ADMIN_WEB_ONLY]: 'Verwaltet wird nur im Web.',
  [codes.IDENTITY_TOKEN_REFUSED]: 'Mit diesem Schlüssel kann man sich nicht anmelden.',
  [codes.REGISTRATION_WEB_ONLY]: 'Konten werden im Web angelegt.',
  [codes.CSRF_TOKEN_MISSING]: 'Die Anfrage war nicht geschützt. Laden Sie die Seite neu.',
  [codes.CSRF_TOKEN_INVALID]:
    'Der Schutz dieser Seite ist abgelaufen. Versuchen Sie es noch einmal.',
  [codes.IMAGE_TOKEN_INVALID]: 'Der Link zu diesem Bild ist falsch oder abgelaufen.',
  [codes.ACCOUNT_LOCKED]:
    'Dieses Konto soll gelöscht werden: Bis das zurückgenommen ist, lassen sich seine Bilder nicht ändern.',
  [codes.DOWNLOAD_ALLOWANCE_EXHAUSTED]:
    'Dieses Konto hat alles heruntergeladen, was es vor seiner Löschung darf.',
  [codes.NOTIFICATION_NOT_FOUND]: 'Diese Mitteilung ist fort.',
  [codes.NOT_FOUND]: 'Das ist fort oder war nie da.',
  [codes.IMAGE_TOKEN_REVOKED]: 'Dieser Link wurde widerrufen.',
  [codes.UPLOAD_NOT_FOUND]: 'Dieser Vorgang ist abgelaufen.',
  [codes.NONCE_REPLAYED]: 'Das wurde schon einmal gesendet.',
  [codes.UPLOAD_CONFLICT]: 'Der Vorgang hat sich inzwischen geändert.',
  [codes.PARTS_INCOMPLETE]: 'Es fehlen Teile.',
  [codes.IMAGE_IN_WORK]:
    'An diesem Bild wird noch gearbeitet. Versuchen Sie es gleich noch einmal.',
  [codes.STORAGE_PATH_IN_USE]: 'Dateien beziehen sich noch auf den alten Speicherort.',
  [codes.ACCOUNT_STATE_CONFLICT]:
    'Das Konto ist inzwischen in einem anderen Zustand. Laden Sie die Seite neu.',
  [codes.CLIENT_TOO_OLD]: 'Dieses Programm ist zu alt für den Dienst.',
  [codes.RECIPE_UNSUPPORTED]: 'Diese Seite ist älter als der Dienst. Laden Sie sie neu.',
  [codes.PIPELINE_2_REQUIRED]:
    'Der Dienst nimmt Bilder inzwischen auf anderem Weg an. Laden Sie die Seite neu.',
  [codes.UPLOAD_CAPACITY_EXHAUSTED]: 'Zu viel auf einmal.',
  [codes.STORAGE_PRESSURE]: 'Der Dienst hat gerade keinen Platz für neue Bilder.',
  [codes.UPLOADS_DISABLED]: 'Das Hochladen ist gerade abgeschaltet.',
};
