import { countryName } from '../contract/language/country-name.ts';
import type { Messages } from '../contract/language/messages.ts';
import { plural } from '../contract/language/plural.ts';
import { utcTime } from '../contract/language/utc-time.ts';

export const shared: Messages['shared'] = {
  language: 'Lingua',
  theme: 'Tema',
  systemTheme: 'Tema di sistema',
  lightTheme: 'Tema chiaro',
  darkTheme: 'Tema scuro',
  supportContact: 'Puoi contattare il team di assistenza di <organisation/> qui: <contact/>',

  loading: 'Caricamento…',
  close: 'Chiudi',
  cancel: 'Annulla',
  tryAgain: 'Riprova',
  pleaseTryAgain: 'Riprova',
  pleaseTryAgainLater: 'Riprova tra qualche istante.',
  copied: 'Copiato',
  copyFailed: 'Copia non riuscita. Seleziona invece il testo.',
  toasts: { label: 'Notifiche (F8)', close: 'Chiudi la notifica' },
  passwordField: {
    show: (field) => `Mostra “${field}”`,
    hide: (field) => `Nascondi “${field}”`,
    capsLock: 'Il blocco maiuscole è attivo',
  },
  timeAgo: {
    now: 'proprio ora',
    minutes: (minutes) => `${minutes} min fa`,
    hours: (hours) => `${hours} h fa`,
    days: (days) => plural('it', days, { one: '# giorno fa', many: '# di giorni fa', other: '# giorni fa' }),
  },
  captcha: {
    label: 'Non sono un robot',
    verifying: 'Verifica in corso…',
    slow: 'Verifica ancora in corso, può richiedere un minuto',
    verified: 'Verificato',
    expired: 'Scaduto, seleziona di nuovo la casella',
    failed: 'Verifica non riuscita, riprova',
    loading: 'Caricamento del captcha…',
    blocked: 'Non è stato possibile caricare il captcha. Controlla la connessione e il blocco della pubblicità.',
  },
  passkeyNotUsed: 'La passkey non è stata usata. Riprova o scegli un altro modo.',

  unreachable: 'Il server non è raggiungibile. Controlla la connessione e riprova.',
  unwell: 'Il server non ha potuto rispondere. Riprova tra qualche istante.',
  notLoaded: {
    title: 'Impossibile caricare questa pagina',
    description: 'Il portale potrebbe essere stato aggiornato, oppure potresti essere offline.',
    reload: 'Ricarica',
    overlayTitle: 'Impossibile aprire',
    overlayDescription:
      'Il portale potrebbe essere stato aggiornato, oppure potresti essere offline. Ricarica la pagina.',
  },
  needsScript: 'Questo portale richiede JavaScript. Attivalo e ricarica la pagina.',
};

export const guest: Messages['guest'] = {
  failed: { title: 'Errore', unknown: 'Si è verificato un errore' },
  offline: {
    page: 'Sei offline. Questa pagina riprenderà quando tornerai online.',
    unsent: 'Sei offline. Invieremo i dati quando tornerai online.',
  },

  title: 'Ti diamo il benvenuto',
  introduction: 'Inserisci il tuo indirizzo email: ti invieremo un codice per confermare che è tuo.',
  haveAccount: 'Hai un account? <link>Accedi</link>',
  email: { label: 'Indirizzo email*', hint: 'Per esempio nome@example.com' },
  continue: 'Continua',
  sending: 'Invio in corso…',
  suggestion: {
    question: 'Intendevi <email/>?',
    accept: 'Sì, usa <domain/>',
    decline: 'No, mantieni <domain/>',
  },
  codeSent: { title: 'Codice inviato', description: 'Abbiamo inviato un codice di verifica al tuo indirizzo email' },
  codeResent: {
    title: 'Codice inviato di nuovo',
    description: 'Abbiamo inviato un nuovo codice di verifica al tuo indirizzo email',
  },

  help: {
    label: 'Aiuto',
    need: 'Ho bisogno di aiuto',
    unavailable: 'Non siamo riusciti a caricare le opzioni. Riprova.',
    title: 'Per cosa ti serve aiuto?',
    description: 'Scegli un’opzione. Non devi scrivere nulla.',
    reasons: {
      no_mail: 'Non ho ricevuto l’email',
      wrong_address: 'Il mio indirizzo è sbagliato',
      code_refused: 'Il mio codice non viene accettato',
      told_to_come: 'Qualcuno mi ha detto di venire qui',
    },
    toldToCome:
      'Nessuno di <organisation/> chiede codici per telefono o in chat. Se qualcuno ti ha detto di venire qui, termina la telefonata o la chat e chiudi questa pagina.',
    close: 'Chiudi',
    asked: 'Abbiamo avvisato il team di assistenza.',
    attended: 'Il team di assistenza ti sta aiutando.',
    chosen: (reason) => `Hai scelto “${reason}”. Tieni aperta questa pagina. Vedrai qui la risposta.`,
    withdraw: 'Non mi serve più aiuto',
    chooseOther: 'Scegli un’altra opzione',
  },

  prompt: {
    sender: 'Messaggio del team di assistenza di <organisation/>',
    titles: { email: 'Indirizzo email richiesto', code: 'Codice di verifica' },
    warning:
      'Qui va inserito solo il codice che trovi nella nostra email (<sender/>). Non comunicare mai a nessuno il tuo codice.',
    close: 'Ho capito',
  },
  redirect: {
    moved: 'Il team di assistenza ti ha portato su questa pagina',
    emailFirst: 'Il team di assistenza vuole che tu inserisca il tuo codice. Inserisci prima il tuo indirizzo email.',
    unknownHere: 'Non abbiamo trovato la tua richiesta di codice. Inserisci di nuovo il tuo indirizzo email.',
    dismiss: 'Nascondi',
  },

  link: {
    title: 'Verifica',
    verifying: { title: 'Verifica in corso…', description: 'Ci vorrà un momento.' },
    verified: 'Verifica riuscita!',
    access: 'Ora puoi accedere a <organisation/>',
    redirecting: (seconds) =>
      plural('it', seconds, {
        one: 'Reindirizzamento tra # secondo…',
        many: 'Reindirizzamento tra # di secondi…',
        other: 'Reindirizzamento tra # secondi…',
      }),
    failed: 'Verifica non riuscita',
    invalid: 'Token di verifica non valido',
    invalidOrExpired: 'Token non valido o scaduto',
    unreachable: 'Si è verificato un errore di rete',
    askForNew: 'Un link funziona una sola volta e solo per poco tempo. Chiedine uno nuovo dove hai ricevuto questo.',
    incomplete: 'Questo link è incompleto',
    openWhole:
      'Manca una parte del tuo link. Apri il link intero: alcune app di posta tagliano i link lunghi alla fine della riga.',
    noToken: 'Nessun token di verifica fornito',
    missingToken: 'Parametro del token mancante',
    retry: 'Ripeti la verifica',
    continueWithout: 'Continua senza il link',
  },
  notFound: {
    title: 'Pagina non trovata',
    description: 'La pagina che cerchi non esiste o è stata spostata.',
  },
};

