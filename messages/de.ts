import { countryName } from '../contract/language/country-name.ts';
import type { Messages } from '../contract/language/messages.ts';
import { plural } from '../contract/language/plural.ts';
import { utcTime } from '../contract/language/utc-time.ts';

export const shared: Messages['shared'] = {
  language: 'Sprache',
  theme: 'Design',
  systemTheme: 'Design des Systems',
  lightTheme: 'Helles Design',
  darkTheme: 'Dunkles Design',
  supportContact: 'So erreichen Sie das Support-Team von <organisation/>: <contact/>',

  loading: 'Wird geladen …',
  close: 'Schließen',
  cancel: 'Abbrechen',
  tryAgain: 'Erneut versuchen',
  pleaseTryAgain: 'Bitte versuchen Sie es erneut',
  pleaseTryAgainLater: 'Bitte versuchen Sie es gleich noch einmal.',
  copied: 'Kopiert',
  copyFailed: 'Kopieren nicht möglich. Markieren Sie stattdessen den Text.',
  toasts: { label: 'Benachrichtigungen (F8)', close: 'Benachrichtigung schließen' },
  passwordField: {
    show: (field) => `„${field}“ anzeigen`,
    hide: (field) => `„${field}“ verbergen`,
    capsLock: 'Die Feststelltaste ist aktiviert',
  },
  timeAgo: {
    now: 'gerade eben',
    minutes: (minutes) => `vor ${minutes} Min.`,
    hours: (hours) => `vor ${hours} Std.`,
    days: (days) => plural('de', days, { one: 'vor # Tag', other: 'vor # Tagen' }),
  },
  captcha: {
    label: 'Ich bin kein Roboter',
    verifying: 'Wird geprüft …',
    slow: 'Die Prüfung läuft noch, das kann eine Minute dauern',
    verified: 'Geprüft',
    expired: 'Abgelaufen, bitte erneut bestätigen',
    failed: 'Prüfung nicht möglich, bitte erneut versuchen',
    loading: 'Das Captcha wird geladen …',
    blocked: 'Das Captcha konnte nicht geladen werden. Prüfen Sie Ihre Verbindung und Ihren Werbeblocker.',
  },
  passkeyNotUsed: 'Der Passkey wurde nicht verwendet. Versuchen Sie es erneut oder wählen Sie einen anderen Weg.',

  unreachable: 'Der Server ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
  unwell: 'Der Server konnte nicht antworten. Bitte versuchen Sie es gleich noch einmal.',
  notLoaded: {
    title: 'Diese Seite kann nicht geladen werden',
    description: 'Vielleicht wurde das Portal aktualisiert, oder Sie sind offline.',
    reload: 'Neu laden',
    overlayTitle: 'Das kann nicht geöffnet werden',
    overlayDescription: 'Vielleicht wurde das Portal aktualisiert, oder Sie sind offline. Laden Sie die Seite neu.',
  },
  needsScript: 'Dieses Portal benötigt JavaScript. Bitte schalten Sie es ein und laden Sie die Seite neu.',
};

export const guest: Messages['guest'] = {
  failed: { title: 'Fehler', unknown: 'Es ist ein Fehler aufgetreten' },
  offline: {
    page: 'Sie sind offline. Hier geht es weiter, sobald Sie wieder online sind.',
    unsent: 'Sie sind offline. Wir senden Ihre Eingabe, sobald Sie wieder online sind.',
  },

  title: 'Willkommen',
  introduction:
    'Geben Sie Ihre E-Mail-Adresse ein. Wir senden Ihnen einen Code, mit dem Sie bestätigen, dass die Adresse Ihnen gehört.',
  haveAccount: 'Haben Sie ein Konto? <link>Anmelden</link>',
  email: { label: 'E-Mail-Adresse*', hint: 'Zum Beispiel name@example.com' },
  continue: 'Weiter',
  sending: 'Wird gesendet …',
  suggestion: {
    question: 'Meinten Sie <email/>?',
    accept: 'Ja, <domain/> verwenden',
    decline: 'Nein, bei <domain/> bleiben',
  },
  codeSent: { title: 'Code gesendet', description: 'Wir haben Ihnen einen Bestätigungscode per E-Mail gesendet' },
  codeResent: {
    title: 'Neuer Code gesendet',
    description: 'Wir haben Ihnen einen neuen Bestätigungscode per E-Mail gesendet',
  },

  help: {
    label: 'Hilfe',
    need: 'Ich brauche Hilfe',
    unavailable: 'Die Auswahl konnte nicht geladen werden. Bitte versuchen Sie es erneut.',
    title: 'Wobei brauchen Sie Hilfe?',
    description: 'Wählen Sie eine Antwort. Sie müssen nichts eintippen.',
    reasons: {
      no_mail: 'Ich habe die E-Mail nicht erhalten',
      wrong_address: 'Meine Adresse ist falsch',
      code_refused: 'Mein Code wird nicht angenommen',
      told_to_come: 'Jemand hat mir gesagt, ich soll hierherkommen',
    },
    toldToCome:
      'Niemand von <organisation/> fragt per Telefon oder Chat nach Codes. Wenn Ihnen jemand gesagt hat, Sie sollen hierherkommen, beenden Sie den Anruf oder Chat und schließen Sie diese Seite.',
    close: 'Schließen',
    asked: 'Wir haben das Support-Team informiert.',
    attended: 'Das Support-Team hilft Ihnen gerade.',
    chosen: (reason) =>
      `Sie haben „${reason}“ gewählt. Bitte lassen Sie diese Seite geöffnet. Die Antwort sehen Sie hier.`,
    withdraw: 'Ich brauche keine Hilfe mehr',
    chooseOther: 'Etwas anderes wählen',
  },

  prompt: {
    sender: 'Nachricht vom Support-Team von <organisation/>',
    titles: { email: 'E-Mail-Adresse erforderlich', code: 'Bestätigungscode' },
    warning: 'Nur der Code aus unserer E-Mail (<sender/>) gehört hierher. Verraten Sie Ihren Code niemals jemandem.',
    close: 'Verstanden',
  },
  redirect: {
    moved: 'Das Support-Team hat Sie hierher weitergeleitet',
    emailFirst:
      'Das Support-Team möchte, dass Sie Ihren Code eingeben. Bitte geben Sie zuerst Ihre E-Mail-Adresse ein.',
    unknownHere: 'Wir konnten Ihre Code-Anforderung nicht finden. Bitte geben Sie Ihre E-Mail-Adresse erneut ein.',
    dismiss: 'Hinweis schließen',
  },

  link: {
    title: 'Bestätigung',
    verifying: { title: 'Wird geprüft …', description: 'Das dauert einen Moment.' },
    verified: 'Bestätigung erfolgreich!',
    access: 'Sie haben jetzt Zugang zu <organisation/>',
    redirecting: (seconds) =>
      plural('de', seconds, {
        one: 'Sie werden in # Sekunde weitergeleitet …',
        other: 'Sie werden in # Sekunden weitergeleitet …',
      }),
    failed: 'Bestätigung fehlgeschlagen',
    invalid: 'Bestätigungstoken ungültig',
    invalidOrExpired: 'Token ungültig oder abgelaufen',
    unreachable: 'Es ist ein Netzwerkfehler aufgetreten',
    askForNew:
      'Ein Link funktioniert nur einmal und nur für kurze Zeit. Bitte fordern Sie dort einen neuen an, wo Sie diesen erhalten haben.',
    incomplete: 'Dieser Link ist unvollständig',
    openWhole:
      'Ein Teil Ihres Links fehlt. Bitte öffnen Sie den ganzen Link: Manche E-Mail-Apps schneiden einen langen Link am Zeilenende ab.',
    noToken: 'Kein Bestätigungstoken angegeben',
    missingToken: 'Token-Parameter fehlt',
    retry: 'Bestätigung erneut versuchen',
    continueWithout: 'Ohne den Link fortfahren',
  },
  notFound: {
    title: 'Seite nicht gefunden',
    description: 'Die gesuchte Seite gibt es nicht oder sie wurde verschoben.',
  },
};

