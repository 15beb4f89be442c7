import { countryName } from '../contract/language/country-name.ts';
import type { Messages } from '../contract/language/messages.ts';
import { plural } from '../contract/language/plural.ts';
import { utcTime } from '../contract/language/utc-time.ts';

export const shared: Messages['shared'] = {
  language: 'Taal',
  theme: 'Thema',
  systemTheme: 'Thema van het systeem',
  lightTheme: 'Licht thema',
  darkTheme: 'Donker thema',
  supportContact: 'Zo bereik je het supportteam van <organisation/>: <contact/>',

  loading: 'Laden…',
  close: 'Sluiten',
  cancel: 'Annuleren',
  tryAgain: 'Opnieuw proberen',
  pleaseTryAgain: 'Probeer het opnieuw',
  pleaseTryAgainLater: 'Probeer het zo meteen opnieuw.',
  copied: 'Gekopieerd',
  copyFailed: 'Kopiëren is niet gelukt. Selecteer in plaats daarvan de tekst.',
  toasts: { label: 'Meldingen (F8)', close: 'Melding sluiten' },
  passwordField: {
    show: (field) => `‘${field}’ tonen`,
    hide: (field) => `‘${field}’ verbergen`,
    capsLock: 'Caps Lock staat aan',
  },
  timeAgo: {
    now: 'zojuist',
    minutes: (minutes) => `${minutes} min. geleden`,
    hours: (hours) => `${hours} uur geleden`,
    days: (days) => plural('nl', days, { one: '# dag geleden', other: '# dagen geleden' }),
  },
  captcha: {
    label: 'Ik ben geen robot',
    verifying: 'Controleren…',
    slow: 'Nog aan het controleren, dit kan een minuut duren',
    verified: 'Gecontroleerd',
    expired: 'Verlopen, bevestig het opnieuw',
    failed: 'Controleren is niet gelukt, probeer het opnieuw',
    loading: 'De captcha wordt geladen…',
    blocked: 'De captcha kon niet worden geladen. Controleer je verbinding en je adblocker.',
  },
  passkeyNotUsed: 'De passkey is niet gebruikt. Probeer het opnieuw of kies een andere manier.',

  unreachable: 'De server is niet bereikbaar. Controleer je verbinding en probeer het opnieuw.',
  unwell: 'De server kon geen antwoord geven. Probeer het zo meteen opnieuw.',
  notLoaded: {
    title: 'Deze pagina kan niet worden geladen',
    description: 'Misschien is het portaal bijgewerkt of ben je offline.',
    reload: 'Opnieuw laden',
    overlayTitle: 'Dit kan niet worden geopend',
    overlayDescription: 'Misschien is het portaal bijgewerkt of ben je offline. Laad de pagina opnieuw.',
  },
  needsScript: 'Dit portaal heeft JavaScript nodig. Zet het aan en laad de pagina opnieuw.',
};

export const guest: Messages['guest'] = {
  failed: { title: 'Fout', unknown: 'Er is een fout opgetreden' },
  offline: {
    page: 'Je bent offline. Deze pagina gaat verder zodra je weer online bent.',
    unsent: 'Je bent offline. We versturen dit zodra je weer online bent.',
  },

  title: 'Welkom',
  introduction: 'Vul je e-mailadres in. We sturen je een code waarmee je bevestigt dat het van jou is.',
  haveAccount: 'Heb je een account? <link>Inloggen</link>',
  email: { label: 'E-mailadres*', hint: 'Bijvoorbeeld naam@example.com' },
  continue: 'Doorgaan',
  sending: 'Versturen…',
  suggestion: {
    question: 'Bedoelde je <email/>?',
    accept: 'Ja, gebruik <domain/>',
    decline: 'Nee, houd <domain/>',
  },
  codeSent: { title: 'Code verstuurd', description: 'We hebben je een verificatiecode gemaild' },
  codeResent: { title: 'Nieuwe code verstuurd', description: 'We hebben je een nieuwe verificatiecode gemaild' },

  help: {
    label: 'Hulp',
    need: 'Ik heb hulp nodig',
    unavailable: 'We konden de keuzes niet laden. Probeer het opnieuw.',
    title: 'Waarmee heb je hulp nodig?',
    description: 'Kies een antwoord. Je hoeft niets te typen.',
    reasons: {
      no_mail: 'Ik heb de e-mail niet gekregen',
      wrong_address: 'Mijn adres klopt niet',
      code_refused: 'Mijn code wordt niet geaccepteerd',
      told_to_come: 'Iemand heeft gezegd dat ik hierheen moest gaan',
    },
    toldToCome:
      'Niemand van <organisation/> vraagt telefonisch of via chat om codes. Heeft iemand gezegd dat je hierheen moest gaan, beëindig dan het telefoongesprek of de chat en sluit deze pagina.',
    close: 'Sluiten',
    asked: 'We hebben het supportteam ingelicht.',
    attended: 'Het supportteam is je aan het helpen.',
    chosen: (reason) => `Je hebt ‘${reason}’ gekozen. Houd deze pagina open. Je ziet het antwoord hier.`,
    withdraw: 'Ik heb geen hulp meer nodig',
    chooseOther: 'Iets anders kiezen',
  },

  prompt: {
    sender: 'Bericht van het supportteam van <organisation/>',
    titles: { email: 'E-mailadres nodig', code: 'Verificatiecode' },
    warning: 'Alleen de code uit onze e-mail (<sender/>) hoort hier. Vertel je code nooit aan iemand anders.',
    close: 'Begrepen',
  },
  redirect: {
    moved: 'Het supportteam heeft je hierheen doorgestuurd',
    emailFirst: 'Het supportteam wil dat je je code invult. Vul eerst je e-mailadres in.',
    unknownHere: 'We konden je codeaanvraag niet vinden. Vul je e-mailadres opnieuw in.',
    dismiss: 'Melding sluiten',
  },

  link: {
    title: 'Verificatie',
    verifying: { title: 'Controleren…', description: 'Dit duurt even.' },
    verified: 'Verificatie gelukt!',
    access: 'Je hebt nu toegang tot <organisation/>',
    redirecting: (seconds) =>
      plural('nl', seconds, {
        one: 'Je wordt over # seconde doorgestuurd…',
        other: 'Je wordt over # seconden doorgestuurd…',
      }),
    failed: 'Verificatie mislukt',
    invalid: 'Ongeldig verificatietoken',
    invalidOrExpired: 'Ongeldig of verlopen token',
    unreachable: 'Er is een netwerkfout opgetreden',
    askForNew: 'Een link werkt één keer en maar korte tijd. Vraag een nieuwe aan waar je deze hebt gekregen.',
    incomplete: 'Deze link is niet volledig',
    openWhole:
      'Een deel van je link ontbreekt. Open de hele link: sommige e-mailapps kappen een lange link af aan het einde van een regel.',
    noToken: 'Geen verificatietoken opgegeven',
    missingToken: 'Tokenparameter ontbreekt',
    retry: 'Verificatie opnieuw proberen',
    continueWithout: 'Doorgaan zonder de link',
  },
  notFound: {
    title: 'Pagina niet gevonden',
    description: 'De pagina die je zoekt, bestaat niet of is verplaatst.',
  },
};