export const guestLater: Messages['guestLater'] = {
  code: {
    title: 'Inserisci il codice',
    heading: 'Controlla la tua email',
    undelivered: 'Non siamo riusciti a consegnarti il codice',
    label: 'Inserisci il codice*',
    hint: (digits) => `Le ${digits} cifre che trovi nella nostra email`,
    verifying: 'Verifica in corso…',
    expired: 'Codice scaduto',
    expiredProblem: 'Questo codice è scaduto. Richiedine uno nuovo.',
    expiredToast: {
      title: 'Codice scaduto',
      description: 'Il tuo codice di verifica è scaduto. Richiedine uno nuovo.',
    },
    tooManyWrong: 'Troppi codici errati. Richiedi un nuovo codice.',
    verified: { title: 'Fatto', description: 'Il tuo indirizzo email è confermato' },
    failed: 'Verifica non riuscita',
  },
  sentTo: {
    unknown: 'Il tuo codice per <email/>',
    sending: 'Stiamo inviando un codice a <email/>',
    sent: (time) => `Alle ore ${time} abbiamo inviato un codice a <email/>`,
    undelivered: 'Hai inserito <email/>',
    edit: 'Modifica',
    correct: 'Correggi l’indirizzo',
  },
  usual: {
    seconds: (seconds) =>
      plural('it', seconds, {
        one: 'Oggi un’email a <domain/> arriva di solito in circa # secondo.',
        many: 'Oggi un’email a <domain/> arriva di solito in circa # di secondi.',
        other: 'Oggi un’email a <domain/> arriva di solito in circa # secondi.',
      }),
    minute: 'Oggi un’email a <domain/> arriva di solito in circa un minuto.',
    minutes: (minutes) =>
      plural('it', minutes, {
        one: 'Oggi un’email a <domain/> arriva di solito in circa # minuto.',
        many: 'Oggi un’email a <domain/> arriva di solito in circa # di minuti.',
        other: 'Oggi un’email a <domain/> arriva di solito in circa # minuti.',
      }),
  },
  undelivered: {
    delayed: 'Le email a <domain/> arrivano in ritardo. Continuiamo a provare e questa pagina ti terrà al corrente.',
    expired: (minutes) =>
      plural('it', minutes, {
        one: 'Non siamo riusciti a inviare l’email entro # minuto. Richiedi un nuovo codice o usa un altro indirizzo.',
        many: 'Non siamo riusciti a inviare l’email entro # di minuti. Richiedi un nuovo codice o usa un altro indirizzo.',
        other:
          'Non siamo riusciti a inviare l’email entro # minuti. Richiedi un nuovo codice o usa un altro indirizzo.',
      }),
    bounced: (reason) => `La nostra email è tornata indietro. ${reason}`,
    reasons: {
      no_mailbox: '<domain/> non ha una casella con questo nome. Controlla che l’indirizzo non contenga errori.',
      mailbox_full:
        'Questa casella è piena. Libera un po’ di spazio e richiedi un nuovo codice, o usa un altro indirizzo.',
      no_domain: '<domain/> non può ricevere email. Controlla la parte dopo la @.',
      no_smtputf8: 'Non possiamo inviare email a nomi con queste lettere presso <domain/>. Usa un altro indirizzo.',
      blocked: '<domain/> non accetta le nostre email. Usa un altro indirizzo.',
      other: '<domain/> ha rifiutato la nostra email. Controlla l’indirizzo o usane un altro.',
    },
  },
  timer: {
    label: 'Tempo rimasto per questo codice',
    soon: 'resta meno di un minuto',
    minutes: (minutes) =>
      plural('it', minutes, {
        one: 'resta circa # minuto',
        many: 'restano circa # di minuti',
        other: 'restano circa # minuti',
      }),
    expiresSoon: 'Il codice scade tra meno di un minuto.',
    expired: 'Il codice è scaduto. Richiedine uno nuovo.',
  },
  resend: {
    send: 'Invia un nuovo codice',
    noEmail: 'Non hai ricevuto l’email? <resend>Invia di nuovo</resend>',
    isAddressRight: 'L’indirizzo è giusto? <resend>Invia di nuovo</resend>',
    wait: {
      sentence: 'Potrai richiedere un nuovo codice tra <time/>',
      soon: 'meno di un minuto',
      minutes: (minutes) =>
        plural('it', minutes, { one: 'circa # minuto', many: 'circa # di minuti', other: 'circa # minuti' }),
    },
    possible: 'Ora puoi richiedere un nuovo codice.',
    checkSpam: 'Ancora nessuna email? Controlla la cartella dello spam. L’email arriva da <sender/>',
  },
  safety: {
    label: 'Sicurezza',
    onlyOurs: 'Inserisci solo il codice che ti abbiamo inviato per email. Arriva da <sender/>',
    neverTell:
      'Non inserire mai codici di altri servizi. Non comunicare mai a nessuno il tuo codice: nessuno di <organisation/> te lo chiederà.',
  },
  processing: {
    title: 'Richiesta in elaborazione',
    description: 'Stiamo controllando il tuo codice. Tieni aperta questa pagina.',
    almostDone: 'Quasi fatto',
    timeLeft: 'Tempo rimasto',
    clock: (seconds) => `${seconds} s`,
    secondsLeft: (seconds) =>
      plural('it', seconds, {
        one: 'resta # secondo',
        many: 'restano # di secondi',
        other: 'restano # secondi',
      }),
  },

  confirmed: {
    label: 'Conferma',
    title: 'Indirizzo email confermato',
    email: 'L’indirizzo <email/> è confermato per <organisation/>.',
    unnamed: 'Il tuo indirizzo è confermato per <organisation/>.',
    leave: 'Continua su <host/>',
    orClose: 'Oppure chiudi questa pagina. È tutto a posto.',
    close: 'È tutto a posto, puoi chiudere questa pagina.',
    another: 'Conferma un altro indirizzo',
    myData: 'Vedi o cancella ciò che è conservato su di te',
  },
  site: {
    purpose: 'L’indirizzo che confermi qui sarà inviato a <host/>.',
    done: '<host/> ha ricevuto il tuo indirizzo. Puoi chiudere questa finestra.',
  },
  halted: {
    title: 'Fermati qui',
    nobodyAsks: 'Nessuno di <organisation/> chiede codici per telefono o in chat.',
    explanation:
      'Se qualcuno ti ha detto di aprire questa pagina, di inserire qualcosa qui o di dargli un codice, non andare avanti. Potrebbe stare cercando di entrare in uno dei tuoi account.',
    whatToDo: 'Che cosa fare',
    endCall: 'Termina la telefonata o la chat.',
    closePage: 'Chiudi questa pagina.',
    tellNobody: 'Non comunicare a nessuno un codice che hai ricevuto per email, per SMS o in un’app.',
    changePassword:
      'Se hai comunicato a qualcuno un codice o una password, cambia subito la password e chiama l’azienda a cui appartiene. Cerca il numero per conto tuo.',
    warned: 'Abbiamo avvertito gli amministratori di <organisation/>.',
    untilYouGoOn:
      'Finché non scegli di andare avanti, il team di assistenza non può mostrarti messaggi né portarti su un’altra pagina.',
    goOn: 'Ho capito, vai avanti',
  },
  exit: {
    thanks: 'Grazie',
    confirmed: 'Il tuo indirizzo email è confermato.',
    ended: 'Fine della verifica',
    leavingFor: 'Stai lasciando questo portale per andare su <host/>',
    end: 'La verifica finisce qui.',
    stay: 'Resta',
    tryAgain: 'Riprova',
    failed: 'Riprova tra qualche istante.',
    stillHere: { title: 'Sei ancora qui', description: 'La pagina che stavi per aprire non è più in uso.' },
    closed: { title: 'Puoi chiudere questa pagina', description: 'Qui non c’è altro da fare.' },
  },
};