export const guestLater: Messages['guestLater'] = {
  code: {
    title: 'Code eingeben',
    heading: 'Sehen Sie in Ihrem Postfach nach',
    undelivered: 'Wir konnten Ihren Code nicht zustellen',
    label: 'Code eingeben*',
    hint: (digits) => `Die ${digits} Ziffern aus unserer E-Mail`,
    verifying: 'Wird geprüft …',
    expired: 'Code abgelaufen',
    expiredProblem: 'Dieser Code ist abgelaufen. Bitte fordern Sie einen neuen an.',
    expiredToast: {
      title: 'Code abgelaufen',
      description: 'Ihr Bestätigungscode ist abgelaufen. Bitte fordern Sie einen neuen an.',
    },
    tooManyWrong: 'Zu viele falsche Codes. Bitte fordern Sie einen neuen an.',
    verified: { title: 'Geschafft', description: 'Ihre E-Mail-Adresse ist bestätigt' },
    failed: 'Bestätigung fehlgeschlagen',
  },
  sentTo: {
    unknown: 'Ihr Code für <email/>',
    sending: 'Wir senden einen Code an <email/>',
    sent: (time) => `Um ${time} Uhr haben wir einen Code gesendet an <email/>`,
    undelivered: 'Sie haben eingegeben: <email/>',
    edit: 'Ändern',
    correct: 'Adresse korrigieren',
  },
  usual: {
    seconds: (seconds) =>
      plural('de', seconds, {
        one: 'E-Mails an <domain/> brauchen heute meist etwa # Sekunde.',
        other: 'E-Mails an <domain/> brauchen heute meist etwa # Sekunden.',
      }),
    minute: 'E-Mails an <domain/> brauchen heute meist etwa eine Minute.',
    minutes: (minutes) =>
      plural('de', minutes, {
        one: 'E-Mails an <domain/> brauchen heute meist etwa # Minute.',
        other: 'E-Mails an <domain/> brauchen heute meist etwa # Minuten.',
      }),
  },
  undelivered: {
    delayed: 'E-Mails an <domain/> verzögern sich. Wir versuchen es weiter und informieren Sie auf dieser Seite.',
    expired: (minutes) =>
      plural('de', minutes, {
        one: 'Wir konnten die E-Mail innerhalb von # Minute nicht senden. Fordern Sie einen neuen Code an oder verwenden Sie eine andere Adresse.',
        other:
          'Wir konnten die E-Mail innerhalb von # Minuten nicht senden. Fordern Sie einen neuen Code an oder verwenden Sie eine andere Adresse.',
      }),
    bounced: (reason) => `Unsere E-Mail kam zurück. ${reason}`,
    reasons: {
      no_mailbox: 'Bei <domain/> gibt es kein Postfach mit diesem Namen. Prüfen Sie die Adresse auf Tippfehler.',
      mailbox_full:
        'Dieses Postfach ist voll. Schaffen Sie Platz und fordern Sie einen neuen Code an, oder verwenden Sie eine andere Adresse.',
      no_domain: '<domain/> kann keine E-Mails empfangen. Prüfen Sie den Teil nach dem @.',
      no_smtputf8:
        'An Namen mit diesen Buchstaben können wir bei <domain/> keine E-Mails senden. Verwenden Sie eine andere Adresse.',
      blocked: '<domain/> nimmt keine E-Mails von uns an. Verwenden Sie eine andere Adresse.',
      other: '<domain/> hat unsere E-Mail abgelehnt. Prüfen Sie die Adresse oder verwenden Sie eine andere.',
    },
  },
  timer: {
    label: 'Verbleibende Zeit für diesen Code',
    soon: 'noch weniger als eine Minute',
    minutes: (minutes) => plural('de', minutes, { one: 'noch etwa # Minute', other: 'noch etwa # Minuten' }),
    expiresSoon: 'Der Code läuft in weniger als einer Minute ab.',
    expired: 'Der Code ist abgelaufen. Bitte fordern Sie einen neuen an.',
  },
  resend: {
    send: 'Neuen Code senden',
    noEmail: 'Keine E-Mail erhalten? <resend>Erneut senden</resend>',
    isAddressRight: 'Stimmt die Adresse? <resend>Erneut senden</resend>',
    wait: {
      sentence: 'Sie können in <time/> einen neuen Code anfordern',
      soon: 'weniger als einer Minute',
      minutes: (minutes) => plural('de', minutes, { one: 'ungefähr # Minute', other: 'ungefähr # Minuten' }),
    },
    possible: 'Sie können jetzt einen neuen Code anfordern.',
    checkSpam: 'Noch keine E-Mail da? Bitte sehen Sie in Ihrem Spam-Ordner nach. Die E-Mail kommt von <sender/>',
  },
  safety: {
    label: 'Sicherheit',
    onlyOurs: 'Geben Sie nur den Code ein, den wir Ihnen per E-Mail gesendet haben. Er kommt von <sender/>',
    neverTell:
      'Geben Sie niemals Codes anderer Dienste ein. Verraten Sie Ihren Code niemals jemandem: Niemand von <organisation/> wird Sie dazu auffordern.',
  },
  processing: {
    title: 'Ihre Anfrage wird bearbeitet',
    description: 'Wir prüfen Ihren Code. Bitte lassen Sie diese Seite geöffnet.',
    almostDone: 'Fast fertig',
    timeLeft: 'Verbleibende Zeit',
    clock: (seconds) => `${seconds} s`,
    secondsLeft: (seconds) => plural('de', seconds, { one: 'noch # Sekunde', other: 'noch # Sekunden' }),
  },

  confirmed: {
    label: 'Bestätigt',
    title: 'E-Mail-Adresse bestätigt',
    email: '<email/> ist für <organisation/> bestätigt.',
    unnamed: 'Ihre Adresse ist für <organisation/> bestätigt.',
    leave: 'Weiter zu <host/>',
    orClose: 'Oder schließen Sie diese Seite. Es ist alles erledigt.',
    close: 'Es ist alles erledigt. Sie können diese Seite schließen.',
    another: 'Weitere Adresse bestätigen',
    myData: 'Ansehen oder löschen, was über Sie gespeichert ist',
  },
  site: {
    purpose: 'Die Adresse, die Sie hier bestätigen, wird an <host/> übermittelt.',
    done: '<host/> hat Ihre Adresse erhalten. Sie können dieses Fenster schließen.',
  },
  halted: {
    title: 'Bitte machen Sie hier nicht weiter',
    nobodyAsks: 'Niemand von <organisation/> fragt per Telefon oder Chat nach Codes.',
    explanation:
      'Wenn Ihnen jemand gesagt hat, Sie sollen diese Seite öffnen, hier etwas eingeben oder ihm einen Code geben, machen Sie nicht weiter. Diese Person versucht möglicherweise, in eines Ihrer Konten zu gelangen.',
    whatToDo: 'Was Sie tun sollten',
    endCall: 'Beenden Sie den Anruf oder Chat.',
    closePage: 'Schließen Sie diese Seite.',
    tellNobody: 'Verraten Sie niemandem einen Code, den Sie per E-Mail, SMS oder App erhalten haben.',
    changePassword:
      'Wenn Sie jemandem einen Code oder ein Passwort verraten haben, ändern Sie das Passwort jetzt und rufen Sie das Unternehmen an, zu dem der Code oder das Passwort gehört. Suchen Sie die Nummer selbst heraus.',
    warned: 'Wir haben die Admins von <organisation/> gewarnt.',
    untilYouGoOn:
      'Bis Sie sich zum Weitermachen entscheiden, kann das Support-Team Ihnen keine Nachrichten anzeigen und Sie nicht auf eine andere Seite weiterleiten.',
    goOn: 'Verstanden, weitermachen',
  },
  exit: {
    thanks: 'Vielen Dank',
    confirmed: 'Ihre E-Mail-Adresse ist bestätigt.',
    ended: 'Bestätigung beendet',
    leavingFor: 'Sie verlassen dieses Portal und gehen zu <host/>',
    end: 'Die Bestätigung ist hier zu Ende.',
    stay: 'Hierbleiben',
    tryAgain: 'Erneut versuchen',
    failed: 'Bitte versuchen Sie es gleich noch einmal.',
    stillHere: {
      title: 'Sie sind noch hier',
      description: 'Die Seite, die sich öffnen sollte, wird nicht mehr verwendet.',
    },
    closed: { title: 'Sie können diese Seite schließen', description: 'Hier ist nichts mehr zu tun.' },
  },
};