export const guestLater: Messages['guestLater'] = {
  code: {
    title: 'Vul de code in',
    heading: 'Bekijk je e-mail',
    undelivered: 'We konden je code niet bezorgen',
    label: 'Vul de code in*',
    hint: (digits) => `De ${digits} cijfers uit onze e-mail`,
    verifying: 'Controleren…',
    expired: 'Code verlopen',
    expiredProblem: 'Deze code is verlopen. Vraag een nieuwe aan.',
    expiredToast: {
      title: 'Code verlopen',
      description: 'Je verificatiecode is verlopen. Vraag een nieuwe aan.',
    },
    tooManyWrong: 'Te veel verkeerde codes. Vraag een nieuwe aan.',
    verified: { title: 'Gelukt', description: 'Je e-mailadres is bevestigd' },
    failed: 'Verificatie mislukt',
  },
  sentTo: {
    unknown: 'Je code voor <email/>',
    sending: 'We sturen een code naar <email/>',
    sent: (time) => `We hebben om ${time} uur een code gestuurd naar <email/>`,
    undelivered: 'Je hebt ingevuld: <email/>',
    edit: 'Wijzigen',
    correct: 'Adres verbeteren',
  },
  usual: {
    seconds: (seconds) =>
      plural('nl', seconds, {
        one: 'Een e-mail naar <domain/> doet er vandaag meestal ongeveer # seconde over.',
        other: 'Een e-mail naar <domain/> doet er vandaag meestal ongeveer # seconden over.',
      }),
    minute: 'Een e-mail naar <domain/> doet er vandaag meestal ongeveer een minuut over.',
    minutes: (minutes) =>
      plural('nl', minutes, {
        one: 'Een e-mail naar <domain/> doet er vandaag meestal ongeveer # minuut over.',
        other: 'Een e-mail naar <domain/> doet er vandaag meestal ongeveer # minuten over.',
      }),
  },
  undelivered: {
    delayed: 'E-mail naar <domain/> is vertraagd. We blijven het proberen en laten het je op deze pagina weten.',
    expired: (minutes) =>
      plural('nl', minutes, {
        one: 'We konden de e-mail niet binnen # minuut versturen. Vraag een nieuwe code aan of gebruik een ander adres.',
        other:
          'We konden de e-mail niet binnen # minuten versturen. Vraag een nieuwe code aan of gebruik een ander adres.',
      }),
    bounced: (reason) => `Onze e-mail kwam terug. ${reason}`,
    reasons: {
      no_mailbox: 'Bij <domain/> bestaat geen mailbox met deze naam. Controleer het adres op typefouten.',
      mailbox_full: 'Deze mailbox is vol. Maak ruimte en vraag een nieuwe code aan, of gebruik een ander adres.',
      no_domain: '<domain/> kan geen e-mail ontvangen. Controleer het deel na de @.',
      no_smtputf8: 'We kunnen namen met deze letters bij <domain/> niet mailen. Gebruik een ander adres.',
      blocked: '<domain/> accepteert geen e-mail van ons. Gebruik een ander adres.',
      other: '<domain/> heeft onze e-mail geweigerd. Controleer het adres of gebruik een ander adres.',
    },
  },
  timer: {
    label: 'Resterende tijd voor deze code',
    soon: 'nog minder dan een minuut',
    minutes: (minutes) => plural('nl', minutes, { one: 'nog ongeveer # minuut', other: 'nog ongeveer # minuten' }),
    expiresSoon: 'De code verloopt over minder dan een minuut.',
    expired: 'De code is verlopen. Vraag een nieuwe aan.',
  },
  resend: {
    send: 'Nieuwe code sturen',
    noEmail: 'Geen e-mail ontvangen? <resend>Opnieuw sturen</resend>',
    isAddressRight: 'Klopt het adres? <resend>Opnieuw sturen</resend>',
    wait: {
      sentence: 'Je kunt over <time/> een nieuwe code aanvragen',
      soon: 'minder dan een minuut',
      minutes: (minutes) => plural('nl', minutes, { one: 'ongeveer # minuut', other: 'ongeveer # minuten' }),
    },
    possible: 'Je kunt nu een nieuwe code aanvragen.',
    checkSpam: 'Nog geen e-mail? Kijk in je spammap. De e-mail komt van <sender/>',
  },
  safety: {
    label: 'Veiligheid',
    onlyOurs: 'Vul alleen de code in die we je hebben gemaild. De code komt van <sender/>',
    neverTell:
      'Vul nooit codes van andere diensten in. Vertel je code nooit aan iemand anders: niemand van <organisation/> zal je dat vragen.',
  },
  processing: {
    title: 'Je aanvraag wordt verwerkt',
    description: 'We controleren je code. Houd deze pagina open.',
    almostDone: 'Bijna klaar',
    timeLeft: 'Resterende tijd',
    clock: (seconds) => `${seconds} s`,
    secondsLeft: (seconds) => plural('nl', seconds, { one: 'nog # seconde', other: 'nog # seconden' }),
  },

  confirmed: {
    label: 'Bevestigd',
    title: 'E-mailadres bevestigd',
    email: '<email/> is bevestigd voor <organisation/>.',
    unnamed: 'Je adres is bevestigd voor <organisation/>.',
    leave: 'Doorgaan naar <host/>',
    orClose: 'Of sluit deze pagina. Je bent klaar.',
    close: 'Je bent klaar en kunt deze pagina sluiten.',
    another: 'Nog een adres bevestigen',
    myData: 'Bekijk of wis wat er over je is opgeslagen',
  },
  site: {
    purpose: 'Het adres dat je hier bevestigt, wordt doorgegeven aan <host/>.',
    done: '<host/> heeft je adres ontvangen. Je kunt dit venster sluiten.',
  },
  halted: {
    title: 'Ga hier niet verder',
    nobodyAsks: 'Niemand van <organisation/> vraagt telefonisch of via chat om codes.',
    explanation:
      'Heeft iemand gezegd dat je deze pagina moest openen, hier iets moest invullen of die persoon een code moest geven? Ga dan niet verder. Misschien probeert die persoon toegang te krijgen tot een van je accounts.',
    whatToDo: 'Wat je moet doen',
    endCall: 'Beëindig het telefoongesprek of de chat.',
    closePage: 'Sluit deze pagina.',
    tellNobody: 'Vertel niemand een code die je via e-mail, sms of een app hebt gekregen.',
    changePassword:
      'Heb je iemand een code of wachtwoord verteld? Wijzig het wachtwoord dan nu en bel het bedrijf waar de code of het wachtwoord bij hoort. Zoek het nummer zelf op.',
    warned: 'We hebben de beheerders van <organisation/> gewaarschuwd.',
    untilYouGoOn:
      'Totdat je ervoor kiest om verder te gaan, kan het supportteam je geen berichten tonen en je niet naar een andere pagina doorsturen.',
    goOn: 'Ik begrijp het, ga verder',
  },
  exit: {
    thanks: 'Bedankt',
    confirmed: 'Je e-mailadres is bevestigd.',
    ended: 'Verificatie beëindigd',
    leavingFor: 'Je verlaat dit portaal en gaat naar <host/>',
    end: 'Dit is het einde van de verificatie.',
    stay: 'Hier blijven',
    tryAgain: 'Opnieuw proberen',
    failed: 'Probeer het zo meteen opnieuw.',
    stillHere: {
      title: 'Je bent nog hier',
      description: 'De pagina die zou worden geopend, wordt niet meer gebruikt.',
    },
    closed: { title: 'Je kunt deze pagina sluiten', description: 'Je hoeft hier niets meer te doen.' },
  },
};