export const myData: Messages['myData'] = {
  title: 'I tuoi dati',
  introduction: 'Ecco cosa conserva <organisation/> per <email/>.',
  timeLeft: (minutes) =>
    plural('it', minutes, {
      one: 'Per la tua sicurezza, questa pagina si chiude tra # minuto.',
      many: 'Per la tua sicurezza, questa pagina si chiude tra # di minuti.',
      other: 'Per la tua sicurezza, questa pagina si chiude tra # minuti.',
    }),
  failed: 'Impossibile caricare i tuoi dati',
  nothing: 'Per <email/> non è conservato nulla.',
  cut: 'Ce ne sono più di quanti mostrati qui.',
  account:
    'Esiste anche un account con questo indirizzo. Qui non viene mostrato né cancellato. <link>Accedi</link> per vederlo.',
  held: (day) => `Per motivi legali dobbiamo conservare questi dati fino al ${day}. Prima non puoi cancellarli.`,
  kinds: {
    registrations: 'Registrazione',
    verified: 'Indirizzo confermato',
    codes: 'Richieste di un codice',
    visits: 'Visite',
    help: 'Richieste di aiuto',
    messages: 'Messaggi del team di assistenza',
    log: 'Voci del registro',
    audit: 'Voci di controllo',
    notifications: 'Avvisi al team di assistenza',
    emails: 'Email inviate a te',
    webhooks: 'Comunicazioni ad altri sistemi',
  },
  about: {
    registrations: 'Un nuovo account che attende la tua conferma.',
    verified: 'Dimostra che l’indirizzo è tuo.',
    codes: 'L’indirizzo che hai inserito e quando. Nessuno può leggere il codice.',
    visits: 'Il tuo browser, l’indirizzo IP, la posizione approssimativa e la pagina.',
    help: 'Ciò che hai chiesto al team di assistenza.',
    messages: 'Ciò che il team di assistenza ti ha mostrato qui.',
    log: 'Cosa è successo qui e quando, per sicurezza.',
    audit: 'Ciò che il team di assistenza ha fatto e che ti riguarda.',
    notifications: 'Ciò che il team di assistenza ha saputo della tua visita.',
    emails: 'Quando ti abbiamo scritto e se è arrivata, senza il testo.',
    webhooks: 'Il risultato, per il sistema che ti ha mandato qui.',
  },
  fields: {
    username: 'Nome utente',
    firstName: 'Nome',
    lastName: 'Cognome',
    email: 'Indirizzo email',
    guestId: 'ID del browser',
    ipAddress: 'Indirizzo IP',
    location: 'Posizione',
    device: 'Dispositivo',
    language: 'Lingua',
    page: 'Pagina',
    views: 'Pagine viste',
    action: 'Azione',
    kind: 'Tipo',
    title: 'Titolo',
    text: 'Testo',
    reason: 'Motivo',
    details: 'Dettagli',
    outcome: 'Risultato',
    tries: 'Tentativi',
    state: 'Stato',
    destination: 'Destinazione',
    token: 'ID del link',
    organisationId: 'ID nell’altro sistema',
    claims: 'Dall’altro sistema',
    helped: 'Con l’aiuto del team di assistenza',
    at: 'Ora',
    createdAt: 'Creazione',
    seenAt: 'Ultima visita',
    expiresAt: 'Scadenza',
    usedAt: 'Utilizzo',
    sentAt: 'Invio',
    verifiedAt: 'Conferma',
    deliveredAt: 'Consegna',
    haltedAt: 'Fermato da te',
    bouncedAt: 'Ritorno al mittente',
  },
  download: 'Scarica come pagina',
  downloadJson: 'Scarica per programmi (JSON)',
  made: (time) => `Creato il ${time}`,
  erase: 'Cancella tutto',
  erasing: {
    title: 'Cancellare tutto?',
    description: 'Tutto ciò che è conservato per <email/> verrà cancellato. Non si può annullare.',
    elsewhere: 'Riguarda solo questo portale. Per i dati in altri sistemi, chiedi a <organisation/>.',
    confirm: 'Cancella definitivamente',
    failed: 'Impossibile cancellare i tuoi dati',
  },
  stays: {
    title: 'Cosa resta',
    audit:
      'Le registrazioni di ciò che ha fatto il team di assistenza. Un nome casuale che non porta a nulla sostituisce il tuo.',
    halt: 'Il tuo avviso che qualcuno ti ha detto di venire qui. Ti protegge finché non scegli di andare avanti.',
    account: 'I dati che appartengono all’account con questo indirizzo.',
    'staff-work': 'Le registrazioni del tuo lavoro nel team di assistenza.',
    until: (day) => `Lo rimuoveremo il ${day}.`,
  },
  erased: {
    title: 'I tuoi dati sono stati cancellati',
    description: 'Ciò che era conservato per <email/> non esiste più. Puoi chiudere questa pagina.',
  },
  over: { title: 'Conferma il tuo indirizzo', confirm: 'Conferma l’indirizzo' },
};

export const signIn: Messages['signIn'] = {
  title: 'Accedi',
  adminTitle: 'Accesso amministratori',

  reasons: {
    signedOut: 'La tua sessione è stata chiusa. Accedi di nuovo.',
    reLogin: 'Per la tua sicurezza, accedi di nuovo.',
  },
  user: {
    heading: 'Portale utenti',
    subtitle: 'Autenticazione degli utenti',
    login: 'Accesso',
    register: 'Registrazione',
    submit: 'Accedi',
    pending: 'Accesso in corso…',
    done: 'Accesso riuscito',
    failed: 'Accesso non riuscito',
    refused: 'Nome utente o password non validi',
    forgotPassword:
      'Il team di assistenza può darti una password temporanea. La usi per accedere e ne scegli una nuova.',
  },
  admin: {
    heading: 'Pannello di amministrazione',
    subtitle: 'Accesso riservato all’amministrazione',
    submit: 'Accedi al pannello di amministrazione',
    pending: 'Autenticazione in corso…',
    done: 'Accesso amministratore riuscito',
    failed: 'Accesso amministratore non riuscito',
    refused: 'Credenziali di amministratore non valide',
    forgotPassword:
      'Un altro amministratore può darti una password temporanea nella gestione degli utenti (“User Management”). Se non ci sono altri amministratori, può farlo chi gestisce il server, con “<command/>”.',
    backToUserLogin: 'Torna all’accesso utenti',
  },
  denied: {
    pageTitle: 'Amministrazione',
    title: 'Accesso negato',
    loading: 'Caricamento del pannello di amministrazione…',
    redirecting: 'È richiesto l’accesso amministratore. Reindirizzamento…',
    privilegesRequired: 'Sono richiesti i privilegi di amministratore',
    role: 'Ruolo attuale: utente',
  },
  username: 'Nome utente',
  password: 'Password',
  enterUsername: 'Inserisci il tuo nome utente',
  enterPassword: 'Inserisci la tua password',
  forgotPassword: 'Hai dimenticato la password?',
  withPasskey: 'Accedi con una passkey',
  or: 'oppure',
  withSso: 'Usa l’accesso unico (SSO)',

  secondStep: {
    title: 'Ancora un passaggio',
    description: 'La tua password è corretta. Ora conferma che sei tu.',
    usePasskey: 'Usa una passkey',
    appCode: 'Codice della tua app',
    recoveryCode: 'Codice di recupero',
    worksOnce: 'Ogni codice funziona una sola volta',
    continue: 'Continua',
    checking: 'Controllo in corso…',
    useRecoveryCode: 'Usa invece un codice di recupero',
    useAppCode: 'Usa il codice della tua app',
    startOver: 'Ricomincia',
  },

  noRegistration: {
    title: 'Gli account vengono creati dal team di assistenza',
    description:
      'Per avere un account, contatta il team di assistenza indicando il tuo nome e il tuo indirizzo email. Il team lo creerà per te e ti invierà ciò che ti serve per accedere.',
    copyContact: 'Copia il contatto del team di assistenza',
  },
  register: {
    email: 'Indirizzo email',
    emailHint: 'Ti invieremo per email un codice per confermarlo',
    firstName: 'Nome',
    lastName: 'Cognome',
    optional: 'Facoltativo',
    passwordHint: (least) =>
      plural('it', least, { one: 'Almeno # carattere', many: 'Almeno # di caratteri', other: 'Almeno # caratteri' }),
    submit: 'Crea un account',
    pending: 'Creazione dell’account…',
    haveCode: 'Hai ricevuto un codice nella nostra email? <link>Conferma il tuo indirizzo email</link>',
    done: 'Account creato',
    doneUnverified: {
      title: 'Registrazione riuscita',
      description: 'Controlla la tua email per confermare il tuo account.',
    },
    failed: 'Registrazione non riuscita',
    failedReason: 'Non è stato possibile creare l’account',
  },
  verifyEmail: {
    title: 'Conferma il tuo indirizzo email',
    subtitle: 'Ancora un passaggio e avrai il tuo account',
    backToLogin: 'Torna all’accesso',
    sentTo: 'Abbiamo inviato un’email a <email/>',
    enterCode: 'Inserisci il codice che trovi nella nostra email o apri il link che contiene.',
    code: 'Codice di verifica',
    codeHint: 'Il link nella nostra email lo compila per te',
    codeFilledIn: 'Compilato dal link che hai aperto',
    codeMissing: 'Inserisci il codice che trovi nella nostra email',
    submit: 'Conferma l’indirizzo email',
    pending: 'Verifica in corso…',
    done: 'Il tuo indirizzo email è confermato! Ora puoi accedere.',
    failed: 'Verifica non riuscita',
    invalid: 'Codice di verifica non valido',
  },
  resend: {
    title: 'Ancora nessuna email?',
    description: 'Può richiedere qualche minuto. Controlla anche la cartella dello spam. L’email arriva da <sender/>',
    email: 'Indirizzo email',
    emailHint: 'Quello della tua registrazione in questo browser',
    noAddress: 'Nessun indirizzo email disponibile per il nuovo invio',
    submit: 'Invia di nuovo l’email di verifica',
    pending: 'Invio in corso…',
    done: 'Ti abbiamo inviato di nuovo l’email di verifica',
    failed: 'Non è stato possibile inviare di nuovo l’email di verifica',
  },
};

