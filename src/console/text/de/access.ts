import type { Catalogue } from '../catalogue.ts';

export const access: Catalogue['access'] = {
  title: 'Anmelden',
  registerTitle: 'Konto erstellen',
  welcome: 'Willkommen zurück.',
  registerLead: 'Sie brauchen nur einen Benutzernamen, eine E-Mail-Adresse und ein Passwort.',
  username: 'Benutzername',
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  usernameHint: '3–50 Zeichen: Buchstaben, Ziffern, Punkte, Binde- und Unterstriche.',
  emailHint: 'Nur für Sie und die Administratoren sichtbar.',
  passwordHint: '8–72 Zeichen. Ein kurzer Satz ist sicher und leicht zu merken.',
  toRegister: 'Noch kein Konto?',
  toSignIn: 'Sie haben schon ein Konto?',
  check: 'Sicherheitsprüfung',
  checkMissing: 'Schließen Sie zuerst die Prüfung ab.',
  checkExpired: 'Die Prüfung ist abgelaufen. Versuchen Sie es erneut.',
  checkFailed:
    'Die Prüfung konnte nicht geladen werden. Möglicherweise blockiert sie ein Werbeblocker oder Ihr Netzwerk.',
  checkAgain: 'Prüfung neu laden',
  lastCheck: 'Ihr Konto ist erstellt. Nach einer weiteren Prüfung sind Sie angemeldet.',
  created: 'Ihr Konto ist erstellt. Melden Sie sich an, um fortzufahren.',
  suspended: 'Dieses Konto ist gesperrt. Wenden Sie sich an einen Administrator.',
  noCookies:
    'Ihr Browser blockiert Cookies, daher können Sie nicht angemeldet bleiben. Erlauben Sie Cookies für diese Website und verwenden Sie eine https-Adresse.',
  faults: {
    username: {
      missing: 'Geben Sie Ihren Benutzernamen ein.',
      short: 'Verwenden Sie mindestens 3 Zeichen.',
      long: 'Verwenden Sie höchstens 50 Zeichen.',
      characters: 'Verwenden Sie nur Buchstaben ohne Umlaute, Ziffern und . - _',
      taken: 'Dieser Benutzername ist vergeben. Wenn es Ihrer ist, melden Sie sich an.',
      refused: 'Dieser Benutzername ist nicht erlaubt.',
    },
    email: {
      missing: 'Geben Sie Ihre E-Mail-Adresse ein.',
      form: 'Geben Sie eine gültige E-Mail-Adresse ein, z. B. name@example.org.',
      long: 'Verwenden Sie höchstens 100 Zeichen.',
      taken: 'Für diese Adresse gibt es bereits ein Konto. Wenn es Ihres ist, melden Sie sich an.',
      refused: 'Diese Adresse kann nicht verwendet werden.',
    },
    password: {
      missing: 'Geben Sie Ihr Passwort ein.',
      short: 'Verwenden Sie mindestens 8 Zeichen.',
      long: 'Verwenden Sie höchstens 72 Zeichen.',
      refused: 'Dieses Passwort kann nicht verwendet werden.',
    },
  },
};