export const myData: Messages['myData'] = {
  title: 'Je gegevens',
  introduction: 'Dit bewaart <organisation/> voor <email/>.',
  timeLeft: (minutes) =>
    plural('nl', minutes, {
      one: 'Voor je veiligheid sluit deze pagina over # minuut.',
      other: 'Voor je veiligheid sluit deze pagina over # minuten.',
    }),
  failed: 'Je gegevens konden niet worden geladen',
  nothing: 'Voor <email/> is niets opgeslagen.',
  cut: 'Er is meer dan hier wordt getoond.',
  account:
    'Er is ook een account met dit adres. Dat wordt hier niet getoond en niet gewist. <link>Log in</link> om het te zien.',
  held: (day) => `Om juridische redenen moeten we dit tot en met ${day} bewaren. Eerder kun je het niet wissen.`,
  kinds: {
    registrations: 'Registratie',
    verified: 'Bevestigd adres',
    codes: 'Aanvragen van een code',
    visits: 'Bezoeken',
    help: 'Hulpvragen',
    messages: 'Berichten van het supportteam',
    log: 'Logboekregels',
    audit: 'Controleregels',
    notifications: 'Meldingen aan het supportteam',
    emails: 'E-mails aan jou',
    webhooks: 'Meldingen aan andere systemen',
  },
  about: {
    registrations: 'Een nieuw account dat op je bevestiging wacht.',
    verified: 'Laat zien dat het adres van jou is.',
    codes: 'Het adres dat je hebt ingevuld, en wanneer. Niemand kan de code lezen.',
    visits: 'Je browser, IP-adres, globale locatie en pagina.',
    help: 'Waar je het supportteam om hebt gevraagd.',
    messages: 'Wat het supportteam je hier heeft laten zien.',
    log: 'Wat hier wanneer is gebeurd, voor de veiligheid.',
    audit: 'Wat het supportteam heeft gedaan en jou aangaat.',
    notifications: 'Wat het supportteam over je bezoek te horen kreeg.',
    emails: 'Wanneer we je hebben gemaild en of het aankwam, zonder de tekst.',
    webhooks: 'Het resultaat, voor het systeem dat je hierheen stuurde.',
  },
  fields: {
    username: 'Gebruikersnaam',
    firstName: 'Voornaam',
    lastName: 'Achternaam',
    email: 'E-mailadres',
    guestId: 'Browser-ID',
    ipAddress: 'IP-adres',
    location: 'Locatie',
    device: 'Apparaat',
    language: 'Taal',
    page: 'Pagina',
    views: 'Paginaweergaven',
    action: 'Actie',
    kind: 'Soort',
    title: 'Titel',
    text: 'Tekst',
    reason: 'Reden',
    details: 'Bijzonderheden',
    outcome: 'Resultaat',
    tries: 'Pogingen',
    state: 'Toestand',
    destination: 'Bestemming',
    token: 'Link-ID',
    organisationId: 'ID in het andere systeem',
    claims: 'Van het andere systeem',
    helped: 'Geholpen door het supportteam',
    at: 'Tijd',
    createdAt: 'Gemaakt',
    seenAt: 'Laatst gezien',
    expiresAt: 'Verloopt',
    usedAt: 'Gebruikt',
    sentAt: 'Verzonden',
    verifiedAt: 'Bevestigd',
    deliveredAt: 'Bezorgd',
    haltedAt: 'Door jou gestopt',
    bouncedAt: 'Teruggekomen',
  },
  download: 'Downloaden als pagina',
  downloadJson: 'Downloaden voor programma’s (JSON)',
  made: (time) => `Gemaakt op ${time}`,
  erase: 'Alles wissen',
  erasing: {
    title: 'Alles wissen?',
    description: 'Alles wat voor <email/> is opgeslagen, wordt gewist. Dit kan niet ongedaan worden gemaakt.',
    elsewhere: 'Dit geldt alleen voor dit portaal. Vraag <organisation/> naar gegevens in andere systemen.',
    confirm: 'Definitief wissen',
    failed: 'Je gegevens konden niet worden gewist',
  },
  stays: {
    title: 'Wat blijft',
    audit:
      'Gegevens over wat het supportteam heeft gedaan. Een willekeurige naam die nergens heen leidt, vervangt die van jou.',
    halt: 'Je waarschuwing dat iemand heeft gezegd dat je hierheen moest gaan. Die beschermt je totdat je ervoor kiest verder te gaan.',
    account: 'Gegevens die bij het account met dit adres horen.',
    'staff-work': 'Gegevens over je eigen werk in het supportteam.',
    until: (day) => `We verwijderen dit op ${day}.`,
  },
  erased: {
    title: 'Je gegevens zijn gewist',
    description: 'Wat voor <email/> was opgeslagen, is weg. Je kunt deze pagina sluiten.',
  },
  over: { title: 'Bevestig je adres', confirm: 'Je adres bevestigen' },
};

export const signIn: Messages['signIn'] = {
  title: 'Inloggen',
  adminTitle: 'Inloggen als beheerder',

  reasons: {
    signedOut: 'Je bent uitgelogd. Log opnieuw in.',
    reLogin: 'Log voor je veiligheid opnieuw in.',
  },
  user: {
    heading: 'Gebruikersportaal',
    subtitle: 'Inloggen als gebruiker',
    login: 'Inloggen',
    register: 'Registreren',
    submit: 'Inloggen',
    pending: 'Inloggen…',
    done: 'Je bent ingelogd',
    failed: 'Inloggen mislukt',
    refused: 'Gebruikersnaam of wachtwoord klopt niet',
    forgotPassword:
      'Het supportteam kan je een tijdelijk wachtwoord geven. Daarmee log je in en kies je een nieuw wachtwoord.',
  },
  admin: {
    heading: 'Beheeromgeving',
    subtitle: 'Alleen toegang voor beheerders',
    submit: 'Naar de beheeromgeving',
    pending: 'Inloggen…',
    done: 'Je bent ingelogd als beheerder',
    failed: 'Inloggen als beheerder mislukt',
    refused: 'Deze inloggegevens voor beheerders kloppen niet',
    forgotPassword:
      'Een andere beheerder kan je een tijdelijk wachtwoord geven in het gebruikersbeheer (‘User Management’). Is er geen andere beheerder, dan kan degene die de server beheert dat doen, met ‘<command/>’.',
    backToUserLogin: 'Terug naar inloggen als gebruiker',
  },
  denied: {
    pageTitle: 'Beheeromgeving',
    title: 'Toegang geweigerd',
    loading: 'Beheeromgeving laden…',
    redirecting: 'Alleen beheerders hebben toegang. Je wordt doorgestuurd…',
    privilegesRequired: 'Je hebt beheerdersrechten nodig',
    role: 'Huidige rol: gebruiker',
  },
  username: 'Gebruikersnaam',
  password: 'Wachtwoord',
  enterUsername: 'Vul je gebruikersnaam in',
  enterPassword: 'Vul je wachtwoord in',
  forgotPassword: 'Wachtwoord vergeten?',
  withPasskey: 'Inloggen met een passkey',
  or: 'of',
  withSso: 'Inloggen met single sign-on',

  secondStep: {
    title: 'Nog één stap',
    description: 'Je wachtwoord klopt. Bevestig nu dat jij het bent.',
    usePasskey: 'Passkey gebruiken',
    appCode: 'Code uit je app',
    recoveryCode: 'Herstelcode',
    worksOnce: 'Elke code werkt één keer',
    continue: 'Doorgaan',
    checking: 'Controleren…',
    useRecoveryCode: 'Liever een herstelcode gebruiken',
    useAppCode: 'Code uit je app gebruiken',
    startOver: 'Opnieuw beginnen',
  },

  noRegistration: {
    title: 'Accounts worden gemaakt door het supportteam',
    description:
      'Wil je een account, neem dan contact op met het supportteam en geef je naam en e-mailadres door. Het team maakt het account voor je en stuurt je wat je nodig hebt om in te loggen.',
    copyContact: 'Supportcontact kopiëren',
  },
  register: {
    email: 'E-mailadres',
    emailHint: 'We mailen je een code om het te bevestigen',
    firstName: 'Voornaam',
    lastName: 'Achternaam',
    optional: 'Optioneel',
    passwordHint: (least) => plural('nl', least, { one: 'Minstens # teken', other: 'Minstens # tekens' }),
    submit: 'Account maken',
    pending: 'Account maken…',
    haveCode: 'Heb je een code uit onze e-mail? <link>E-mailadres bevestigen</link>',
    done: 'Je account is gemaakt',
    doneUnverified: {
      title: 'Registratie gelukt',
      description: 'Bekijk je e-mail om je account te bevestigen.',
    },
    failed: 'Registratie mislukt',
    failedReason: 'Het account kon niet worden gemaakt',
  },
  verifyEmail: {
    title: 'Bevestig je e-mailadres',
    subtitle: 'Nog één stap naar je account',
    backToLogin: 'Terug naar inloggen',
    sentTo: 'We hebben een e-mail gestuurd naar <email/>',
    enterCode: 'Vul de code uit onze e-mail in of open de link in die e-mail.',
    code: 'Verificatiecode',
    codeHint: 'De link in onze e-mail vult de code in',
    codeFilledIn: 'Ingevuld door de link die je hebt geopend',
    codeMissing: 'Vul de code uit onze e-mail in',
    submit: 'E-mailadres bevestigen',
    pending: 'Controleren…',
    done: 'Je e-mailadres is bevestigd! Je kunt nu inloggen.',
    failed: 'Verificatie mislukt',
    invalid: 'Ongeldige verificatiecode',
  },
  resend: {
    title: 'Nog geen e-mail?',
    description: 'Het kan een paar minuten duren. Kijk ook in je spammap. De e-mail komt van <sender/>',
    email: 'E-mailadres',
    emailHint: 'Het adres waarmee je je in deze browser hebt geregistreerd',
    noAddress: 'Er is geen e-mailadres om de e-mail opnieuw naartoe te sturen',
    submit: 'Verificatie-e-mail opnieuw sturen',
    pending: 'Versturen…',
    done: 'We hebben je de verificatie-e-mail opnieuw gestuurd',
    failed: 'De verificatie-e-mail kon niet opnieuw worden gestuurd',
  },
};