export const sso: Messages['sso'] = {
  'not-linked':
    'Il tuo account di accesso unico non è collegato a nessun account qui. Accedi con la tua password e collegalo nel tuo account.',
  suspended: 'Il tuo account è sospeso. Contatta il team di assistenza.',
  'second-factor': 'Accedi con la tua password e il tuo secondo fattore.',
  cancelled: 'L’accesso unico è stato annullato.',
  expired: 'L’accesso unico ha richiesto troppo tempo o è stato avviato in un altro browser. Riprova.',
  failed: 'L’accesso unico non è riuscito. Riprova o accedi con la tua password.',
  unavailable: 'L’accesso unico non è disponibile al momento. Riprova più tardi o accedi con la tua password.',
  taken: 'Questo account di accesso unico è già collegato a un altro account qui.',
};

export const account: Messages['account'] = {
  goToAccount: 'Vai al tuo account',
  saving: 'Salvataggio in corso…',

  home: {
    title: 'Il tuo account',
    standing: { online: 'Online', suspended: 'Sospeso', needs_auth: 'Nuovo accesso richiesto' },
    adminPanel: {
      title: 'Pannello di amministrazione',
      admin: 'Utenti, ospiti e impostazioni',
      helper: 'Che cosa puoi fare con il ruolo di assistente',
      manager: 'Che cosa puoi fare con il ruolo di gestore',
      auditor: 'Che cosa puoi fare con il ruolo di revisore',
      open: 'Apri il pannello di amministrazione',
    },
    details: { title: 'I tuoi dati', text: 'Il tuo nome e come contattarti', open: 'Aggiorna i dati' },
    language: { title: 'Lingua', text: 'Delle tue pagine e delle tue email', notSaved: 'Lingua non salvata' },
    profile: {
      title: 'Completa il tuo profilo',
      text: 'Come viene completato il tuo profilo',
      open: 'Completa il profilo',
    },
    terms: { title: 'Il tuo accordo', text: 'Le condizioni d’uso di questo portale', open: 'Leggi le condizioni' },
    email: {
      title: 'Indirizzo email',
      none: 'Ancora nessuno. Aggiungine uno, così potremo informarti delle modifiche al tuo account.',
    },
    password: {
      title: 'Password',
      text: 'Se la cambi, esci da tutte le altre sessioni',
      change: 'Cambia password',
      description: 'Qui la tua sessione resta aperta. Tutte le altre vengono chiuse.',
    },
    signOut: { title: 'Esci', text: 'Chiudi la tua sessione in questo browser' },
  },

  picture: {
    title: 'Foto',
    text: 'Appare accanto al tuo nome',
    add: 'Aggiungi foto',
    change: 'Cambia foto',
    remove: 'Rimuovi',
    saved: 'Foto salvata',
    removed: 'Foto rimossa',
    notSaved: 'Foto non salvata',
    notRemoved: 'Foto non rimossa',
  },

  email: {
    add: 'Aggiungi indirizzo email',
    change: 'Cambia indirizzo email',
    description:
      'Inviamo un codice per email al nuovo indirizzo per confermare che è tuo. Finché non lo inserisci, non cambia nulla.',
    openToAdd: 'Aggiungi indirizzo',
    openToChange: 'Cambia indirizzo',
    notLoaded: 'Non siamo riusciti a controllare se c’è un codice in attesa per te.',
    newAddress: 'Nuovo indirizzo email',
    sendCode: 'Invia codice',
    sending: 'Invio in corso…',
    codeNotSent: 'Codice non inviato',
    onItsWay: 'Un codice è in arrivo a <email/>',
    code: 'Codice ricevuto per email',
    codeExpired: 'Questo codice è scaduto. Inviane un altro.',
    codeExpires: (time) => `Scade tra ${time}`,
    confirm: 'Conferma indirizzo',
    confirming: 'Modifica in corso…',
    sendAnother: 'Invia un altro codice',
    anotherSent: { title: 'Codice inviato', text: 'Il codice precedente non funziona più.' },
    useAnother: 'Usa un altro indirizzo',
    changed: {
      title: 'Indirizzo email cambiato',
      text: (email) => `Le email sul tuo account ora vengono inviate a ${email}.`,
    },
    notChanged: 'Indirizzo non cambiato',
  },

  sso: {
    title: 'Accesso unico (SSO)',
    text: 'Accedi qui senza la tua password',
    textOf: (provider) => `Accedi con il tuo account ${provider}, senza la password che usi qui`,
    notLoaded: 'Non siamo riusciti a controllare se è collegato',
    neverUsed: (provider, since) => `Collegato a ${provider} in data ${since}, non ancora usato`,
    lastUsed: (provider, since, used) => `Collegato a ${provider} in data ${since}, ultimo utilizzo: ${used}`,
    link: 'Collega',
    linking: 'Collegamento in corso…',
    linked: 'Accesso unico collegato',
    notLinked: 'Accesso unico non collegato',
    unlink: 'Scollega',
    unlinkTitle: 'Vuoi scollegare l’accesso unico?',
    unlinkText: (provider) => `Con il tuo account ${provider} non potrai più accedere qui. Usa invece la tua password.`,
    unlinked: 'Accesso unico scollegato',
    notUnlinked: 'Accesso unico non scollegato',
  },

  factors: {
    title: 'Secondo fattore',
    description: 'Richiesto dopo la password quando accedi',
    on: 'Attivo',
    off: 'Non attivo',
    loading: 'Caricamento dei tuoi secondi fattori…',
    notLoaded: 'Non è stato possibile caricare i tuoi secondi fattori.',
    none: 'Chiunque scopra la tua password può accedere al posto tuo. Aggiungi una passkey o un’app sul tuo telefono e la sola password non basterà più.',
    addPasskey: 'Aggiungi una passkey',
    addApp: 'Aggiungi un’app',
    passkeyUsed: 'Passkey, aggiunta in data <day/> · ultimo utilizzo: <ago/>',
    passkeyNeverUsed: 'Passkey, aggiunta in data <day/> · non ancora usata',
    renamePasskey: (name) => `Rinomina la passkey ${name}`,
    removePasskey: (name) => `Rimuovi la passkey ${name}`,
    app: 'App di autenticazione',
    appAdded: 'Aggiunta in data <day/>',
    removeApp: 'Rimuovi l’app',
    recoveryCodes: 'Codici di recupero',
    noCodesLeft: 'Non ne resta nessuno. Creane di nuovi.',
    codesLeft: (left, all) => `Rimasti: ${left} su ${all}. Ognuno funziona una sola volta.`,
    newCodes: 'Nuovi codici',
    added: { title: 'Secondo fattore aggiunto', text: 'Ora puoi usarlo per accedere.' },
  },

  removeFactor: {
    passkeyTitle: 'Rimuovi la passkey <name/>',
    appTitle: 'Rimuovi l’app',
    isLast:
      'È il tuo unico secondo fattore. Senza, la sola password basta per accedere, e i tuoi codici di recupero vengono eliminati.',
    isNotLast: 'Non potrà più essere usato per accedere. Gli altri tuoi secondi fattori restano.',
    removePasskey: 'Rimuovi passkey',
    removeApp: 'Rimuovi app',
    passkeyRemoved: 'Passkey rimossa',
    appRemoved: 'App rimossa',
    notRemoved: 'Rimozione non riuscita',
  },

  passkey: {
    addTitle: 'Aggiungi una passkey',
    addText:
      'Il tuo dispositivo ti chiede l’impronta digitale, il volto o il suo PIN. Niente di tutto questo lascia il dispositivo.',
    name: 'Nome',
    nameHint: 'Per riconoscerla nel tuo elenco',
    androidPhone: 'Telefono Android',
    windowsComputer: 'Computer Windows',
    thisComputer: 'Questo computer',
    add: 'Aggiungi passkey',
    adding: 'Segui le istruzioni del dispositivo…',
    notAdded: {
      title: 'Passkey non aggiunta',
      text: 'Non è stata aggiunta nessuna passkey. Il tuo dispositivo potrebbe averne già una per questo account.',
    },
    renameTitle: 'Rinomina passkey',
    renameText: 'Il nome lo vedi solo tu.',
    rename: 'Rinomina',
    renamed: 'Passkey rinominata',
    notRenamed: 'Passkey non rinominata',
  },

  app: {
    title: 'Aggiungi un’app di autenticazione',
    text: (seconds) => `Mostra un nuovo codice ogni ${seconds} secondi, anche offline.`,
    qrCode: 'Codice QR per la tua app',
    scan: 'Inquadralo con l’app sul tuo telefono o inserisci nell’app questa chiave:',
    copyKey: 'Copia chiave',
    keepSecret: 'Chiunque abbia questa chiave può creare i tuoi codici. Non condividerla.',
    code: 'Codice attuale nell’app',
    add: 'Aggiungi app',
    adding: 'Controllo in corso…',
    notAdded: 'App non aggiunta',
  },

  recoveryCodes: {
    title: 'Salva i tuoi codici di recupero',
    text: 'Se perdi il tuo dispositivo, ogni codice ti permette di accedere una volta. Non li mostreremo più.',
    label: 'Codici di recupero',
    sheetTitle: (organisation) => `Codici di recupero per ${organisation}`,
    sheetText: 'Ogni codice funziona una sola volta.',
    download: 'Scarica',
    print: 'Stampa',
    copy: 'Copia i codici di recupero',
    keepSafe: 'Conservali con le tue password o su carta, non sul dispositivo che sostituiscono.',
    saved: 'Li ho salvati',
    makeTitle: 'Crea nuovi codici di recupero',
    makeText: (count) =>
      `Ricevi ${count} nuovi codici. Quelli vecchi smettono di funzionare, ovunque tu li abbia salvati.`,
    make: 'Crea nuovi codici',
    notMade: 'Nessun nuovo codice di recupero',
  },

  sessions: {
    title: 'Le tue sessioni aperte',
    description: 'Non ne riconosci una? Chiudila e cambia la password.',
    loading: 'Caricamento delle tue sessioni…',
    notLoaded: 'Non è stato possibile caricare le tue sessioni.',
    thisBrowser: 'Questo browser',
    since: 'Accesso: <time/>',
    sinceAndUsed: 'Accesso: <time/> · ultimo utilizzo: <ago/>',
    end: 'Chiudi',
    endOn: (device) => `Chiudi la sessione su ${device}`,
    endOneText:
      'Questa sessione viene chiusa subito. Il lavoro non salvato al suo interno va perso. Qui la tua sessione resta aperta.',
    endOne: 'Chiudi sessione',
    endOthersTitle: 'Chiudi tutte le altre sessioni',
    endOthersText: (others) =>
      plural('it', others, {
        one: '# altra sessione viene chiusa subito. Il lavoro non salvato al suo interno va perso. Qui la tua sessione resta aperta.',
        many: '# di altre sessioni vengono chiuse subito. Il lavoro non salvato al loro interno va perso. Qui la tua sessione resta aperta.',
        other:
          '# altre sessioni vengono chiuse subito. Il lavoro non salvato al loro interno va perso. Qui la tua sessione resta aperta.',
      }),
    endOthers: 'Chiudi tutte le altre',
    ended: {
      title: 'Disconnessione riuscita',
      text: (sessions) =>
        plural('it', sessions, {
          one: '# sessione chiusa. Qui la tua sessione resta aperta.',
          many: '# di sessioni chiuse. Qui la tua sessione resta aperta.',
          other: '# sessioni chiuse. Qui la tua sessione resta aperta.',
        }),
    },
    notEnded: 'Disconnessione non riuscita',
  },

  backToAccount: 'Torna al tuo account',

  details: {
    title: 'Aggiorna i tuoi dati',
    subtitle: 'Il tuo profilo è completo quando tutti i campi tranne “Su di te” sono compilati.',
    loading: 'Caricamento dei tuoi dati…',
    notLoaded: 'Non è stato possibile caricare i tuoi dati',
    complete: (since) => `Profilo completato in data ${since}`,
    incomplete: 'Non ancora completo.',
    missing: (details) => `Non ancora completo. Dati mancanti: ${details}.`,
    names: {
      firstName: 'nome',
      lastName: 'cognome',
      phone: 'telefono',
      dateOfBirth: 'data di nascita',
      address: 'indirizzo',
      city: 'città',
      country: 'Paese',
    },
    email: 'Indirizzo email',
    emailHint: 'Puoi cambiarlo nel tuo account.',
    noEmail: 'Nessuno',
    firstName: 'Nome',
    lastName: 'Cognome',
    phone: 'Telefono',
    phoneHint: 'Per esempio +44 20 7946 0000',
    dateOfBirth: 'Data di nascita',
    halfDate: 'Inserisci la data completa o lascia vuoto il campo',
    about: 'Su di te',
    aboutHint: 'Facoltativo',
    address: 'Indirizzo',
    addressHint: 'Via e numero civico',
    city: 'Città',
    country: 'Paese',
    save: 'Salva i dati',
    saved: 'Dati salvati',
    notSaved: 'Dati non salvati',
  },

  terms: {
    title: 'Condizioni d’uso',
    subtitle: (organisation) => `Le condizioni d’uso del portale di ${organisation}.`,
    loading: 'Caricamento delle condizioni…',
    notLoaded: 'Non è stato possibile caricare le condizioni',
    none: {
      title: 'Non ci sono ancora condizioni',
      text: 'Il team di assistenza te lo chiederà quando ci sarà qualcosa da accettare.',
    },
    label: 'Testo delle condizioni',
    changed:
      'Le condizioni sono cambiate da quando hai aperto questa pagina. Leggi il nuovo testo qui sopra prima di accettarlo.',
    accept: 'Accetta le condizioni',
    accepting: 'Accettazione in corso…',
    accepted: (time) => `Hai accettato queste condizioni in data ${time}.`,
    notAccepted: 'Condizioni non accettate',
  },

  securityCheck: {
    title: 'Controllo di sicurezza',
    subtitle: 'Inserisci la tua password per confermare che sei tu.',
    password: 'Password',
    confirm: 'Conferma password',
    confirming: 'Conferma in corso…',
    done: 'Grazie. La tua password è confermata.',
    failed: 'Controllo di sicurezza non riuscito',
  },

  completeProfile: {
    title: 'Completa il tuo profilo',
    text: 'Il team di assistenza si occupa di completare i profili e ti contatterà.',
    goBack: 'Torna al tuo account',
  },

  reLogin: {
    pageTitle: 'Nuovo accesso',
    title: 'Accedi di nuovo',
    text: 'Stiamo chiudendo la tua sessione qui. Puoi accedere di nuovo subito.',
    askedBy: (organisation) => `Te lo chiede il team di assistenza di ${organisation}.`,
    askedByBecause: (organisation, reason) =>
      `Te lo chiede il team di assistenza di ${organisation}. Il motivo indicato: “${reason}”`,
    stillSignedIn: { title: 'La tua sessione è ancora aperta', text: 'La disconnessione non è riuscita.' },
  },

  notFound: {
    title: '404 Pagina non trovata',
    text: 'Non abbiamo trovato questa pagina. Controlla l’indirizzo o vai al tuo account.',
  },

  newPassword: {
    title: 'Scegli una nuova password',
    text: 'La tua password è temporanea, o troppo corta senza un secondo fattore. Scegline una nuova per continuare.',
  },

  firstFactor: {
    title: 'Aggiungi un secondo fattore',
    text: 'Per il tuo account non basta una password. Scegli che cosa aggiungere, poi continua.',
    passkey:
      'L’impronta digitale, il volto o il PIN di questo dispositivo, oppure una chiave di sicurezza. Il modo più sicuro e più rapido da usare.',
    app: 'Un’app di autenticazione sul tuo telefono mostra un codice, che inserisci quando accedi.',
  },
};