export const myData: Messages['myData'] = {
  title: 'Ihre Daten',
  introduction: 'Das speichert <organisation/> zu <email/>.',
  timeLeft: (minutes) =>
    plural('de', minutes, {
      one: 'Zu Ihrer Sicherheit schließt sich diese Seite in # Minute.',
      other: 'Zu Ihrer Sicherheit schließt sich diese Seite in # Minuten.',
    }),
  failed: 'Ihre Daten konnten nicht geladen werden',
  nothing: 'Zu <email/> ist nichts gespeichert.',
  cut: 'Es gibt mehr, als hier gezeigt wird.',
  account:
    'Zu dieser Adresse gibt es auch ein Konto. Es wird hier weder gezeigt noch gelöscht. <link>Melden Sie sich an</link>, um es zu sehen.',
  held: (day) =>
    `Aus rechtlichen Gründen müssen wir das bis zum ${day} aufbewahren. Vorher können Sie es nicht löschen.`,
  kinds: {
    registrations: 'Registrierung',
    verified: 'Bestätigte Adresse',
    codes: 'Anforderungen eines Codes',
    visits: 'Besuche',
    help: 'Bitten um Hilfe',
    messages: 'Nachrichten des Support-Teams',
    log: 'Protokolleinträge',
    audit: 'Einträge im Prüfprotokoll',
    notifications: 'Hinweise an das Support-Team',
    emails: 'E-Mails an Sie',
    webhooks: 'Meldungen an andere Systeme',
  },
  about: {
    registrations: 'Ein neues Konto, das auf Ihre Bestätigung wartet.',
    verified: 'Zeigt, dass die Adresse Ihnen gehört.',
    codes: 'Die Adresse, die Sie eingegeben haben, und wann. Den Code kann niemand lesen.',
    visits: 'Ihr Browser, Ihre IP-Adresse, der ungefähre Ort und die Seite.',
    help: 'Worum Sie das Support-Team gebeten haben.',
    messages: 'Was das Support-Team Ihnen hier gezeigt hat.',
    log: 'Was hier wann geschehen ist, für die Sicherheit.',
    audit: 'Was das Support-Team getan hat und Sie betrifft.',
    notifications: 'Was dem Support-Team über Ihren Besuch gemeldet wurde.',
    emails: 'Wann wir Ihnen geschrieben haben und ob es ankam, ohne den Text.',
    webhooks: 'Das Ergebnis, für das System, das Sie hierhergeschickt hat.',
  },
  fields: {
    username: 'Benutzername',
    firstName: 'Vorname',
    lastName: 'Nachname',
    email: 'E-Mail-Adresse',
    guestId: 'Browser-ID',
    ipAddress: 'IP-Adresse',
    location: 'Ort',
    device: 'Gerät',
    language: 'Sprache',
    page: 'Seite',
    views: 'Seitenaufrufe',
    action: 'Aktion',
    kind: 'Art',
    title: 'Titel',
    text: 'Text',
    reason: 'Grund',
    details: 'Einzelheiten',
    outcome: 'Ergebnis',
    tries: 'Versuche',
    state: 'Zustand',
    destination: 'Ziel',
    token: 'Link-ID',
    organisationId: 'ID im anderen System',
    claims: 'Vom anderen System',
    helped: 'Hilfe vom Support-Team',
    at: 'Zeit',
    createdAt: 'Erstellt',
    seenAt: 'Zuletzt gesehen',
    expiresAt: 'Läuft ab',
    usedAt: 'Benutzt',
    sentAt: 'Gesendet',
    verifiedAt: 'Bestätigt',
    deliveredAt: 'Zugestellt',
    haltedAt: 'Von Ihnen angehalten',
    bouncedAt: 'Unzustellbar',
  },
  download: 'Als Seite herunterladen',
  downloadJson: 'Für Programme herunterladen (JSON)',
  made: (time) => `Erstellt am ${time}`,
  erase: 'Alles löschen',
  erasing: {
    title: 'Alles löschen?',
    description: 'Alles, was zu <email/> gespeichert ist, wird gelöscht. Das lässt sich nicht rückgängig machen.',
    elsewhere: 'Das betrifft nur dieses Portal. Zu Daten in anderen Systemen fragen Sie bitte <organisation/>.',
    confirm: 'Endgültig löschen',
    failed: 'Ihre Daten konnten nicht gelöscht werden',
  },
  stays: {
    title: 'Was bleibt',
    audit:
      'Aufzeichnungen darüber, was das Support-Team getan hat. Ein zufälliger Name, der nirgendwohin führt, ersetzt Ihren.',
    halt: 'Ihre Warnung, dass Ihnen jemand gesagt hat, Sie sollen hierherkommen. Sie schützt Sie, bis Sie weitermachen.',
    account: 'Daten, die zum Konto mit dieser Adresse gehören.',
    'staff-work': 'Aufzeichnungen über Ihre eigene Arbeit im Support-Team.',
    until: (day) => `Wir entfernen das am ${day}.`,
  },
  erased: {
    title: 'Ihre Daten sind gelöscht',
    description: 'Was zu <email/> gespeichert war, ist weg. Sie können diese Seite schließen.',
  },
  over: { title: 'Bitte bestätigen Sie Ihre Adresse', confirm: 'Adresse bestätigen' },
};

export const signIn: Messages['signIn'] = {
  title: 'Anmelden',
  adminTitle: 'Admin-Anmeldung',

  reasons: {
    signedOut: 'Sie wurden abgemeldet. Bitte melden Sie sich erneut an.',
    reLogin: 'Bitte melden Sie sich zu Ihrer Sicherheit erneut an.',
  },
  user: {
    heading: 'Benutzerportal',
    subtitle: 'Benutzeranmeldung',
    login: 'Anmelden',
    register: 'Registrieren',
    submit: 'Anmelden',
    pending: 'Anmeldung läuft …',
    done: 'Sie sind jetzt angemeldet',
    failed: 'Anmeldung fehlgeschlagen',
    refused: 'Benutzername oder Passwort ungültig',
    forgotPassword:
      'Das Support-Team kann Ihnen ein temporäres Passwort geben. Damit melden Sie sich an und wählen dann ein neues.',
  },
  admin: {
    heading: 'Admin-Bereich',
    subtitle: 'Zugang nur für Admins',
    submit: 'Admin-Bereich öffnen',
    pending: 'Anmeldung läuft …',
    done: 'Sie sind jetzt als Admin angemeldet',
    failed: 'Admin-Anmeldung fehlgeschlagen',
    refused: 'Admin-Zugangsdaten ungültig',
    forgotPassword:
      'Ein anderer Admin kann Ihnen in der Benutzerverwaltung („User Management“) ein temporäres Passwort geben. Wenn es keinen anderen Admin gibt, kann das die Person, die den Server betreibt, mit „<command/>“.',
    backToUserLogin: 'Zurück zur Benutzeranmeldung',
  },
  denied: {
    pageTitle: 'Admin-Bereich',
    title: 'Zugriff verweigert',
    loading: 'Admin-Bereich wird geladen …',
    redirecting: 'Admin-Zugang erforderlich. Sie werden weitergeleitet …',
    privilegesRequired: 'Admin-Rechte erforderlich',
    role: 'Aktuelle Rolle: Benutzer',
  },
  username: 'Benutzername',
  password: 'Passwort',
  enterUsername: 'Geben Sie Ihren Benutzernamen ein',
  enterPassword: 'Geben Sie Ihr Passwort ein',
  forgotPassword: 'Passwort vergessen?',
  withPasskey: 'Mit Passkey anmelden',
  or: 'oder',
  withSso: 'Mit Single Sign-on anmelden',

  secondStep: {
    title: 'Noch ein Schritt',
    description: 'Ihr Passwort stimmt. Bestätigen Sie jetzt, dass Sie es sind.',
    usePasskey: 'Passkey verwenden',
    appCode: 'Code aus Ihrer App',
    recoveryCode: 'Wiederherstellungscode',
    worksOnce: 'Jeder Code funktioniert nur einmal',
    continue: 'Weiter',
    checking: 'Wird geprüft …',
    useRecoveryCode: 'Stattdessen Wiederherstellungscode verwenden',
    useAppCode: 'Code aus Ihrer App verwenden',
    startOver: 'Von vorn beginnen',
  },

  noRegistration: {
    title: 'Konten werden vom Support-Team erstellt',
    description:
      'Wenn Sie ein Konto möchten, wenden Sie sich bitte mit Ihrem Namen und Ihrer E-Mail-Adresse an das Support-Team. Es erstellt das Konto für Sie und sendet Ihnen, was Sie zum Anmelden brauchen.',
    copyContact: 'Support-Kontakt kopieren',
  },
  register: {
    email: 'E-Mail-Adresse',
    emailHint: 'Zur Bestätigung senden wir Ihnen einen Code per E-Mail',
    firstName: 'Vorname',
    lastName: 'Nachname',
    optional: 'Optional',
    passwordHint: (least) => plural('de', least, { one: 'Mindestens # Zeichen', other: 'Mindestens # Zeichen' }),
    submit: 'Konto erstellen',
    pending: 'Konto wird erstellt …',
    haveCode: 'Haben Sie einen Code aus unserer E-Mail? <link>E-Mail-Adresse bestätigen</link>',
    done: 'Ihr Konto wurde erstellt',
    doneUnverified: {
      title: 'Registrierung erfolgreich',
      description: 'Bitte sehen Sie in Ihrem Postfach nach, um Ihr Konto zu bestätigen.',
    },
    failed: 'Registrierung fehlgeschlagen',
    failedReason: 'Das Konto konnte nicht erstellt werden',
  },
  verifyEmail: {
    title: 'E-Mail-Adresse bestätigen',
    subtitle: 'Noch ein Schritt bis zu Ihrem Konto',
    backToLogin: 'Zurück zur Anmeldung',
    sentTo: 'Wir haben eine E-Mail gesendet an <email/>',
    enterCode: 'Geben Sie den Code aus unserer E-Mail ein oder öffnen Sie den Link darin.',
    code: 'Bestätigungscode',
    codeHint: 'Der Link in unserer E-Mail trägt ihn ein',
    codeFilledIn: 'Durch den geöffneten Link eingetragen',
    codeMissing: 'Geben Sie den Code aus unserer E-Mail ein',
    submit: 'E-Mail-Adresse bestätigen',
    pending: 'Wird geprüft …',
    done: 'Ihre E-Mail-Adresse ist bestätigt! Sie können sich jetzt anmelden.',
    failed: 'Bestätigung fehlgeschlagen',
    invalid: 'Bestätigungscode ungültig',
  },
  resend: {
    title: 'Noch keine E-Mail da?',
    description:
      'Es kann ein paar Minuten dauern. Sehen Sie auch in Ihrem Spam-Ordner nach. Die E-Mail kommt von <sender/>',
    email: 'E-Mail-Adresse',
    emailHint: 'Die Adresse, mit der Sie sich in diesem Browser registriert haben',
    noAddress: 'Für das erneute Senden fehlt die E-Mail-Adresse',
    submit: 'Bestätigungs-E-Mail erneut senden',
    pending: 'Wird gesendet …',
    done: 'Wir haben Ihnen die Bestätigungs-E-Mail erneut gesendet',
    failed: 'Die Bestätigungs-E-Mail konnte nicht erneut gesendet werden',
  },
};