export const sso: Messages['sso'] = {
  'not-linked':
    'Je account voor single sign-on is hier niet aan een account gekoppeld. Log in met je wachtwoord en koppel het in je account.',
  suspended: 'Je account is geblokkeerd. Neem contact op met het supportteam.',
  'second-factor': 'Log in met je wachtwoord en je tweede factor.',
  cancelled: 'Single sign-on is geannuleerd.',
  expired: 'Single sign-on duurde te lang of is in een andere browser gestart. Probeer het opnieuw.',
  failed: 'Single sign-on is mislukt. Probeer het opnieuw of log in met je wachtwoord.',
  unavailable: 'Single sign-on is nu niet beschikbaar. Probeer het later opnieuw of log in met je wachtwoord.',
  taken: 'Dit account voor single sign-on is hier al aan een ander account gekoppeld.',
};

export const account: Messages['account'] = {
  goToAccount: 'Naar je account',
  saving: 'Opslaan…',

  home: {
    title: 'Je account',
    standing: { online: 'Online', suspended: 'Geblokkeerd', needs_auth: 'Inloggen nodig' },
    adminPanel: {
      title: 'Beheeromgeving',
      admin: 'Gebruikers, gasten en instellingen',
      helper: 'Wat je als helper kunt doen',
      manager: 'Wat je als manager kunt doen',
      auditor: 'Wat je als auditor kunt doen',
      open: 'Beheeromgeving openen',
    },
    details: { title: 'Je gegevens', text: 'Je naam en hoe we je kunnen bereiken', open: 'Gegevens wijzigen' },
    language: { title: 'Taal', text: 'Van je pagina’s en e-mails', notSaved: 'Taal niet opgeslagen' },
    profile: {
      title: 'Maak je profiel compleet',
      text: 'Hoe je profiel compleet wordt',
      open: 'Profiel aanvullen',
    },
    terms: { title: 'Je akkoord', text: 'De voorwaarden voor het gebruik van dit portaal', open: 'Voorwaarden lezen' },
    email: {
      title: 'E-mailadres',
      none: 'Nog geen. Voeg er een toe, zodat we je over wijzigingen in je account kunnen informeren.',
    },
    password: {
      title: 'Wachtwoord',
      text: 'Als je het wijzigt, word je overal elders uitgelogd',
      change: 'Wachtwoord wijzigen',
      description: 'Je blijft hier ingelogd. Overal elders word je uitgelogd.',
    },
    signOut: { title: 'Uitloggen', text: 'Je sessie in deze browser beëindigen' },
  },

  picture: {
    title: 'Foto',
    text: 'Staat naast je naam',
    add: 'Foto toevoegen',
    change: 'Foto wijzigen',
    remove: 'Verwijderen',
    saved: 'Foto opgeslagen',
    removed: 'Foto verwijderd',
    notSaved: 'Foto niet opgeslagen',
    notRemoved: 'Foto niet verwijderd',
  },

  email: {
    add: 'E-mailadres toevoegen',
    change: 'E-mailadres wijzigen',
    description:
      'We mailen een code naar het nieuwe adres om te bevestigen dat het van jou is. Er verandert niets totdat je die invult.',
    openToAdd: 'Adres toevoegen',
    openToChange: 'Adres wijzigen',
    notLoaded: 'We konden niet nagaan of er een code voor je klaarstaat.',
    newAddress: 'Nieuw e-mailadres',
    sendCode: 'Code sturen',
    sending: 'Versturen…',
    codeNotSent: 'Code niet verstuurd',
    onItsWay: 'Er is een code onderweg naar <email/>',
    code: 'Code uit de e-mail',
    codeExpired: 'Deze code is verlopen. Stuur een nieuwe.',
    codeExpires: (time) => `Verloopt over ${time}`,
    confirm: 'Adres bevestigen',
    confirming: 'Wijzigen…',
    sendAnother: 'Nieuwe code sturen',
    anotherSent: { title: 'Code verstuurd', text: 'De vorige code werkt niet meer.' },
    useAnother: 'Ander adres gebruiken',
    changed: {
      title: 'E-mailadres gewijzigd',
      text: (email) => `E-mails over je account gaan nu naar ${email}.`,
    },
    notChanged: 'Adres niet gewijzigd',
  },

  sso: {
    title: 'Single sign-on (SSO)',
    text: 'Log hier in zonder je wachtwoord',
    textOf: (provider) => `Log in met je account bij ${provider}, zonder je wachtwoord voor dit portaal`,
    notLoaded: 'We konden niet nagaan of het gekoppeld is',
    neverUsed: (provider, since) => `Gekoppeld aan ${provider} sinds ${since}, nog niet gebruikt`,
    lastUsed: (provider, since, used) => `Gekoppeld aan ${provider} sinds ${since}, laatst gebruikt: ${used}`,
    link: 'Koppelen',
    linking: 'Koppelen…',
    linked: 'Single sign-on gekoppeld',
    notLinked: 'Single sign-on niet gekoppeld',
    unlink: 'Ontkoppelen',
    unlinkTitle: 'Single sign-on ontkoppelen?',
    unlinkText: (provider) =>
      `Met je account bij ${provider} kun je hier dan niet meer inloggen. Gebruik in plaats daarvan je wachtwoord.`,
    unlinked: 'Single sign-on ontkoppeld',
    notUnlinked: 'Single sign-on niet ontkoppeld',
  },

  factors: {
    title: 'Tweede factor',
    description: 'Wordt bij het inloggen na je wachtwoord gevraagd',
    on: 'Aan',
    off: 'Uit',
    loading: 'Je tweede factoren worden geladen…',
    notLoaded: 'Je tweede factoren konden niet worden geladen.',
    none: 'Wie je wachtwoord te weten komt, kan met jouw account inloggen. Voeg een passkey toe of een app op je telefoon, dan is alleen het wachtwoord niet meer genoeg.',
    addPasskey: 'Passkey toevoegen',
    addApp: 'App toevoegen',
    passkeyUsed: 'Passkey, toegevoegd op <day/> · laatst gebruikt: <ago/>',
    passkeyNeverUsed: 'Passkey, toegevoegd op <day/> · nog niet gebruikt',
    renamePasskey: (name) => `Naam van passkey ‘${name}’ wijzigen`,
    removePasskey: (name) => `Passkey ‘${name}’ verwijderen`,
    app: 'Authenticator-app',
    appAdded: 'Toegevoegd op <day/>',
    removeApp: 'App verwijderen',
    recoveryCodes: 'Herstelcodes',
    noCodesLeft: 'Geen meer over. Maak nieuwe.',
    codesLeft: (left, all) => `Nog ${left} van de ${all} over. Elke code werkt één keer.`,
    newCodes: 'Nieuwe codes',
    added: { title: 'Tweede factor toegevoegd', text: 'Je kunt er nu mee inloggen.' },
  },

  removeFactor: {
    passkeyTitle: 'Passkey ‘<name/>’ verwijderen',
    appTitle: 'App verwijderen',
    isLast:
      'Dit is je enige tweede factor. Zonder deze factor is alleen je wachtwoord genoeg om in te loggen, en worden je herstelcodes verwijderd.',
    isNotLast: 'Je kunt er dan niet meer mee inloggen. Je andere tweede factoren blijven.',
    removePasskey: 'Passkey verwijderen',
    removeApp: 'App verwijderen',
    passkeyRemoved: 'Passkey verwijderd',
    appRemoved: 'App verwijderd',
    notRemoved: 'Niet verwijderd',
  },

  passkey: {
    addTitle: 'Passkey toevoegen',
    addText:
      'Je apparaat vraagt om je vingerafdruk, je gezicht of de pincode van het apparaat. Niets daarvan verlaat je apparaat.',
    name: 'Naam',
    nameHint: 'Om de passkey in je lijst te herkennen',
    androidPhone: 'Android-telefoon',
    windowsComputer: 'Windows-computer',
    thisComputer: 'Deze computer',
    add: 'Passkey toevoegen',
    adding: 'Ga verder op je apparaat…',
    notAdded: {
      title: 'Passkey niet toegevoegd',
      text: 'Er is geen passkey toegevoegd. Misschien heeft je apparaat er al een voor dit account.',
    },
    renameTitle: 'Naam van passkey wijzigen',
    renameText: 'Alleen jij ziet de naam.',
    rename: 'Naam wijzigen',
    renamed: 'Naam van passkey gewijzigd',
    notRenamed: 'Naam van passkey niet gewijzigd',
  },

  app: {
    title: 'Authenticator-app toevoegen',
    text: (seconds) => `De app toont elke ${seconds} seconden een nieuwe code, ook offline.`,
    qrCode: 'QR-code voor je app',
    scan: 'Scan de QR-code met de app op je telefoon of vul daar deze sleutel in:',
    copyKey: 'Sleutel kopiëren',
    keepSecret: 'Iedereen met deze sleutel kan jouw codes maken. Deel de sleutel niet.',
    code: 'Huidige code in de app',
    add: 'App toevoegen',
    adding: 'Controleren…',
    notAdded: 'App niet toegevoegd',
  },

  recoveryCodes: {
    title: 'Bewaar je herstelcodes',
    text: 'Als je je apparaat kwijtraakt, kun je met elke code één keer inloggen. We tonen de codes niet nog een keer.',
    label: 'Herstelcodes',
    sheetTitle: (organisation) => `Herstelcodes voor ${organisation}`,
    sheetText: 'Elke code werkt één keer.',
    download: 'Downloaden',
    print: 'Afdrukken',
    copy: 'Herstelcodes kopiëren',
    keepSafe: 'Bewaar ze bij je wachtwoorden of op papier, niet op het apparaat dat ze vervangen.',
    saved: 'Ik heb ze bewaard',
    makeTitle: 'Nieuwe herstelcodes maken',
    makeText: (count) => `Je krijgt ${count} nieuwe. De oude werken dan niet meer, waar je ze ook hebt bewaard.`,
    make: 'Nieuwe codes maken',
    notMade: 'Geen nieuwe herstelcodes',
  },

  sessions: {
    title: 'Waar je bent ingelogd',
    description: 'Herken je een sessie niet? Beëindig die en wijzig je wachtwoord.',
    loading: 'Je sessies worden geladen…',
    notLoaded: 'Je sessies konden niet worden geladen.',
    thisBrowser: 'Deze browser',
    since: 'Ingelogd op <time/>',
    sinceAndUsed: 'Ingelogd op <time/> · laatst gebruikt: <ago/>',
    end: 'Beëindigen',
    endOn: (device) => `Sessie beëindigen: ${device}`,
    endOneText: 'Je wordt daar direct uitgelogd. Wat daar niet is opgeslagen, gaat verloren. Hier blijf je ingelogd.',
    endOne: 'Sessie beëindigen',
    endOthersTitle: 'Alle andere sessies beëindigen',
    endOthersText: (others) =>
      plural('nl', others, {
        one: 'Je wordt op één andere plek direct uitgelogd. Wat daar niet is opgeslagen, gaat verloren. Hier blijf je ingelogd.',
        other:
          'Je wordt op # andere plekken direct uitgelogd. Wat daar niet is opgeslagen, gaat verloren. Hier blijf je ingelogd.',
      }),
    endOthers: 'Alle andere beëindigen',
    ended: {
      title: 'Uitgelogd',
      text: (sessions) =>
        plural('nl', sessions, {
          one: '# sessie beëindigd. Hier blijf je ingelogd.',
          other: '# sessies beëindigd. Hier blijf je ingelogd.',
        }),
    },
    notEnded: 'Niet uitgelogd',
  },

  backToAccount: 'Terug naar je account',

  details: {
    title: 'Je gegevens wijzigen',
    subtitle: 'Je profiel is compleet als alles behalve ‘Over jou’ is ingevuld.',
    loading: 'Je gegevens worden geladen…',
    notLoaded: 'Je gegevens konden niet worden geladen',
    complete: (since) => `Profiel compleet sinds ${since}`,
    incomplete: 'Nog niet compleet.',
    missing: (details) => `Nog niet compleet. Dit ontbreekt nog: ${details}.`,
    names: {
      firstName: 'voornaam',
      lastName: 'achternaam',
      phone: 'telefoonnummer',
      dateOfBirth: 'geboortedatum',
      address: 'adres',
      city: 'plaats',
      country: 'land',
    },
    email: 'E-mailadres',
    emailHint: 'Je kunt het in je account wijzigen.',
    noEmail: 'Geen',
    firstName: 'Voornaam',
    lastName: 'Achternaam',
    phone: 'Telefoonnummer',
    phoneHint: 'Bijvoorbeeld +44 20 7946 0000',
    dateOfBirth: 'Geboortedatum',
    halfDate: 'Vul de hele datum in of laat het veld leeg',
    about: 'Over jou',
    aboutHint: 'Optioneel',
    address: 'Adres',
    addressHint: 'Straat en huisnummer',
    city: 'Plaats',
    country: 'Land',
    save: 'Gegevens opslaan',
    saved: 'Gegevens opgeslagen',
    notSaved: 'Gegevens niet opgeslagen',
  },

  terms: {
    title: 'Voorwaarden',
    subtitle: (organisation) => `De voorwaarden voor het gebruik van het portaal van ${organisation}.`,
    loading: 'De voorwaarden worden geladen…',
    notLoaded: 'De voorwaarden konden niet worden geladen',
    none: {
      title: 'Er zijn nog geen voorwaarden',
      text: 'Het supportteam vraagt het je als er iets te accepteren is.',
    },
    label: 'Tekst van de voorwaarden',
    changed:
      'De voorwaarden zijn gewijzigd sinds je deze pagina opende. Lees de nieuwe tekst hierboven voordat je die accepteert.',
    accept: 'Voorwaarden accepteren',
    accepting: 'Accepteren…',
    accepted: (time) => `Je hebt deze voorwaarden geaccepteerd op ${time}.`,
    notAccepted: 'Voorwaarden niet geaccepteerd',
  },

  securityCheck: {
    title: 'Beveiligingscontrole',
    subtitle: 'Vul je wachtwoord in om te bevestigen dat jij het bent.',
    password: 'Wachtwoord',
    confirm: 'Wachtwoord bevestigen',
    confirming: 'Bevestigen…',
    done: 'Bedankt. Je wachtwoord is bevestigd.',
    failed: 'Beveiligingscontrole mislukt',
  },

  completeProfile: {
    title: 'Maak je profiel compleet',
    text: 'Het supportteam zorgt ervoor dat je profiel compleet wordt en neemt contact met je op.',
    goBack: 'Terug naar je account',
  },

  reLogin: {
    pageTitle: 'Opnieuw inloggen',
    title: 'Log opnieuw in',
    text: 'We loggen je hier uit. Je kunt meteen weer inloggen.',
    askedBy: (organisation) => `Het supportteam van ${organisation} heeft je dit gevraagd.`,
    askedByBecause: (organisation, reason) =>
      `Het supportteam van ${organisation} heeft je dit gevraagd. De reden van het team: ‘${reason}’`,
    stillSignedIn: { title: 'Je bent nog ingelogd', text: 'Uitloggen is niet gelukt.' },
  },

  notFound: {
    title: '404 Pagina niet gevonden',
    text: 'We konden deze pagina niet vinden. Controleer het adres of ga naar je account.',
  },

  newPassword: {
    title: 'Kies een nieuw wachtwoord',
    text: 'Je wachtwoord is tijdelijk, of te kort zonder tweede factor. Kies een nieuw wachtwoord om door te gaan.',
  },

  firstFactor: {
    title: 'Voeg een tweede factor toe',
    text: 'Je account heeft meer nodig dan een wachtwoord. Kies wat je wilt toevoegen en ga dan door.',
    passkey:
      'Vingerafdruk, gezichtsherkenning of pincode van dit apparaat, of een beveiligingssleutel. Het veiligst en het snelst.',
    app: 'Een authenticator-app op je telefoon toont een code, die je invult als je inlogt.',
  },
};