export const signedIn: Messages['signedIn'] = {
  signOut: {
    button: 'Esci',
    pending: 'Disconnessione in corso…',
    done: 'Disconnessione riuscita',
    failed: 'Disconnessione non riuscita',
  },

  password: {
    current: 'Password attuale',
    new: 'Nuova password',
    atLeast: (characters) => `Almeno ${characters} caratteri`,
    atLeastAlone: (characters, withSecondFactor) =>
      `Almeno ${characters} caratteri (${withSecondFactor} con un secondo fattore)`,
    confirm: 'Conferma nuova password',
    change: 'Cambia password',
    changing: 'Modifica in corso…',
    changed: {
      title: 'Password cambiata',
      own: 'La tua password è stata cambiata.',
      admin: 'La tua password di amministratore è stata cambiata.',
    },
    notChanged: 'Cambio della password non riuscito',
  },

  asked: {
    by: (organisation) => `Il team di assistenza di ${organisation} ti ha portato su questa pagina.`,
    reason: 'Il motivo indicato: “<reason/>”',
    accountInstead:
      'Qui solo gli ospiti confermano un indirizzo email. La tua sessione è aperta, quindi vedi invece il tuo account.',
    leaveAnytime: 'Puoi lasciarla in qualsiasi momento.',
    leaveAfter: {
      details: 'Potrai lasciarla dopo aver salvato i tuoi dati, oppure uscendo dall’account.',
      signIn: 'Potrai lasciarla dopo un nuovo accesso, oppure uscendo dall’account.',
      terms: 'Potrai lasciarla dopo aver accettato le condizioni, oppure uscendo dall’account.',
      password: 'Potrai lasciarla dopo aver confermato la tua password, oppure uscendo dall’account.',
    },
    leaveWhenEnded:
      'Potrai lasciarla quando il team di assistenza avrà concluso. Fino ad allora puoi uscire dall’account.',
    over: { title: 'Puoi andare avanti', text: 'Al team di assistenza qui non serve altro.' },
  },
};

