import type { Catalogue } from '../catalogue.ts';

export const access: Catalogue['access'] = {
  title: 'Anmelden',
  registerTitle: 'Konto erstellen',
  welcome: 'Willkommen zurück.',
  registerLead: 'Sie brauchen nur einen Benutzernamen, eine E-Mail-Adresse und ein Passwort.',
  username: 'Benutzername',
  nameOrEmail: 'Benutzername oder E-Mail-Adresse',
  nameOrEmailMissing: 'Geben Sie Ihren Benutzernamen oder Ihre E-Mail-Adresse ein.',
  newPassword: 'Neues Passwort',
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
  forgot:
    'Passwort vergessen? Bitten Sie einen Administrator dieser Website um einen Link, über den Sie ein neues festlegen. E-Mails verschickt diese Website nicht.',
  invited: 'Sie sind eingeladen. Wählen Sie einen Benutzernamen und ein Passwort.',
  inviteOnly:
    'Neue Konten gibt es nur mit Einladung. Öffnen Sie den Link, den Sie von einem Administrator dieser Website erhalten haben.',
  closed: 'Diese Website nimmt keine neuen Konten an.',
  notOpen: 'Die Registrierung ist derzeit nicht möglich.',
  invitationInvalid:
    'Diese Einladung ist ungültig: Sie ist aufgebraucht, abgelaufen oder widerrufen, oder die Registrierung ist geschlossen. Bitten Sie um eine neue.',
  resetTitle: 'Neues Passwort festlegen',
  resetLead: 'Sie werden überall abgemeldet.',
  resetSubmit: 'Passwort festlegen',
  resetDone: 'Ihr neues Passwort ist festgelegt. Melden Sie sich damit an.',
  resetInvalid:
    'Dieser Link ist ungültig. Er funktioniert nur einmal, innerhalb einer Stunde und solange kein neuerer erstellt wurde. Bitten Sie einen Administrator um einen neuen.',
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