export const signedIn: Messages['signedIn'] = {
  signOut: {
    button: 'Uitloggen',
    pending: 'Uitloggen…',
    done: 'Je bent uitgelogd',
    failed: 'Uitloggen mislukt',
  },

  password: {
    current: 'Huidig wachtwoord',
    new: 'Nieuw wachtwoord',
    atLeast: (characters) => `Minstens ${characters} tekens`,
    atLeastAlone: (characters, withSecondFactor) =>
      `Minstens ${characters} tekens (${withSecondFactor} met een tweede factor)`,
    confirm: 'Nieuw wachtwoord bevestigen',
    change: 'Wachtwoord wijzigen',
    changing: 'Wijzigen…',
    changed: {
      title: 'Wachtwoord gewijzigd',
      own: 'Je wachtwoord is gewijzigd.',
      admin: 'Je beheerderswachtwoord is gewijzigd.',
    },
    notChanged: 'Wachtwoord niet gewijzigd',
  },

  asked: {
    by: (organisation) => `Het supportteam van ${organisation} heeft je naar deze pagina doorgestuurd.`,
    reason: 'De reden van het team: ‘<reason/>’',
    accountInstead:
      'Alleen gasten bevestigen hier een e-mailadres. Jij bent ingelogd, dus je ziet in plaats daarvan je account.',
    leaveAnytime: 'Je kunt de pagina op elk moment verlaten.',
    leaveAfter: {
      details: 'Je kunt de pagina verlaten nadat je je gegevens hebt opgeslagen, of uitloggen.',
      signIn: 'Je kunt de pagina verlaten nadat je opnieuw hebt ingelogd, of uitloggen.',
      terms: 'Je kunt de pagina verlaten nadat je de voorwaarden hebt geaccepteerd, of uitloggen.',
      password: 'Je kunt de pagina verlaten nadat je je wachtwoord hebt bevestigd, of uitloggen.',
    },
    leaveWhenEnded: 'Je kunt de pagina verlaten zodra het supportteam dit beëindigt. Tot die tijd kun je uitloggen.',
    over: { title: 'Je kunt verder', text: 'Het supportteam heeft hier niets meer van je nodig.' },
  },
};