export const sso: Messages['sso'] = {
  'not-linked':
    'Ihr Single-Sign-on-Konto ist hier mit keinem Konto verknüpft. Melden Sie sich mit Ihrem Passwort an und verknüpfen Sie es in Ihrem Konto.',
  suspended: 'Ihr Konto ist gesperrt. Bitte wenden Sie sich an das Support-Team.',
  'second-factor': 'Bitte melden Sie sich mit Ihrem Passwort und Ihrem zweiten Faktor an.',
  cancelled: 'Single Sign-on wurde abgebrochen.',
  expired:
    'Single Sign-on hat zu lange gedauert oder wurde in einem anderen Browser gestartet. Bitte versuchen Sie es erneut.',
  failed:
    'Single Sign-on ist fehlgeschlagen. Bitte versuchen Sie es erneut oder melden Sie sich mit Ihrem Passwort an.',
  unavailable:
    'Single Sign-on ist gerade nicht verfügbar. Bitte versuchen Sie es später erneut oder melden Sie sich mit Ihrem Passwort an.',
  taken: 'Dieses Single-Sign-on-Konto ist hier bereits mit einem anderen Konto verknüpft.',
};

export const account: Messages['account'] = {
  goToAccount: 'Zu Ihrem Konto',
  saving: 'Wird gespeichert …',

  home: {
    title: 'Ihr Konto',
    standing: { online: 'Online', suspended: 'Gesperrt', needs_auth: 'Anmeldung nötig' },
    adminPanel: {
      title: 'Admin-Bereich',
      admin: 'Benutzer, Gäste und Einstellungen',
      helper: 'Was Sie als Helfer tun können',
      manager: 'Was Sie als Manager tun können',
      auditor: 'Was Sie als Prüfer tun können',
      open: 'Admin-Bereich öffnen',
    },
    details: { title: 'Ihre Daten', text: 'Ihr Name und wie wir Sie erreichen', open: 'Daten ändern' },
    language: { title: 'Sprache', text: 'Für Ihre Seiten und E-Mails', notSaved: 'Sprache nicht gespeichert' },
    profile: {
      title: 'Profil vervollständigen',
      text: 'Wie Ihr Profil vollständig wird',
      open: 'Vervollständigen',
    },
    terms: {
      title: 'Ihre Zustimmung',
      text: 'Die Nutzungsbedingungen dieses Portals',
      open: 'Bedingungen lesen',
    },
    email: {
      title: 'E-Mail-Adresse',
      none: 'Noch keine. Fügen Sie eine hinzu, damit wir Sie über Änderungen an Ihrem Konto informieren können.',
    },
    password: {
      title: 'Passwort',
      text: 'Wenn Sie es ändern, werden Sie überall sonst abgemeldet',
      change: 'Passwort ändern',
      description: 'Hier bleiben Sie angemeldet. Überall sonst werden Sie abgemeldet.',
    },
    signOut: { title: 'Abmelden', text: 'Ihre Sitzung in diesem Browser beenden' },
  },

  picture: {
    title: 'Bild',
    text: 'Wird neben Ihrem Namen angezeigt',
    add: 'Bild hinzufügen',
    change: 'Bild ändern',
    remove: 'Entfernen',
    saved: 'Bild gespeichert',
    removed: 'Bild entfernt',
    notSaved: 'Bild nicht gespeichert',
    notRemoved: 'Bild nicht entfernt',
  },

  email: {
    add: 'E-Mail-Adresse hinzufügen',
    change: 'E-Mail-Adresse ändern',
    description:
      'Wir senden einen Code an die neue Adresse, um zu bestätigen, dass sie Ihnen gehört. Bis Sie ihn eingeben, ändert sich nichts.',
    openToAdd: 'Adresse hinzufügen',
    openToChange: 'Adresse ändern',
    notLoaded: 'Wir konnten nicht prüfen, ob ein Code auf Sie wartet.',
    newAddress: 'Neue E-Mail-Adresse',
    sendCode: 'Code senden',
    sending: 'Wird gesendet …',
    codeNotSent: 'Code nicht gesendet',
    onItsWay: 'Ein Code ist unterwegs an <email/>',
    code: 'Code aus der E-Mail',
    codeExpired: 'Dieser Code ist abgelaufen. Bitte senden Sie einen neuen.',
    codeExpires: (time) => `Läuft in ${time} ab`,
    confirm: 'Adresse bestätigen',
    confirming: 'Wird geändert …',
    sendAnother: 'Neuen Code senden',
    anotherSent: { title: 'Code gesendet', text: 'Der vorherige Code funktioniert nicht mehr.' },
    useAnother: 'Andere Adresse verwenden',
    changed: {
      title: 'E-Mail-Adresse geändert',
      text: (email) => `E-Mails zu Ihrem Konto gehen jetzt an ${email}.`,
    },
    notChanged: 'Adresse nicht geändert',
  },

  sso: {
    title: 'Single Sign-on',
    text: 'Hier ohne Ihr Passwort anmelden',
    textOf: (provider) => `Mit Ihrem Konto bei ${provider} anmelden, ohne Ihr Passwort für dieses Portal`,
    notLoaded: 'Wir konnten nicht prüfen, ob es verknüpft ist',
    neverUsed: (provider, since) => `Mit ${provider} verknüpft seit ${since}, noch nicht verwendet`,
    lastUsed: (provider, since, used) => `Mit ${provider} verknüpft seit ${since}, zuletzt verwendet: ${used}`,
    link: 'Verknüpfen',
    linking: 'Wird verknüpft …',
    linked: 'Single Sign-on verknüpft',
    notLinked: 'Single Sign-on nicht verknüpft',
    unlink: 'Trennen',
    unlinkTitle: 'Verknüpfung mit Single Sign-on trennen?',
    unlinkText: (provider) =>
      `Mit Ihrem Konto bei ${provider} können Sie sich hier dann nicht mehr anmelden. Verwenden Sie stattdessen Ihr Passwort.`,
    unlinked: 'Single Sign-on getrennt',
    notUnlinked: 'Single Sign-on nicht getrennt',
  },

  factors: {
    title: 'Zweiter Faktor',
    description: 'Wird beim Anmelden nach Ihrem Passwort abgefragt',
    on: 'Ein',
    off: 'Aus',
    loading: 'Ihre zweiten Faktoren werden geladen …',
    notLoaded: 'Ihre zweiten Faktoren konnten nicht geladen werden.',
    none: 'Wer Ihr Passwort erfährt, kann sich mit Ihrem Konto anmelden. Fügen Sie einen Passkey oder eine App auf Ihrem Smartphone hinzu, dann reicht das Passwort allein nicht mehr aus.',
    addPasskey: 'Passkey hinzufügen',
    addApp: 'App hinzufügen',
    passkeyUsed: 'Passkey, hinzugefügt am <day/> · zuletzt verwendet: <ago/>',
    passkeyNeverUsed: 'Passkey, hinzugefügt am <day/> · noch nicht verwendet',
    renamePasskey: (name) => `Passkey „${name}“ umbenennen`,
    removePasskey: (name) => `Passkey „${name}“ entfernen`,
    app: 'Authenticator-App',
    appAdded: 'Hinzugefügt am <day/>',
    removeApp: 'App entfernen',
    recoveryCodes: 'Wiederherstellungscodes',
    noCodesLeft: 'Keine mehr übrig. Erstellen Sie neue.',
    codesLeft: (left, all) => `Noch ${left} von ${all} übrig. Jeder funktioniert nur einmal.`,
    newCodes: 'Neue Codes',
    added: { title: 'Zweiter Faktor hinzugefügt', text: 'Sie können sich jetzt damit anmelden.' },
  },

  removeFactor: {
    passkeyTitle: 'Passkey „<name/>“ entfernen',
    appTitle: 'App entfernen',
    isLast:
      'Das ist Ihr einziger zweiter Faktor. Ohne ihn reicht Ihr Passwort allein zum Anmelden aus, und Ihre Wiederherstellungscodes werden gelöscht.',
    isNotLast: 'Damit können Sie sich dann nicht mehr anmelden. Ihre anderen zweiten Faktoren bleiben erhalten.',
    removePasskey: 'Passkey entfernen',
    removeApp: 'App entfernen',
    passkeyRemoved: 'Passkey entfernt',
    appRemoved: 'App entfernt',
    notRemoved: 'Nicht entfernt',
  },

  passkey: {
    addTitle: 'Passkey hinzufügen',
    addText:
      'Ihr Gerät fragt nach Ihrem Fingerabdruck, Ihrem Gesicht oder seiner PIN. Nichts davon verlässt Ihr Gerät.',
    name: 'Name',
    nameHint: 'Damit Sie ihn in Ihrer Liste erkennen',
    androidPhone: 'Android-Smartphone',
    windowsComputer: 'Windows-Computer',
    thisComputer: 'Dieser Computer',
    add: 'Passkey hinzufügen',
    adding: 'Weiter auf Ihrem Gerät …',
    notAdded: {
      title: 'Passkey nicht hinzugefügt',
      text: 'Es wurde kein Passkey hinzugefügt. Vielleicht hat Ihr Gerät schon einen für dieses Konto.',
    },
    renameTitle: 'Passkey umbenennen',
    renameText: 'Den Namen sehen nur Sie.',
    rename: 'Umbenennen',
    renamed: 'Passkey umbenannt',
    notRenamed: 'Passkey nicht umbenannt',
  },

  app: {
    title: 'Authenticator-App hinzufügen',
    text: (seconds) => `Sie zeigt alle ${seconds} Sekunden einen neuen Code, auch offline.`,
    qrCode: 'QR-Code für Ihre App',
    scan: 'Scannen Sie den QR-Code mit der App auf Ihrem Smartphone oder geben Sie dort diesen Schlüssel ein:',
    copyKey: 'Schlüssel kopieren',
    keepSecret: 'Wer diesen Schlüssel hat, kann Ihre Codes erzeugen. Geben Sie ihn nicht weiter.',
    code: 'Aktueller Code in der App',
    add: 'App hinzufügen',
    adding: 'Wird geprüft …',
    notAdded: 'App nicht hinzugefügt',
  },

  recoveryCodes: {
    title: 'Speichern Sie Ihre Wiederherstellungscodes',
    text: 'Wenn Sie Ihr Gerät verlieren, können Sie sich mit jedem Code einmal anmelden. Wir zeigen die Codes nicht noch einmal.',
    label: 'Wiederherstellungscodes',
    sheetTitle: (organisation) => `Wiederherstellungscodes für ${organisation}`,
    sheetText: 'Jeder Code funktioniert nur einmal.',
    download: 'Herunterladen',
    print: 'Drucken',
    copy: 'Wiederherstellungscodes kopieren',
    keepSafe:
      'Bewahren Sie die Codes bei Ihren Passwörtern oder auf Papier auf, nicht auf dem Gerät, das sie ersetzen.',
    saved: 'Ich habe sie gespeichert',
    makeTitle: 'Neue Wiederherstellungscodes erstellen',
    makeText: (count) =>
      `Sie erhalten ${count} neue. Die alten funktionieren dann nicht mehr, egal wo Sie sie gespeichert haben.`,
    make: 'Neue Codes erstellen',
    notMade: 'Keine neuen Wiederherstellungscodes',
  },

  sessions: {
    title: 'Wo Sie angemeldet sind',
    description: 'Sie erkennen eine Sitzung nicht? Beenden Sie sie und ändern Sie Ihr Passwort.',
    loading: 'Ihre Sitzungen werden geladen …',
    notLoaded: 'Ihre Sitzungen konnten nicht geladen werden.',
    thisBrowser: 'Dieser Browser',
    since: 'Angemeldet am <time/>',
    sinceAndUsed: 'Angemeldet am <time/> · zuletzt verwendet: <ago/>',
    end: 'Beenden',
    endOn: (device) => `Sitzung beenden: ${device}`,
    endOneText:
      'Sie werden dort sofort abgemeldet. Was dort nicht gespeichert ist, geht verloren. Hier bleiben Sie angemeldet.',
    endOne: 'Sitzung beenden',
    endOthersTitle: 'Alle anderen Sitzungen beenden',
    endOthersText: (others) =>
      plural('de', others, {
        one: 'Sie werden an einer anderen Stelle sofort abgemeldet. Was dort nicht gespeichert ist, geht verloren. Hier bleiben Sie angemeldet.',
        other:
          'Sie werden an # anderen Stellen sofort abgemeldet. Was dort nicht gespeichert ist, geht verloren. Hier bleiben Sie angemeldet.',
      }),
    endOthers: 'Alle anderen beenden',
    ended: {
      title: 'Abgemeldet',
      text: (sessions) =>
        plural('de', sessions, {
          one: '# Sitzung beendet. Hier bleiben Sie angemeldet.',
          other: '# Sitzungen beendet. Hier bleiben Sie angemeldet.',
        }),
    },
    notEnded: 'Nicht abgemeldet',
  },

  backToAccount: 'Zurück zu Ihrem Konto',

  details: {
    title: 'Ihre Daten ändern',
    subtitle: 'Ihr Profil ist vollständig, wenn alles außer „Über Sie“ ausgefüllt ist.',
    loading: 'Ihre Daten werden geladen …',
    notLoaded: 'Ihre Daten konnten nicht geladen werden',
    complete: (since) => `Profil vollständig seit ${since}`,
    incomplete: 'Noch nicht vollständig.',
    missing: (details) => `Noch nicht vollständig. Das fehlt noch: ${details}.`,
    names: {
      firstName: 'Vorname',
      lastName: 'Nachname',
      phone: 'Telefonnummer',
      dateOfBirth: 'Geburtsdatum',
      address: 'Adresse',
      city: 'Ort',
      country: 'Land',
    },
    email: 'E-Mail-Adresse',
    emailHint: 'Sie können sie in Ihrem Konto ändern.',
    noEmail: 'Keine',
    firstName: 'Vorname',
    lastName: 'Nachname',
    phone: 'Telefonnummer',
    phoneHint: 'Zum Beispiel +49 30 23125 044',
    dateOfBirth: 'Geburtsdatum',
    halfDate: 'Bitte geben Sie das ganze Datum ein oder lassen Sie es leer',
    about: 'Über Sie',
    aboutHint: 'Optional',
    address: 'Adresse',
    addressHint: 'Straße und Hausnummer',
    city: 'Ort',
    country: 'Land',
    save: 'Daten speichern',
    saved: 'Daten gespeichert',
    notSaved: 'Daten nicht gespeichert',
  },

  terms: {
    title: 'Nutzungsbedingungen',
    subtitle: (organisation) => `Die Bedingungen für die Nutzung des Portals von ${organisation}.`,
    loading: 'Die Nutzungsbedingungen werden geladen …',
    notLoaded: 'Die Nutzungsbedingungen konnten nicht geladen werden',
    none: {
      title: 'Es gibt noch keine Nutzungsbedingungen',
      text: 'Das Support-Team fragt Sie, sobald es etwas zu akzeptieren gibt.',
    },
    label: 'Text der Nutzungsbedingungen',
    changed:
      'Die Nutzungsbedingungen haben sich geändert, seit Sie diese Seite geöffnet haben. Bitte lesen Sie oben den neuen Text, bevor Sie ihn akzeptieren.',
    accept: 'Bedingungen akzeptieren',
    accepting: 'Wird akzeptiert …',
    accepted: (time) => `Sie haben diese Nutzungsbedingungen am ${time} akzeptiert.`,
    notAccepted: 'Nutzungsbedingungen nicht akzeptiert',
  },

  securityCheck: {
    title: 'Sicherheitsprüfung',
    subtitle: 'Geben Sie Ihr Passwort ein, um zu bestätigen, dass Sie es sind.',
    password: 'Passwort',
    confirm: 'Passwort bestätigen',
    confirming: 'Wird bestätigt …',
    done: 'Vielen Dank. Ihr Passwort ist bestätigt.',
    failed: 'Sicherheitsprüfung fehlgeschlagen',
  },

  completeProfile: {
    title: 'Profil vervollständigen',
    text: 'Das Support-Team kümmert sich darum, dass Ihr Profil vollständig wird, und meldet sich bei Ihnen.',
    goBack: 'Zurück zu Ihrem Konto',
  },

  reLogin: {
    pageTitle: 'Erneut anmelden',
    title: 'Bitte melden Sie sich erneut an',
    text: 'Wir melden Sie hier ab. Sie können sich sofort wieder anmelden.',
    askedBy: (organisation) => `Das Support-Team von ${organisation} hat Sie darum gebeten.`,
    askedByBecause: (organisation, reason) =>
      `Das Support-Team von ${organisation} hat Sie darum gebeten. Begründung des Teams: „${reason}“`,
    stillSignedIn: { title: 'Sie sind noch angemeldet', text: 'Das Abmelden hat nicht funktioniert.' },
  },

  notFound: {
    title: '404 – Seite nicht gefunden',
    text: 'Wir konnten diese Seite nicht finden. Prüfen Sie die Adresse oder gehen Sie zu Ihrem Konto.',
  },

  newPassword: {
    title: 'Neues Passwort wählen',
    text: 'Ihr Passwort ist temporär oder ohne zweiten Faktor zu kurz. Wählen Sie ein neues, um fortzufahren.',
  },

  firstFactor: {
    title: 'Zweiten Faktor hinzufügen',
    text: 'Ihr Konto braucht mehr als ein Passwort. Wählen Sie, was Sie hinzufügen möchten, und fahren Sie dann fort.',
    passkey:
      'Fingerabdruck, Gesichtserkennung oder PIN dieses Geräts oder ein Sicherheitsschlüssel. Am sichersten und am schnellsten.',
    app: 'Eine Authenticator-App auf Ihrem Smartphone zeigt einen Code, den Sie beim Anmelden eingeben.',
  },
};