export const stepUp: Messages['stepUp'] = {
  title: 'Conferma che sei tu',
  text: (minutes) => `Per continuare, conferma che sei tu. Non te lo chiederemo di nuovo per ${minutes} minuti.`,
  notLoaded: 'Caricamento non riuscito',
  usePasskey: 'Usa una passkey',
  label: { password: 'Password', totp: 'Codice della tua app', recoveryCode: 'Codice di recupero' },
  recoveryCodeHint: 'Ognuno funziona una sola volta',
  use: {
    password: 'Usa la tua password',
    totp: 'Usa il codice della tua app',
    recoveryCode: 'Usa un codice di recupero',
  },
  confirm: 'Conferma',
  confirming: 'Conferma in corso…',
};

export const devices: Messages['devices'] = {
  unknownDevice: 'Dispositivo sconosciuto',
  browserOnSystem: (browser, system) => `${browser} su ${system}`,
  unknownLocation: 'Sconosciuto',
  localNetwork: 'Rete locale',
  country: (code) => countryName('it', code),
  cityInCountry: (city, country) => `${city}, ${country}`,
};

export const problems: Messages['problems'] = {
  emailInvalid: 'Inserisci un indirizzo email valido',
  codeTooShort: (least) => `Il codice deve avere almeno ${least} caratteri`,
  notOurCode: 'Questo non è uno dei nostri codici',
  helpReasonMissing: 'Scegli per cosa ti serve aiuto',
  tokenMissing: 'Parametro del token mancante',
  credentialsMissing: 'Inserisci sia il nome utente sia la password',
  captchaMissing: 'Completa la verifica captcha',
  appCodeMissing: 'Inserisci il codice della tua app',
  recoveryCodeMissing: 'Inserisci uno dei tuoi codici di recupero',
  usernameMissing: 'Inserisci un nome utente',
  usernameTooLong: (most) => `Un nome utente può avere al massimo ${most} caratteri`,
  usernameNotAWord: 'Scegli un nome utente senza spazi, barre o due punti',
  usernameSpaces: 'Non usare più spazi di seguito nel nome utente',
  firstNameTooLong: (most) => `Un nome può avere al massimo ${most} caratteri`,
  lastNameTooLong: (most) => `Un cognome può avere al massimo ${most} caratteri`,
  notPlainText: 'Usa solo lettere, cifre e la punteggiatura comune',
  invisible: 'Un nome non può contenere caratteri invisibili. Scrivilo di nuovo invece di incollarlo.',
  verificationCodeMissing: 'Inserisci il codice di verifica',
  currentPasswordMissing: 'La password attuale è obbligatoria',
  passwordTooShort: (least) => `La nuova password deve avere almeno ${least} caratteri`,
  passwordTooLong: (most) => `Una password può avere al massimo ${most} caratteri`,
  confirmationMissing: 'Conferma la tua nuova password',
  confirmationDiffers: 'Le password non coincidono',
  phoneInvalid: 'Inserisci un numero di telefono, per esempio +44 20 7946 0000',
  dateInvalid: 'Inserisci una data nel passato',
  tooLong: (most) =>
    plural('it', most, {
      one: 'Usa al massimo # carattere',
      many: 'Usa al massimo # di caratteri',
      other: 'Usa al massimo # caratteri',
    }),
  nameMissing: 'Inserisci un nome',
  notAPicture: 'Scegli una foto, per esempio un file JPEG, PNG o WebP.',
  pictureFileTooLarge: 'Scegli una foto di al massimo 20 MB.',
  pictureTooLarge: 'Una foto può avere al massimo 64 kB',
  noBody: 'Questa chiamata non accetta un corpo.',
};