export const stepUp: Messages['stepUp'] = {
  title: 'Bevestig dat jij het bent',
  text: (minutes) =>
    `Bevestig dat jij het bent om door te gaan. Daarna vragen we het ${minutes} minuten lang niet opnieuw.`,
  notLoaded: 'Dit kon niet worden geladen',
  usePasskey: 'Passkey gebruiken',
  label: { password: 'Wachtwoord', totp: 'Code uit je app', recoveryCode: 'Herstelcode' },
  recoveryCodeHint: 'Elke code werkt één keer',
  use: {
    password: 'Wachtwoord gebruiken',
    totp: 'Code uit je app gebruiken',
    recoveryCode: 'Herstelcode gebruiken',
  },
  confirm: 'Bevestigen',
  confirming: 'Bevestigen…',
};

export const devices: Messages['devices'] = {
  unknownDevice: 'Onbekend apparaat',
  browserOnSystem: (browser, system) => `${browser} op ${system}`,
  unknownLocation: 'Onbekend',
  localNetwork: 'Lokaal netwerk',
  country: (code) => countryName('nl', code),
  cityInCountry: (city, country) => `${city}, ${country}`,
};

export const problems: Messages['problems'] = {
  emailInvalid: 'Vul een geldig e-mailadres in',
  codeTooShort: (least) => `De code moet minstens ${least} tekens hebben`,
  notOurCode: 'Dit is niet een van onze codes',
  helpReasonMissing: 'Kies waarmee je hulp nodig hebt',
  tokenMissing: 'Tokenparameter ontbreekt',
  credentialsMissing: 'Vul je gebruikersnaam en je wachtwoord in',
  captchaMissing: 'Los de captcha op',
  appCodeMissing: 'Vul de code uit je app in',
  recoveryCodeMissing: 'Vul een van je herstelcodes in',
  usernameMissing: 'Vul een gebruikersnaam in',
  usernameTooLong: (most) => `Een gebruikersnaam mag hooguit ${most} tekens hebben`,
  usernameNotAWord: 'Kies een gebruikersnaam zonder spaties, schuine strepen of dubbelepunten',
  usernameSpaces: 'Gebruik in de gebruikersnaam nooit twee spaties achter elkaar',
  firstNameTooLong: (most) => `Een voornaam mag hooguit ${most} tekens hebben`,
  lastNameTooLong: (most) => `Een achternaam mag hooguit ${most} tekens hebben`,
  notPlainText: 'Gebruik alleen letters, cijfers en gewone leestekens',
  invisible: 'Een naam mag geen onzichtbare tekens hebben. Typ de naam opnieuw in plaats van die te plakken.',
  verificationCodeMissing: 'Vul de verificatiecode in',
  currentPasswordMissing: 'Vul je huidige wachtwoord in',
  passwordTooShort: (least) => `Het nieuwe wachtwoord moet minstens ${least} tekens hebben`,
  passwordTooLong: (most) => `Een wachtwoord mag hooguit ${most} tekens hebben`,
  confirmationMissing: 'Bevestig je nieuwe wachtwoord',
  confirmationDiffers: 'De wachtwoorden zijn niet gelijk',
  phoneInvalid: 'Vul een telefoonnummer in, bijvoorbeeld +44 20 7946 0000',
  dateInvalid: 'Vul een datum in het verleden in',
  tooLong: (most) => plural('nl', most, { one: 'Gebruik hooguit # teken', other: 'Gebruik hooguit # tekens' }),
  nameMissing: 'Vul een naam in',
  notAPicture: 'Kies een foto, bijvoorbeeld een JPEG-, PNG- of WebP-bestand.',
  pictureFileTooLarge: 'Kies een foto van hooguit 20 MB.',
  pictureTooLarge: 'Een foto mag hooguit 64 kB groot zijn',
  noBody: 'Deze aanroep mag geen inhoud hebben.',
};