export const signedIn: Messages['signedIn'] = {
  signOut: {
    button: 'Abmelden',
    pending: 'Abmeldung läuft …',
    done: 'Sie sind jetzt abgemeldet',
    failed: 'Abmeldung fehlgeschlagen',
  },

  password: {
    current: 'Aktuelles Passwort',
    new: 'Neues Passwort',
    atLeast: (characters) => `Mindestens ${characters} Zeichen`,
    atLeastAlone: (characters, withSecondFactor) =>
      `Mindestens ${characters} Zeichen (${withSecondFactor} mit zweitem Faktor)`,
    confirm: 'Neues Passwort bestätigen',
    change: 'Passwort ändern',
    changing: 'Wird geändert …',
    changed: {
      title: 'Passwort geändert',
      own: 'Ihr Passwort wurde geändert.',
      admin: 'Ihr Admin-Passwort wurde geändert.',
    },
    notChanged: 'Passwort nicht geändert',
  },

  asked: {
    by: (organisation) => `Das Support-Team von ${organisation} hat Sie auf diese Seite weitergeleitet.`,
    reason: 'Begründung des Teams: „<reason/>“',
    accountInstead:
      'Nur Gäste bestätigen hier eine E-Mail-Adresse. Sie sind angemeldet und sehen deshalb stattdessen Ihr Konto.',
    leaveAnytime: 'Sie können die Seite jederzeit verlassen.',
    leaveAfter: {
      details: 'Sie können die Seite verlassen, nachdem Sie Ihre Daten gespeichert haben, oder sich abmelden.',
      signIn: 'Sie können die Seite verlassen, nachdem Sie sich erneut angemeldet haben, oder sich abmelden.',
      terms:
        'Sie können die Seite verlassen, nachdem Sie die Nutzungsbedingungen akzeptiert haben, oder sich abmelden.',
      password: 'Sie können die Seite verlassen, nachdem Sie Ihr Passwort bestätigt haben, oder sich abmelden.',
    },
    leaveWhenEnded:
      'Sie können die Seite verlassen, wenn das Support-Team dies beendet. Bis dahin können Sie sich abmelden.',
    over: { title: 'Sie können weitermachen', text: 'Das Support-Team braucht hier nichts mehr von Ihnen.' },
  },
};