export const mails: Messages['mails'] = {
  time: (at) => `${utcTime('it', at)} UTC`,
  labelled: '<label/>: <value/>',
  titleAt: '<title/> presso <organisation/>',
  signIn: 'Accedi',
  username: 'Nome utente',
  facts: {
    requested: 'Data della richiesta',
    time: 'Data e ora',
    account: 'Account',
    device: 'Dispositivo',
    location: 'Luogo approssimativo',
    by: 'Eseguito da',
    supportTeam: 'il team di assistenza',
  },

  code: {
    subject: 'Il tuo codice di verifica per <organisation/>',
    title: 'Il tuo codice di verifica',
    use: (minutes) =>
      plural('it', minutes, {
        one: 'Questo codice conferma il tuo indirizzo email e scade tra # minuto.',
        many: 'Questo codice conferma il tuo indirizzo email e scade tra # di minuti.',
        other: 'Questo codice conferma il tuo indirizzo email e scade tra # minuti.',
      }),
    rule: 'Inseriscilo solo su <host/>. Non comunicare mai a nessuno questo codice: nessuno di <organisation/> te lo chiederà.',
    notYou:
      'Non eri tu? Forse qualcuno ha sbagliato a scrivere il proprio indirizzo. Non devi fare nulla: senza questo codice non succede niente, e il codice scade da solo.',
  },

  registration: {
    subject: 'Conferma il tuo indirizzo email per <organisation/>',
    title: 'Conferma il tuo indirizzo email',
    asked: 'Hai richiesto un account.',
    askedAs: 'Hai richiesto un account con il nome utente “<name/>”.',
    how: 'Apri questa pagina nel browser in cui hai richiesto l’account e scegli “Conferma l’indirizzo email”:',
    open: 'Apri la pagina',
    orCode: 'Oppure inserisci questo codice nella pagina da cui vieni:',
    expires: 'Entrambi funzionano una sola volta, per 24 ore.',
    notYou: 'Non eri tu? Non devi fare nulla: senza questo passaggio non ci sarà nessun account.',
  },

  knownAddress: {
    subject: 'Hai già un account presso <organisation/>',
    title: 'Hai già un account',
    why: 'Qualcuno, probabilmente tu, ha richiesto un account con questo indirizzo email. Ne hai già uno.',
    help: 'Se non ricordi come accedere, contatta il team di assistenza.',
    notYou: 'Non eri tu? Non devi fare nulla.',
  },

  password: {
    created: {
      subject: 'Il tuo account presso <organisation/>',
      title: 'Il tuo account',
      why: 'Il team di assistenza ha creato un account per te.',
    },
    reset: {
      subject: 'La tua nuova password presso <organisation/>',
      title: 'La tua nuova password',
      why: 'Il team di assistenza ha reimpostato la tua password.',
    },
    usernameWithoutSpace: 'Nome utente (senza lo spazio)',
    askForUsername: 'chiedilo al team di assistenza',
    temporaryPassword: 'Password temporanea',
    expires: (days) =>
      plural('it', days, {
        one: 'La password temporanea scade tra # giorno. Dopo, chiedine un’altra.',
        many: 'La password temporanea scade tra # di giorni. Dopo, chiedine un’altra.',
        other: 'La password temporanea scade tra # giorni. Dopo, chiedine un’altra.',
      }),
    next: 'Ti verrà chiesto di scegliere una nuova password. La conoscerai solo tu, e nessuno di <organisation/> te la chiederà mai.',
    notExpected: 'Non te lo aspettavi? Avvisa il team di assistenza e non accedere.',
  },

  emailChange: {
    subject: 'Conferma il tuo nuovo indirizzo email presso <organisation/>',
    title: 'Conferma il tuo nuovo indirizzo email',
    why: 'Qualcuno che ha effettuato l’accesso a un account presso <organisation/> vuole usare questo indirizzo email per quell’account.',
    whyOf:
      'Qualcuno che ha effettuato l’accesso all’account <name/> presso <organisation/> vuole usare questo indirizzo email per quell’account.',
    rule: (minutes) =>
      plural('it', minutes, {
        one: 'Inserisci il codice solo su <host/>, nel tuo account. Scade tra # minuto. Non comunicare mai a nessuno questo codice: nessuno di <organisation/> te lo chiederà.',
        many: 'Inserisci il codice solo su <host/>, nel tuo account. Scade tra # di minuti. Non comunicare mai a nessuno questo codice: nessuno di <organisation/> te lo chiederà.',
        other:
          'Inserisci il codice solo su <host/>, nel tuo account. Scade tra # minuti. Non comunicare mai a nessuno questo codice: nessuno di <organisation/> te lo chiederà.',
      }),
    notYou:
      'Non eri tu? Forse qualcuno ha sbagliato a scrivere il proprio indirizzo. Non devi fare nulla: senza questo codice non cambia niente, e il codice scade da solo.',
  },

  notices: {
    'new device': {
      title: 'Nuovo accesso',
      sentence: 'Il tuo account è stato usato per accedere da un nuovo browser.',
    },
    'second step failed': {
      title: 'Accesso bloccato',
      sentence:
        'Qualcuno ha inserito la tua password in un nuovo browser, ma non il tuo secondo fattore. Abbiamo bloccato l’accesso.',
    },
    'password changed': { title: 'Password cambiata', sentence: 'La tua password è stata cambiata.' },
    'password reset': {
      title: 'Password reimpostata',
      sentence: 'Il team di assistenza ha reimpostato la tua password. La vecchia password non funziona più.',
    },
    'second factor added': {
      title: 'Secondo fattore aggiunto',
      sentence: 'Un secondo fattore è stato aggiunto al tuo account.',
    },
    'second factor removed': {
      title: 'Secondo fattore rimosso',
      sentence: 'Un secondo fattore è stato rimosso dal tuo account.',
    },
    'second factor reset': {
      title: 'Secondi fattori rimossi',
      sentence: 'Il team di assistenza ha rimosso tutti i secondi fattori dal tuo account.',
    },
    'single sign-on linked': {
      title: 'Accesso unico collegato',
      sentence:
        'L’accesso unico è stato collegato al tuo account. Chiunque possa accedere a quel servizio ora può accedere qui al posto tuo.',
    },
    'single sign-on unlinked': {
      title: 'Accesso unico scollegato',
      sentence: 'L’accesso unico è stato scollegato dal tuo account.',
    },
    'e-mail changed': {
      title: 'Indirizzo email cambiato',
      sentence:
        'L’indirizzo email del tuo account è stato cambiato. Le email che lo riguardano ora vengono inviate a un altro indirizzo.',
    },
    'e-mail set': {
      title: 'Indirizzo email cambiato',
      sentence:
        'L’indirizzo email di un account è stato sostituito con questo. Le email che lo riguardano ora arrivano qui.',
    },
    'became staff': {
      title: 'Nuovo ruolo',
      sentence:
        'Un amministratore ha dato al tuo account un ruolo nel pannello di amministrazione. La tua password, i tuoi secondi fattori, i tuoi account di accesso unico collegati e le tue sessioni non funzionano più. Un amministratore ti darà una nuova password temporanea.',
    },
    'role changed': {
      title: 'Ruolo cambiato',
      sentence: 'Il team di assistenza ha cambiato ciò che il tuo account può fare. Accedi di nuovo.',
    },
  },
  notYou: 'Se non eri tu, o se non te lo aspettavi, contatta subito il team di assistenza.',
  noLinks: 'In questa email non ci sono link, di proposito. Apri il portale come fai sempre.',

  settings: {
    title: 'Impostazioni modificate',
    from: 'Da <ipAddress/> (<location/>) con <device/>, <time/>',
    open: 'Apri le impostazioni',
    advice:
      'Non è quanto concordato? Annulla la modifica, o ritirala prima che abbia effetto, e controlla l’account che l’ha fatta.',
    last: 'Ci sono state molte modifiche. Per un’ora non riceverai altre email come questa. Controlla le notifiche.',
  },
  apiKeys: {
    open: 'Apri le chiavi API',
    advice: 'Non è quanto concordato? Revoca la chiave e controlla l’account che l’ha fatto.',
  },
};