export const mails: Messages['mails'] = {
  time: (at) => `${utcTime('nl', at)} UTC`,
  labelled: '<label/>: <value/>',
  titleAt: '<organisation/>: <title/>',
  signIn: 'Inloggen',
  username: 'Gebruikersnaam',
  facts: {
    requested: 'Aangevraagd',
    time: 'Tijd',
    account: 'Account',
    device: 'Apparaat',
    location: 'Geschatte locatie',
    by: 'Door',
    supportTeam: 'het supportteam',
  },

  code: {
    subject: 'Je verificatiecode voor <organisation/>',
    title: 'Je verificatiecode',
    use: (minutes) =>
      plural('nl', minutes, {
        one: 'De code bevestigt je e-mailadres en verloopt over # minuut.',
        other: 'De code bevestigt je e-mailadres en verloopt over # minuten.',
      }),
    rule: 'Vul de code alleen in op <host/>. Vertel deze code nooit aan iemand anders: niemand van <organisation/> zal je erom vragen.',
    notYou:
      'Was jij dit niet? Misschien heeft iemand zijn of haar adres verkeerd getypt. Je hoeft niets te doen: zonder deze code gebeurt er niets, en de code verloopt vanzelf.',
  },

  registration: {
    subject: 'Bevestig je e-mailadres voor <organisation/>',
    title: 'Bevestig je e-mailadres',
    asked: 'Je hebt een account aangevraagd.',
    askedAs: 'Je hebt een account aangevraagd met de gebruikersnaam ‘<name/>’.',
    how: 'Open deze pagina in de browser waarin je het hebt aangevraagd en kies ‘E-mailadres bevestigen’:',
    open: 'Pagina openen',
    orCode: 'Of vul deze code in op de pagina waar je vandaan komt:',
    expires: 'Beide werken één keer, 24 uur lang.',
    notYou: 'Was jij dit niet? Je hoeft niets te doen: zonder deze stap komt er geen account.',
  },

  knownAddress: {
    subject: 'Je hebt al een account bij <organisation/>',
    title: 'Je hebt al een account',
    why: 'Iemand, waarschijnlijk jij, heeft een account aangevraagd met dit e-mailadres. Je hebt er al een.',
    help: 'Weet je niet meer hoe je inlogt? Neem dan contact op met het supportteam.',
    notYou: 'Was jij dit niet? Je hoeft niets te doen.',
  },

  password: {
    created: {
      subject: 'Je account bij <organisation/>',
      title: 'Je account',
      why: 'Het supportteam heeft een account voor je gemaakt.',
    },
    reset: {
      subject: 'Je nieuwe wachtwoord bij <organisation/>',
      title: 'Je nieuwe wachtwoord',
      why: 'Het supportteam heeft je wachtwoord opnieuw ingesteld.',
    },
    usernameWithoutSpace: 'Gebruikersnaam (zonder de spatie)',
    askForUsername: 'vraag het supportteam ernaar',
    temporaryPassword: 'Tijdelijk wachtwoord',
    expires: (days) =>
      plural('nl', days, {
        one: 'Het tijdelijke wachtwoord verloopt over één dag. Vraag daarna om een nieuw wachtwoord.',
        other: 'Het tijdelijke wachtwoord verloopt over # dagen. Vraag daarna om een nieuw wachtwoord.',
      }),
    next: 'Je krijgt het verzoek een nieuw wachtwoord te kiezen. Alleen jij kent dat dan, en niemand van <organisation/> zal je er ooit om vragen.',
    notExpected: 'Had je dit niet verwacht? Meld het aan het supportteam en log niet in.',
  },

  emailChange: {
    subject: 'Bevestig je nieuwe e-mailadres bij <organisation/>',
    title: 'Bevestig je nieuwe e-mailadres',
    why: 'Iemand die bij <organisation/> is ingelogd op een account, wil dit e-mailadres daarvoor gebruiken.',
    whyOf: 'Iemand die bij <organisation/> is ingelogd op het account <name/>, wil dit e-mailadres daarvoor gebruiken.',
    rule: (minutes) =>
      plural('nl', minutes, {
        one: 'Vul de code alleen in op <host/>, in je account. De code verloopt over # minuut. Vertel deze code nooit aan iemand anders: niemand van <organisation/> zal je erom vragen.',
        other:
          'Vul de code alleen in op <host/>, in je account. De code verloopt over # minuten. Vertel deze code nooit aan iemand anders: niemand van <organisation/> zal je erom vragen.',
      }),
    notYou:
      'Was jij dit niet? Misschien heeft iemand zijn of haar adres verkeerd getypt. Je hoeft niets te doen: zonder deze code verandert er niets, en de code verloopt vanzelf.',
  },

  notices: {
    'new device': {
      title: 'Nieuwe login',
      sentence: 'Je account is gebruikt om in te loggen vanuit een nieuwe browser.',
    },
    'second step failed': {
      title: 'Inloggen tegengehouden',
      sentence:
        'Iemand heeft in een nieuwe browser je wachtwoord ingevuld, maar niet je tweede factor. We hebben het inloggen tegengehouden.',
    },
    'password changed': { title: 'Wachtwoord gewijzigd', sentence: 'Je wachtwoord is gewijzigd.' },
    'password reset': {
      title: 'Wachtwoord opnieuw ingesteld',
      sentence: 'Het supportteam heeft je wachtwoord opnieuw ingesteld. Je oude wachtwoord werkt niet meer.',
    },
    'second factor added': {
      title: 'Tweede factor toegevoegd',
      sentence: 'Er is een tweede factor aan je account toegevoegd.',
    },
    'second factor removed': {
      title: 'Tweede factor verwijderd',
      sentence: 'Er is een tweede factor uit je account verwijderd.',
    },
    'second factor reset': {
      title: 'Tweede factoren verwijderd',
      sentence: 'Het supportteam heeft alle tweede factoren uit je account verwijderd.',
    },
    'single sign-on linked': {
      title: 'Single sign-on gekoppeld',
      sentence:
        'Single sign-on is aan je account gekoppeld. Iedereen die daar kan inloggen, kan nu ook hier met jouw account inloggen.',
    },
    'single sign-on unlinked': {
      title: 'Single sign-on ontkoppeld',
      sentence: 'Single sign-on is van je account ontkoppeld.',
    },
    'e-mail changed': {
      title: 'E-mailadres gewijzigd',
      sentence: 'Het e-mailadres van je account is gewijzigd. E-mails over je account gaan nu naar een ander adres.',
    },
    'e-mail set': {
      title: 'E-mailadres gewijzigd',
      sentence:
        'Het e-mailadres van een account is gewijzigd in dit adres. E-mails over dat account komen nu hier aan.',
    },
    'became staff': {
      title: 'Nieuwe rol',
      sentence:
        'Een beheerder heeft je account een rol in de beheeromgeving gegeven. Je wachtwoord, tweede factoren, gekoppelde inlogmethoden en sessies werken niet meer. Een beheerder geeft je een nieuw tijdelijk wachtwoord.',
    },
    'role changed': {
      title: 'Rol gewijzigd',
      sentence: 'Het supportteam heeft gewijzigd wat je met je account kunt doen. Log opnieuw in.',
    },
  },
  notYou: 'Was jij dit niet, of had je dit niet verwacht? Neem dan direct contact op met het supportteam.',
  noLinks: 'Er staan met opzet geen links in deze e-mail. Open het portaal zoals je dat altijd doet.',

  settings: {
    title: 'Instellingen gewijzigd',
    from: 'Vanaf <ipAddress/> (<location/>), <device/>, <time/>',
    open: 'Instellingen openen',
    advice:
      'Niet wat jullie hadden afgesproken? Draai de wijziging terug, of trek die in voordat die ingaat, en controleer het account waarmee het is gedaan.',
    last: 'Er zijn veel wijzigingen geweest. Je krijgt een uur lang geen e-mails zoals deze meer. Bekijk de meldingen.',
  },
  apiKeys: {
    open: 'API-sleutels openen',
    advice: 'Niet wat jullie hadden afgesproken? Trek de sleutel in en controleer het account waarmee het is gedaan.',
  },
};