export const stepUp: Messages['stepUp'] = {
  title: 'Bestätigen Sie, dass Sie es sind',
  text: (minutes) =>
    `Bitte bestätigen Sie, dass Sie es sind, um fortzufahren. Danach fragen wir ${minutes} Minuten lang nicht noch einmal.`,
  notLoaded: 'Das konnte nicht geladen werden',
  usePasskey: 'Passkey verwenden',
  label: { password: 'Passwort', totp: 'Code aus Ihrer App', recoveryCode: 'Wiederherstellungscode' },
  recoveryCodeHint: 'Jeder funktioniert nur einmal',
  use: {
    password: 'Passwort verwenden',
    totp: 'Code aus Ihrer App verwenden',
    recoveryCode: 'Wiederherstellungscode verwenden',
  },
  confirm: 'Bestätigen',
  confirming: 'Wird bestätigt …',
};

export const devices: Messages['devices'] = {
  unknownDevice: 'Unbekanntes Gerät',
  browserOnSystem: (browser, system) => `${browser} unter ${system}`,
  unknownLocation: 'Unbekannt',
  localNetwork: 'Lokales Netzwerk',
  country: (code) => countryName('de', code),
  cityInCountry: (city, country) => `${city}, ${country}`,
};

export const problems: Messages['problems'] = {
  emailInvalid: 'Bitte geben Sie eine gültige E-Mail-Adresse ein',
  codeTooShort: (least) => `Der Code muss mindestens ${least} Zeichen haben`,
  notOurCode: 'Das ist keiner unserer Codes',
  helpReasonMissing: 'Bitte wählen Sie, wobei Sie Hilfe brauchen',
  tokenMissing: 'Token-Parameter fehlt',
  credentialsMissing: 'Bitte geben Sie Benutzername und Passwort ein',
  captchaMissing: 'Bitte lösen Sie das Captcha',
  appCodeMissing: 'Geben Sie den Code aus Ihrer App ein',
  recoveryCodeMissing: 'Geben Sie einen Ihrer Wiederherstellungscodes ein',
  usernameMissing: 'Bitte geben Sie einen Benutzernamen ein',
  usernameTooLong: (most) => `Benutzernamen dürfen höchstens ${most} Zeichen haben`,
  usernameNotAWord: 'Bitte wählen Sie einen Benutzernamen ohne Leerzeichen, Schrägstriche oder Doppelpunkte',
  usernameSpaces: 'Bitte verwenden Sie im Benutzernamen nur einzelne Leerzeichen',
  firstNameTooLong: (most) => `Vornamen dürfen höchstens ${most} Zeichen haben`,
  lastNameTooLong: (most) => `Nachnamen dürfen höchstens ${most} Zeichen haben`,
  notPlainText: 'Bitte verwenden Sie nur Buchstaben, Ziffern und übliche Satzzeichen',
  invisible:
    'Namen dürfen keine unsichtbaren Zeichen enthalten. Bitte tippen Sie den Namen neu ein, statt ihn einzufügen.',
  verificationCodeMissing: 'Bitte geben Sie den Bestätigungscode ein',
  currentPasswordMissing: 'Bitte geben Sie Ihr aktuelles Passwort ein',
  passwordTooShort: (least) => `Das neue Passwort muss mindestens ${least} Zeichen haben`,
  passwordTooLong: (most) => `Passwörter dürfen höchstens ${most} Zeichen haben`,
  confirmationMissing: 'Bitte bestätigen Sie Ihr neues Passwort',
  confirmationDiffers: 'Die Passwörter stimmen nicht überein',
  phoneInvalid: 'Bitte geben Sie eine Telefonnummer ein, zum Beispiel +49 30 23125 044',
  dateInvalid: 'Bitte geben Sie ein Datum in der Vergangenheit ein',
  tooLong: (most) =>
    plural('de', most, {
      one: 'Bitte verwenden Sie höchstens # Zeichen',
      other: 'Bitte verwenden Sie höchstens # Zeichen',
    }),
  nameMissing: 'Bitte geben Sie einen Namen ein',
  notAPicture: 'Bitte wählen Sie ein Bild, zum Beispiel eine JPEG-, PNG- oder WebP-Datei.',
  pictureFileTooLarge: 'Bitte wählen Sie ein Bild mit höchstens 20 MB.',
  pictureTooLarge: 'Ein Bild darf höchstens 64 kB groß sein',
  noBody: 'Dieser Aufruf darf keinen Inhalt haben.',
};