export const staffTexts: Messages['staffTexts'] = {
  emailPromptMessage: 'Inserisci il tuo indirizzo email',
  codePromptMessage: 'Inserisci di nuovo il tuo codice di verifica',
  exitMessage: 'Grazie per aver completato la verifica',
  verificationEnded: 'Il team di assistenza ha messo fine a questa verifica.',
  replies: {
    'check-spam': 'Controlla la cartella dello spam',
    'new-code': 'Ti abbiamo appena inviato un nuovo codice',
    'check-address': 'Controlla il tuo indirizzo email',
  },
  termsText: `Usando questo portale accetti quanto segue.

1. Il tuo account è solo tuo. Tieni per te la tua password e avvisa il team di assistenza se qualcun altro potrebbe conoscerla.
2. Usa il portale solo per lo scopo a cui è destinato e rispetta le altre persone che lo usano.
3. Gli accessi e le modifiche vengono registrati con ora, indirizzo IP e dispositivo, per la sicurezza degli account.
4. Il team di assistenza può sospendere un account usato in modo improprio.

Se hai domande, contatta il team di assistenza prima di accettare.`,
};

export const errors: Messages['errors'] = {
  inputInvalid: 'La richiesta è incompleta o non valida.',
  fieldInvalid: (field) => `“${field}” manca o non è valido.`,
  notSignedIn: 'Non hai effettuato l’accesso.',
  notAllowed: 'Non hai il permesso di farlo.',
  passwordChangeRequired: 'Prima scegli una tua password.',
  secondFactorRequired: 'Prima aggiungi un secondo fattore al tuo account.',
  stepUpNeeded: 'Per continuare, conferma che sei tu.',
  gateClosed: 'Apri questa pagina con il link che hai ricevuto.',
  foreignOrigin: 'Questa richiesta non proviene da una pagina di questo portale.',
  domainDenied: 'La risorsa richiesta non è stata trovata su questo server.',
  domainDeniedCode: 'Codice di errore: accesso al dominio negato',
  notFound: 'Non c’è nulla a questo indirizzo.',
  tooManyRequests: (seconds) =>
    `Troppi tentativi. Riprova tra ${
      seconds < 60
        ? plural('it', seconds, { one: '# secondo', many: '# di secondi', other: '# secondi' })
        : plural('it', Math.ceil(seconds / 60), { one: '# minuto', many: '# di minuti', other: '# minuti' })
    }.`,
  busy: 'Il server è molto occupato. Riprova tra qualche istante.',
  unavailable: 'Il servizio non è disponibile al momento. Riprova tra qualche istante.',
  bodyTooLarge: 'La richiesta è troppo grande.',
  notJson: 'Qui è accettato solo JSON (application/json).',
  malformedRequest: 'La richiesta non è HTTP valido.',
  malformedJson: 'La richiesta non è JSON valido.',
  internal: 'Qualcosa è andato storto da parte nostra. Riprova tra qualche istante.',

  captchaNeeded: 'Conferma di non essere un robot, poi invieremo il codice.',
  captchaRefused: 'Il captcha non è stato accettato. Completa di nuovo la verifica captcha.',
  captchaUnavailable: 'Il servizio captcha non è raggiungibile al momento. Riprova tra qualche istante.',
  emailsWait: 'Troppe email sono in attesa di essere inviate. Riprova tra un minuto.',
  cannotReceiveEmail: (domain) => `${domain} non può ricevere email. Controlla la parte dopo la @.`,

  gateTokenInvalid: 'Token non valido o scaduto',
  gateTokenUsed: 'Questo token è già stato usato',
  guestCode: {
    expired: 'Il tuo codice di verifica è scaduto. Richiedine uno nuovo.',
    unknown: 'Non c’è nessun codice per questo indirizzo. Richiedine uno nuovo.',
  },
  accountCode: {
    expired: 'Il tuo codice è scaduto. Richiedine uno nuovo.',
    unknown: 'Non c’è nessun codice da inserire. Richiedine uno nuovo.',
  },
  codeDead: 'Troppi codici errati. Richiedi un nuovo codice.',
  codeWrong: (left) =>
    plural('it', left, {
      one: 'Il codice non è corretto. Ti resta # tentativo.',
      many: 'Il codice non è corretto. Ti restano # di tentativi.',
      other: 'Il codice non è corretto. Ti restano # tentativi.',
    }),
  browserUnknown: 'Non conosciamo ancora il tuo browser. Ricarica la pagina e riprova.',
  noExit: 'In questa pagina non è aperta nessuna uscita, o hai già scelto.',
  notConfirmedLately:
    'Conferma prima il tuo indirizzo email. Nei 15 minuti successivi potrai vedere e cancellare ciò che conserviamo al riguardo.',
  legalHold:
    'Questi dati non si possono ancora cancellare: un obbligo di legge lo impedisce. Contatta il team di assistenza.',

  wrongCredentials: 'Nome utente o password non validi',
  accountSuspended: 'Il tuo account è sospeso. Contatta il team di assistenza.',
  temporaryPasswordExpired: 'Questa password temporanea è scaduta. Chiedine una nuova al team di assistenza.',
  signInExpired: 'È passato troppo tempo, o ci sono stati troppi tentativi. Accedi di nuovo.',
  signInPasskeyRefused: 'Questa passkey non è stata accettata. Riprova o usa la tua password.',
  wrongAppCode: 'Questo codice è errato o è già stato usato. Inserisci il prossimo che mostra la tua app.',
  wrongRecoveryCode: 'Questo codice di recupero è errato o è già stato usato.',
  passkeyRefused: 'Questa passkey non è stata accettata. Riprova.',

  noSelfRegistration: 'Gli account vengono creati dal team di assistenza',
  usernameTaken: 'Questo nome utente è già in uso. Scegline un altro.',
  emailTaken: 'Esiste già un account con questo indirizzo email.',
  registrationCodeInvalid: 'Questo codice di verifica non è valido o è scaduto. Richiedine uno nuovo.',
  otherBrowser:
    'Questo codice funziona solo nel browser in cui hai fatto la registrazione. Apri lì il link, o registrati di nuovo qui.',

  wrongCurrentPassword: 'La password attuale non è corretta',
  wrongPassword: 'Questa password non è corretta.',
  wrongPasswordTryAgain: 'Questa password non è corretta. Riprova.',
  samePassword: 'La nuova password deve essere diversa da quella attuale',
  passwordNeedsFactor: (least) =>
    `Una password con meno di ${least} caratteri richiede un secondo fattore. Scegline una più lunga, o aggiungi prima un secondo fattore al tuo account.`,
  passwordCommon: 'Questa password è troppo comune. Scegline un’altra.',
  passwordGuessable: 'Questa password è troppo simile a un nome che altri conoscono. Scegline un’altra.',
  passwordLeaked: 'Questa password è comparsa in una fuga di dati. Scegline un’altra.',
  passwordNotEnough: 'Usa il tuo secondo fattore. Qui la sola password non basta.',
  shortPasswordStandsAlone: (least) =>
    `La tua password ha meno di ${least} caratteri. È troppo corta senza un secondo fattore: prima scegline una più lunga.`,
  lastSecondFactor:
    'Questo portale richiede un secondo fattore, e questo è l’unico che hai. Prima aggiungine un altro.',
  secondFactorGone: 'Questo secondo fattore non esiste più.',
  appOfferExpired: 'È passato troppo tempo. Ricomincia ad aggiungere l’app.',
  tooManyPasskeys: (most) =>
    plural('it', most, {
      one: 'Puoi avere al massimo # passkey. Prima rimuovine una.',
      many: 'Puoi avere al massimo # di passkey. Prima rimuovine una.',
      other: 'Puoi avere al massimo # passkey. Prima rimuovine una.',
    }),
  passkeyKnown: 'Questa passkey è già in uso.',
  nothingToRecover: 'Prima aggiungi un’app o una passkey. I codici di recupero sostituiscono quella che perdi.',

  sameEmail: 'Questo è già il tuo indirizzo email.',
  termsChanged: 'Nel frattempo le condizioni sono cambiate. Leggile di nuovo.',
  languageNotOffered: 'Questa lingua non è disponibile qui.',
};