export const staffTexts: Messages['staffTexts'] = {
  emailPromptMessage: 'Vul je e-mailadres in',
  codePromptMessage: 'Vul je verificatiecode opnieuw in',
  exitMessage: 'Bedankt voor het afronden van de verificatie',
  verificationEnded: 'Het supportteam heeft deze verificatie beëindigd.',
  replies: {
    'check-spam': 'Kijk in je spammap',
    'new-code': 'We hebben je zojuist een nieuwe code gestuurd',
    'check-address': 'Controleer je e-mailadres',
  },
  termsText: `Door dit portaal te gebruiken ga je akkoord met het volgende.

1. Je account is alleen van jou. Houd je wachtwoord voor jezelf en laat het supportteam weten als iemand anders het misschien kent.
2. Gebruik het portaal alleen waarvoor het bedoeld is en heb respect voor de andere mensen die het gebruiken.
3. Logins en wijzigingen worden vastgelegd met tijd, adres en apparaat, om accounts veilig te houden.
4. Het supportteam kan een account blokkeren als het wordt misbruikt.

Heb je vragen, neem dan contact op met het supportteam voordat je accepteert.`,
};

export const errors: Messages['errors'] = {
  inputInvalid: 'Er ontbreekt iets in het verzoek of het is niet geldig.',
  fieldInvalid: (field) => `‘${field}’ ontbreekt of is niet geldig.`,
  notSignedIn: 'Je bent niet ingelogd.',
  notAllowed: 'Je mag dit niet doen.',
  passwordChangeRequired: 'Kies eerst je eigen wachtwoord.',
  secondFactorRequired: 'Voeg eerst een tweede factor toe aan je account.',
  stepUpNeeded: 'Bevestig dat jij het bent om door te gaan.',
  gateClosed: 'Open deze pagina met de link die je hebt gekregen.',
  foreignOrigin: 'Dit verzoek komt niet van een pagina van dit portaal.',
  domainDenied: 'Wat je hebt opgevraagd, is niet gevonden op deze server.',
  domainDeniedCode: 'Foutcode: toegang tot dit domein geweigerd',
  notFound: 'Er is niets op dit adres.',
  tooManyRequests: (seconds) =>
    `Te veel pogingen. Probeer het over ${
      seconds < 60
        ? plural('nl', seconds, { one: '# seconde', other: '# seconden' })
        : plural('nl', Math.ceil(seconds / 60), { one: '# minuut', other: '# minuten' })
    } opnieuw.`,
  busy: 'De server heeft het nu druk. Probeer het zo meteen opnieuw.',
  unavailable: 'De dienst is nu niet beschikbaar. Probeer het zo meteen opnieuw.',
  bodyTooLarge: 'Het verzoek is te groot.',
  notJson: 'Hier wordt alleen JSON (application/json) geaccepteerd.',
  malformedRequest: 'Het verzoek is geen geldig HTTP-verzoek.',
  malformedJson: 'Het verzoek is geen geldige JSON.',
  internal: 'Er is bij ons iets misgegaan. Probeer het zo meteen opnieuw.',

  captchaNeeded: 'Bevestig dat je geen robot bent, dan sturen we de code.',
  captchaRefused: 'De captcha is niet geaccepteerd. Los de captcha opnieuw op.',
  captchaUnavailable: 'De captchadienst is nu niet bereikbaar. Probeer het zo meteen opnieuw.',
  emailsWait: 'Er wachten te veel e-mails op verzending. Probeer het over een minuut opnieuw.',
  cannotReceiveEmail: (domain) => `${domain} kan geen e-mail ontvangen. Controleer het deel na de @.`,

  gateTokenInvalid: 'Ongeldig of verlopen token',
  gateTokenUsed: 'Dit token is al gebruikt',
  guestCode: {
    expired: 'Je verificatiecode is verlopen. Vraag een nieuwe aan.',
    unknown: 'Er is geen code voor dit adres. Vraag een nieuwe aan.',
  },
  accountCode: {
    expired: 'Je code is verlopen. Vraag een nieuwe aan.',
    unknown: 'Er is geen code om in te vullen. Vraag een nieuwe aan.',
  },
  codeDead: 'Te veel verkeerde codes. Vraag een nieuwe aan.',
  codeWrong: (left) =>
    plural('nl', left, {
      one: 'De code klopt niet. Je hebt nog # poging.',
      other: 'De code klopt niet. Je hebt nog # pogingen.',
    }),
  browserUnknown: 'We kennen je browser nog niet. Laad de pagina opnieuw en probeer het nog eens.',
  noExit: 'Er staat geen uitgang open op deze pagina, of je hebt al gekozen.',
  notConfirmedLately:
    'Bevestig eerst je e-mailadres. Daarna kun je 15 minuten lang zien en wissen wat we erover bewaren.',
  legalHold:
    'Dit kan nog niet worden gewist, omdat we het om juridische redenen moeten bewaren. Neem contact op met het supportteam.',

  wrongCredentials: 'Gebruikersnaam of wachtwoord klopt niet',
  accountSuspended: 'Je account is geblokkeerd. Neem contact op met het supportteam.',
  temporaryPasswordExpired: 'Dit tijdelijke wachtwoord is verlopen. Vraag het supportteam om een nieuw wachtwoord.',
  signInExpired: 'Dit duurde te lang of er waren te veel pogingen. Log opnieuw in.',
  signInPasskeyRefused: 'Deze passkey is niet geaccepteerd. Probeer het opnieuw of gebruik je wachtwoord.',
  wrongAppCode: 'Deze code is onjuist of al gebruikt. Vul de volgende code in die je app toont.',
  wrongRecoveryCode: 'Deze herstelcode is onjuist of al gebruikt.',
  passkeyRefused: 'Deze passkey is niet geaccepteerd. Probeer het opnieuw.',

  noSelfRegistration: 'Accounts worden gemaakt door het supportteam',
  usernameTaken: 'Deze gebruikersnaam is al in gebruik. Kies een andere.',
  emailTaken: 'Er is al een account met dit e-mailadres.',
  registrationCodeInvalid: 'Deze verificatiecode is niet geldig of is verlopen. Vraag een nieuwe aan.',
  otherBrowser:
    'Deze code werkt alleen in de browser waarin je je hebt geregistreerd. Open de link daar of registreer je hier opnieuw.',

  wrongCurrentPassword: 'Het huidige wachtwoord klopt niet',
  wrongPassword: 'Dit wachtwoord klopt niet.',
  wrongPasswordTryAgain: 'Dit wachtwoord klopt niet. Probeer het opnieuw.',
  samePassword: 'Het nieuwe wachtwoord moet anders zijn dan het huidige',
  passwordNeedsFactor: (least) =>
    `Een wachtwoord met minder dan ${least} tekens heeft een tweede factor nodig. Kies een langer wachtwoord of voeg eerst een tweede factor toe aan je account.`,
  passwordCommon: 'Dit wachtwoord komt te vaak voor. Kies een ander wachtwoord.',
  passwordGuessable: 'Dit wachtwoord lijkt te veel op een naam die anderen kennen. Kies een ander wachtwoord.',
  passwordLeaked: 'Dit wachtwoord is opgedoken in een datalek. Kies een ander wachtwoord.',
  passwordNotEnough: 'Gebruik je tweede factor. Alleen je wachtwoord is hier niet genoeg.',
  shortPasswordStandsAlone: (least) =>
    `Je wachtwoord heeft minder dan ${least} tekens. Dat is te kort zonder tweede factor: kies eerst een langer wachtwoord.`,
  lastSecondFactor: 'Dit portaal vereist een tweede factor en dit is je enige. Voeg er eerst nog een toe.',
  secondFactorGone: 'Deze tweede factor bestaat niet meer.',
  appOfferExpired: 'Dit duurde te lang. Begin opnieuw met het toevoegen van de app.',
  tooManyPasskeys: (most) =>
    plural('nl', most, {
      one: 'Je kunt hooguit # passkey hebben. Verwijder er eerst een.',
      other: 'Je kunt hooguit # passkeys hebben. Verwijder er eerst een.',
    }),
  passkeyKnown: 'Deze passkey is al in gebruik.',
  nothingToRecover: 'Voeg eerst een app of een passkey toe. Herstelcodes zijn bedoeld voor als je die kwijtraakt.',

  sameEmail: 'Dit is al je e-mailadres.',
  termsChanged: 'De voorwaarden zijn intussen gewijzigd. Lees ze opnieuw.',
  languageNotOffered: 'Deze taal wordt hier niet aangeboden.',
};