export const mails: Messages['mails'] = {
  time: (at) => `${utcTime('de', at)} UTC`,
  labelled: '<label/>: <value/>',
  titleAt: '<organisation/>: <title/>',
  signIn: 'Anmelden',
  username: 'Benutzername',
  facts: {
    requested: 'Angefordert',
    time: 'Zeit',
    account: 'Konto',
    device: 'Gerät',
    location: 'Ungefährer Ort',
    by: 'Durch',
    supportTeam: 'das Support-Team',
  },

  code: {
    subject: 'Ihr Bestätigungscode für <organisation/>',
    title: 'Ihr Bestätigungscode',
    use: (minutes) =>
      plural('de', minutes, {
        one: 'Er bestätigt Ihre E-Mail-Adresse und läuft in # Minute ab.',
        other: 'Er bestätigt Ihre E-Mail-Adresse und läuft in # Minuten ab.',
      }),
    rule: 'Geben Sie ihn nur auf <host/> ein. Verraten Sie diesen Code niemals jemandem: Niemand von <organisation/> wird Sie danach fragen.',
    notYou:
      'Das waren nicht Sie? Vielleicht hat sich jemand bei seiner Adresse vertippt. Sie müssen nichts tun: Ohne diesen Code passiert nichts, und er läuft von selbst ab.',
  },

  registration: {
    subject: 'Bestätigen Sie Ihre E-Mail-Adresse für <organisation/>',
    title: 'Bestätigen Sie Ihre E-Mail-Adresse',
    asked: 'Sie haben ein Konto angefordert.',
    askedAs: 'Sie haben ein Konto mit dem Benutzernamen „<name/>“ angefordert.',
    how: 'Öffnen Sie diese Seite in dem Browser, in dem Sie es angefordert haben, und wählen Sie „E-Mail-Adresse bestätigen“:',
    open: 'Seite öffnen',
    orCode: 'Oder geben Sie diesen Code auf der Seite ein, von der Sie kommen:',
    expires: 'Beides funktioniert nur einmal und nur 24 Stunden lang.',
    notYou: 'Das waren nicht Sie? Sie müssen nichts tun: Ohne diesen Schritt entsteht kein Konto.',
  },

  knownAddress: {
    subject: 'Sie haben bereits ein Konto bei <organisation/>',
    title: 'Sie haben bereits ein Konto',
    why: 'Jemand, wahrscheinlich Sie, hat ein Konto mit dieser E-Mail-Adresse angefordert. Sie haben bereits eins.',
    help: 'Wenn Sie nicht mehr wissen, wie Sie sich anmelden, wenden Sie sich bitte an das Support-Team.',
    notYou: 'Das waren nicht Sie? Sie müssen nichts tun.',
  },

  password: {
    created: {
      subject: 'Ihr Konto bei <organisation/>',
      title: 'Ihr Konto',
      why: 'Das Support-Team hat ein Konto für Sie erstellt.',
    },
    reset: {
      subject: 'Ihr neues Passwort bei <organisation/>',
      title: 'Ihr neues Passwort',
      why: 'Das Support-Team hat Ihr Passwort zurückgesetzt.',
    },
    usernameWithoutSpace: 'Benutzername (ohne das Leerzeichen)',
    askForUsername: 'Bitte fragen Sie das Support-Team danach',
    temporaryPassword: 'Temporäres Passwort',
    expires: (days) =>
      plural('de', days, {
        one: 'Das temporäre Passwort läuft in einem Tag ab. Fordern Sie danach bitte ein neues an.',
        other: 'Das temporäre Passwort läuft in # Tagen ab. Fordern Sie danach bitte ein neues an.',
      }),
    next: 'Sie werden aufgefordert, ein neues Passwort zu wählen. Nur Sie werden es kennen, und niemand von <organisation/> wird Sie jemals danach fragen.',
    notExpected: 'Sie haben das nicht erwartet? Bitte informieren Sie das Support-Team und melden Sie sich nicht an.',
  },

  emailChange: {
    subject: 'Bestätigen Sie Ihre neue E-Mail-Adresse bei <organisation/>',
    title: 'Bestätigen Sie Ihre neue E-Mail-Adresse',
    why: 'Jemand ist bei <organisation/> in einem Konto angemeldet und möchte dafür diese E-Mail-Adresse verwenden.',
    whyOf:
      'Jemand ist bei <organisation/> im Konto <name/> angemeldet und möchte dafür diese E-Mail-Adresse verwenden.',
    rule: (minutes) =>
      plural('de', minutes, {
        one: 'Geben Sie den Code nur auf <host/> ein, in Ihrem Konto. Er läuft in # Minute ab. Verraten Sie diesen Code niemals jemandem: Niemand von <organisation/> wird Sie danach fragen.',
        other:
          'Geben Sie den Code nur auf <host/> ein, in Ihrem Konto. Er läuft in # Minuten ab. Verraten Sie diesen Code niemals jemandem: Niemand von <organisation/> wird Sie danach fragen.',
      }),
    notYou:
      'Das waren nicht Sie? Vielleicht hat sich jemand bei seiner Adresse vertippt. Sie müssen nichts tun: Ohne diesen Code ändert sich nichts, und er läuft von selbst ab.',
  },

  notices: {
    'new device': {
      title: 'Neue Anmeldung',
      sentence: 'Ihr Konto wurde für eine Anmeldung in einem neuen Browser verwendet.',
    },
    'second step failed': {
      title: 'Anmeldung gestoppt',
      sentence:
        'Jemand hat in einem neuen Browser Ihr Passwort eingegeben, aber nicht Ihren zweiten Faktor. Wir haben die Anmeldung gestoppt.',
    },
    'password changed': { title: 'Passwort geändert', sentence: 'Ihr Passwort wurde geändert.' },
    'password reset': {
      title: 'Passwort zurückgesetzt',
      sentence: 'Das Support-Team hat Ihr Passwort zurückgesetzt. Ihr altes Passwort funktioniert nicht mehr.',
    },
    'second factor added': {
      title: 'Zweiter Faktor hinzugefügt',
      sentence: 'Zu Ihrem Konto wurde ein zweiter Faktor hinzugefügt.',
    },
    'second factor removed': {
      title: 'Zweiter Faktor entfernt',
      sentence: 'Aus Ihrem Konto wurde ein zweiter Faktor entfernt.',
    },
    'second factor reset': {
      title: 'Zweite Faktoren entfernt',
      sentence: 'Das Support-Team hat alle zweiten Faktoren aus Ihrem Konto entfernt.',
    },
    'single sign-on linked': {
      title: 'Single Sign-on verknüpft',
      sentence:
        'Single Sign-on wurde mit Ihrem Konto verknüpft. Wer sich dort anmelden kann, kann sich jetzt auch hier mit Ihrem Konto anmelden.',
    },
    'single sign-on unlinked': {
      title: 'Single Sign-on getrennt',
      sentence: 'Die Verknüpfung Ihres Kontos mit Single Sign-on wurde getrennt.',
    },
    'e-mail changed': {
      title: 'E-Mail-Adresse geändert',
      sentence:
        'Die E-Mail-Adresse Ihres Kontos wurde geändert. E-Mails zu Ihrem Konto gehen jetzt an eine andere Adresse.',
    },
    'e-mail set': {
      title: 'E-Mail-Adresse geändert',
      sentence:
        'Die E-Mail-Adresse eines Kontos wurde in diese geändert. E-Mails zu diesem Konto kommen jetzt hier an.',
    },
    'became staff': {
      title: 'Neue Rolle',
      sentence:
        'Ein Admin hat Ihrem Konto eine Rolle im Admin-Bereich gegeben. Ihr Passwort, Ihre zweiten Faktoren, verknüpften Anmeldungen und Sitzungen funktionieren nicht mehr. Ein Admin wird Ihnen ein neues temporäres Passwort geben.',
    },
    'role changed': {
      title: 'Rolle geändert',
      sentence: 'Das Support-Team hat geändert, was Ihr Konto darf. Bitte melden Sie sich erneut an.',
    },
  },
  notYou: 'Wenn Sie das nicht waren oder es nicht erwartet haben, wenden Sie sich bitte sofort an das Support-Team.',
  noLinks: 'Diese E-Mail enthält absichtlich keine Links. Öffnen Sie das Portal so, wie Sie es immer tun.',

  settings: {
    title: 'Einstellungen geändert',
    from: 'Von <ipAddress/> (<location/>), <device/>, <time/>',
    open: 'Einstellungen öffnen',
    advice:
      'Nicht so vereinbart? Machen Sie die Änderung rückgängig oder ziehen Sie sie zurück, bevor sie wirksam wird, und prüfen Sie das Konto, von dem sie kam.',
    last: 'Es gab viele Änderungen. Sie erhalten eine Stunde lang keine weiteren E-Mails dieser Art. Bitte prüfen Sie die Benachrichtigungen.',
  },
  apiKeys: {
    open: 'API-Schlüssel öffnen',
    advice: 'Nicht so vereinbart? Beenden Sie den Schlüssel und prüfen Sie das Konto, von dem die Änderung kam.',
  },
};

export const staffTexts: Messages['staffTexts'] = {
  emailPromptMessage: 'Bitte geben Sie Ihre E-Mail-Adresse ein',
  codePromptMessage: 'Bitte geben Sie Ihren Bestätigungscode noch einmal ein',
  exitMessage: 'Vielen Dank, dass Sie die Bestätigung abgeschlossen haben',
  verificationEnded: 'Das Support-Team hat diese Bestätigung beendet.',
  replies: {
    'check-spam': 'Bitte sehen Sie in Ihrem Spam-Ordner nach',
    'new-code': 'Wir haben Ihnen gerade einen neuen Code gesendet',
    'check-address': 'Bitte prüfen Sie Ihre E-Mail-Adresse',
  },
  termsText: `Mit der Nutzung dieses Portals stimmen Sie Folgendem zu.

1. Ihr Konto gehört nur Ihnen. Behalten Sie Ihr Passwort für sich und informieren Sie das Support-Team, wenn jemand anderes es kennen könnte.
2. Nutzen Sie das Portal nur für seinen Zweck und respektieren Sie die anderen Menschen, die es nutzen.
3. Anmeldungen und Änderungen werden mit Zeit, Adresse und Gerät aufgezeichnet, um Konten zu schützen.
4. Das Support-Team kann ein Konto sperren, das missbraucht wird.

Wenn Sie Fragen haben, wenden Sie sich bitte an das Support-Team, bevor Sie akzeptieren.`,
};

export const errors: Messages['errors'] = {
  inputInvalid: 'In der Anfrage fehlt etwas oder sie ist ungültig.',
  fieldInvalid: (field) => `„${field}“ fehlt oder ist ungültig.`,
  notSignedIn: 'Sie sind nicht angemeldet.',
  notAllowed: 'Sie sind dazu nicht berechtigt.',
  passwordChangeRequired: 'Wählen Sie zuerst ein eigenes Passwort.',
  secondFactorRequired: 'Fügen Sie Ihrem Konto zuerst einen zweiten Faktor hinzu.',
  stepUpNeeded: 'Bitte bestätigen Sie, dass Sie es sind, um fortzufahren.',
  gateClosed: 'Bitte öffnen Sie diese Seite mit dem Link, den Sie erhalten haben.',
  foreignOrigin: 'Diese Anfrage kommt nicht von einer Seite dieses Portals.',
  domainDenied: 'Die angeforderte Ressource wurde auf diesem Server nicht gefunden.',
  domainDeniedCode: 'Fehlercode: Zugriff auf diese Domain verweigert',
  notFound: 'Unter dieser Adresse gibt es nichts.',
  tooManyRequests: (seconds) =>
    `Zu viele Versuche. Bitte versuchen Sie es in ${
      seconds < 60
        ? plural('de', seconds, { one: '# Sekunde', other: '# Sekunden' })
        : plural('de', Math.ceil(seconds / 60), { one: '# Minute', other: '# Minuten' })
    } erneut.`,
  busy: 'Der Server ist gerade ausgelastet. Bitte versuchen Sie es gleich noch einmal.',
  unavailable: 'Der Dienst ist gerade nicht verfügbar. Bitte versuchen Sie es gleich noch einmal.',
  bodyTooLarge: 'Die Anfrage ist zu groß.',
  notJson: 'Hier wird nur JSON (application/json) angenommen.',
  malformedRequest: 'Die Anfrage ist kein gültiges HTTP.',
  malformedJson: 'Die Anfrage ist kein gültiges JSON.',
  internal: 'Bei uns ist etwas schiefgegangen. Bitte versuchen Sie es gleich noch einmal.',

  captchaNeeded: 'Bitte bestätigen Sie, dass Sie kein Roboter sind. Dann senden wir den Code.',
  captchaRefused: 'Das Captcha wurde nicht angenommen. Bitte lösen Sie das Captcha noch einmal.',
  captchaUnavailable: 'Der Captcha-Dienst ist gerade nicht erreichbar. Bitte versuchen Sie es gleich noch einmal.',
  emailsWait: 'Zu viele E-Mails warten auf den Versand. Bitte versuchen Sie es in einer Minute erneut.',
  cannotReceiveEmail: (domain) => `${domain} kann keine E-Mails empfangen. Prüfen Sie den Teil nach dem @.`,

  gateTokenInvalid: 'Token ungültig oder abgelaufen',
  gateTokenUsed: 'Dieses Token wurde bereits verwendet',
  guestCode: {
    expired: 'Ihr Bestätigungscode ist abgelaufen. Bitte fordern Sie einen neuen an.',
    unknown: 'Für diese Adresse gibt es keinen Code. Bitte fordern Sie einen neuen an.',
  },
  accountCode: {
    expired: 'Ihr Code ist abgelaufen. Bitte fordern Sie einen neuen an.',
    unknown: 'Es gibt keinen Code, den Sie eingeben könnten. Bitte fordern Sie einen neuen an.',
  },
  codeDead: 'Zu viele falsche Codes. Bitte fordern Sie einen neuen an.',
  codeWrong: (left) =>
    plural('de', left, {
      one: 'Der Code ist nicht richtig. Sie haben noch # Versuch.',
      other: 'Der Code ist nicht richtig. Sie haben noch # Versuche.',
    }),
  browserUnknown: 'Wir kennen Ihren Browser noch nicht. Bitte laden Sie die Seite neu und versuchen Sie es erneut.',
  noExit: 'Auf dieser Seite ist kein Ausgang offen, oder Sie haben bereits gewählt.',
  notConfirmedLately:
    'Bitte bestätigen Sie zuerst Ihre E-Mail-Adresse. Danach können Sie 15 Minuten lang sehen und löschen, was wir dazu speichern.',
  legalHold:
    'Das kann noch nicht gelöscht werden, weil es aus rechtlichen Gründen aufbewahrt werden muss. Bitte wenden Sie sich an den Support.',

  wrongCredentials: 'Benutzername oder Passwort ungültig',
  accountSuspended: 'Ihr Konto ist gesperrt. Bitte wenden Sie sich an das Support-Team.',
  temporaryPasswordExpired:
    'Dieses temporäre Passwort ist abgelaufen. Bitte fragen Sie das Support-Team nach einem neuen.',
  signInExpired: 'Das hat zu lange gedauert, oder es gab zu viele Versuche. Bitte melden Sie sich erneut an.',
  signInPasskeyRefused:
    'Dieser Passkey wurde nicht angenommen. Bitte versuchen Sie es erneut oder verwenden Sie Ihr Passwort.',
  wrongAppCode:
    'Dieser Code ist falsch oder wurde bereits verwendet. Bitte geben Sie den nächsten ein, den Ihre App zeigt.',
  wrongRecoveryCode: 'Dieser Wiederherstellungscode ist falsch oder wurde bereits verwendet.',
  passkeyRefused: 'Dieser Passkey wurde nicht angenommen. Bitte versuchen Sie es erneut.',

  noSelfRegistration: 'Konten werden vom Support-Team erstellt',
  usernameTaken: 'Dieser Benutzername ist vergeben. Bitte wählen Sie einen anderen.',
  emailTaken: 'Es gibt bereits ein Konto mit dieser E-Mail-Adresse.',
  registrationCodeInvalid: 'Dieser Bestätigungscode ist ungültig oder abgelaufen. Bitte fordern Sie einen neuen an.',
  otherBrowser:
    'Dieser Code funktioniert nur in dem Browser, in dem Sie sich registriert haben. Öffnen Sie den Link dort oder registrieren Sie sich hier noch einmal.',

  wrongCurrentPassword: 'Das aktuelle Passwort ist nicht richtig',
  wrongPassword: 'Dieses Passwort ist nicht richtig.',
  wrongPasswordTryAgain: 'Dieses Passwort ist nicht richtig. Bitte versuchen Sie es erneut.',
  samePassword: 'Das neue Passwort muss sich vom aktuellen unterscheiden',
  passwordNeedsFactor: (least) =>
    `Ein Passwort mit weniger als ${least} Zeichen braucht einen zweiten Faktor. Wählen Sie ein längeres oder fügen Sie Ihrem Konto zuerst einen zweiten Faktor hinzu.`,
  passwordCommon: 'Dieses Passwort ist zu verbreitet. Bitte wählen Sie ein anderes.',
  passwordGuessable: 'Dieses Passwort ähnelt zu sehr einem Namen, den andere kennen. Bitte wählen Sie ein anderes.',
  passwordLeaked: 'Dieses Passwort ist in einem Datenleck aufgetaucht. Bitte wählen Sie ein anderes.',
  passwordNotEnough: 'Bitte verwenden Sie Ihren zweiten Faktor. Ihr Passwort allein reicht hier nicht aus.',
  shortPasswordStandsAlone: (least) =>
    `Ihr Passwort hat weniger als ${least} Zeichen. Das ist ohne zweiten Faktor zu kurz: Wählen Sie zuerst ein längeres.`,
  lastSecondFactor:
    'Dieses Portal verlangt einen zweiten Faktor, und dies ist Ihr einziger. Fügen Sie zuerst einen weiteren hinzu.',
  secondFactorGone: 'Diesen zweiten Faktor gibt es nicht mehr.',
  appOfferExpired: 'Das hat zu lange gedauert. Bitte beginnen Sie noch einmal, die App hinzuzufügen.',
  tooManyPasskeys: (most) =>
    plural('de', most, {
      one: 'Sie können höchstens # Passkey haben. Entfernen Sie zuerst einen.',
      other: 'Sie können höchstens # Passkeys haben. Entfernen Sie zuerst einen.',
    }),
  passkeyKnown: 'Dieser Passkey wird bereits verwendet.',
  nothingToRecover:
    'Fügen Sie zuerst eine App oder einen Passkey hinzu. Wiederherstellungscodes sind der Ersatz, wenn Sie App oder Passkey verlieren.',

  sameEmail: 'Das ist bereits Ihre E-Mail-Adresse.',
  termsChanged: 'Die Nutzungsbedingungen haben sich inzwischen geändert. Bitte lesen Sie sie noch einmal.',
  languageNotOffered: 'Diese Sprache wird hier nicht angeboten.',
};
