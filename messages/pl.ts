import { countryName } from '../contract/language/country-name.ts';
import type { Messages } from '../contract/language/messages.ts';
import { plural } from '../contract/language/plural.ts';
import { utcTime } from '../contract/language/utc-time.ts';

/** "za 2 sekundy" */
const inSeconds = (seconds: number) =>
  plural('pl', seconds, { one: '# sekundę', few: '# sekundy', many: '# sekund', other: '# sekundy' });
/** "za 2 minuty" */
const inMinutes = (minutes: number) =>
  plural('pl', minutes, { one: '# minutę', few: '# minuty', many: '# minut', other: '# minuty' });
/** "około 2 minut" */
const ofMinutes = (minutes: number) =>
  plural('pl', minutes, { one: '# minuty', few: '# minut', many: '# minut', other: '# minuty' });
/** "co najmniej 2 znaki" */
const signs = (count: number) =>
  plural('pl', count, { one: '# znak', few: '# znaki', many: '# znaków', other: '# znaku' });

export const shared: Messages['shared'] = {
  language: 'Język',
  theme: 'Motyw',
  systemTheme: 'Motyw systemowy',
  lightTheme: 'Jasny motyw',
  darkTheme: 'Ciemny motyw',
  supportContact: 'Kontakt z zespołem pomocy organizacji <organisation/>: <contact/>',

  loading: 'Ładowanie…',
  close: 'Zamknij',
  cancel: 'Anuluj',
  tryAgain: 'Spróbuj ponownie',
  pleaseTryAgain: 'Spróbuj ponownie',
  pleaseTryAgainLater: 'Spróbuj ponownie za chwilę.',
  copied: 'Skopiowano',
  copyFailed: 'Nie udało się skopiować. Zaznacz tekst ręcznie.',
  toasts: { label: 'Powiadomienia (F8)', close: 'Zamknij powiadomienie' },
  passwordField: {
    show: (field) => `Pokaż zawartość pola „${field}”`,
    hide: (field) => `Ukryj zawartość pola „${field}”`,
    capsLock: 'Caps Lock jest włączony',
  },
  timeAgo: {
    now: 'przed chwilą',
    minutes: (minutes) => `${minutes} min temu`,
    hours: (hours) => `${hours} godz. temu`,
    days: (days) =>
      plural('pl', days, { one: '# dzień temu', few: '# dni temu', many: '# dni temu', other: '# dnia temu' }),
  },
  captcha: {
    label: 'Nie jestem robotem',
    verifying: 'Sprawdzanie…',
    slow: 'Sprawdzanie trwa, może to zająć minutę',
    verified: 'Sprawdzono',
    expired: 'Czas minął, zaznacz ponownie',
    failed: 'Nie udało się sprawdzić, spróbuj ponownie',
    loading: 'Ładowanie captchy…',
    blocked: 'Nie udało się załadować captchy. Sprawdź połączenie i program blokujący reklamy.',
  },
  passkeyNotUsed: 'Klucz dostępu nie został użyty. Spróbuj ponownie lub wybierz inny sposób.',

  unreachable: 'Nie udało się połączyć z serwerem. Sprawdź połączenie i spróbuj ponownie.',
  unwell: 'Serwer nie mógł odpowiedzieć. Spróbuj ponownie za chwilę.',
  notLoaded: {
    title: 'Nie można załadować tej strony',
    description: 'Możliwe, że portal został zaktualizowany albo nie ma połączenia z internetem.',
    reload: 'Odśwież',
    overlayTitle: 'Nie można tego otworzyć',
    overlayDescription: 'Możliwe, że portal został zaktualizowany albo nie ma połączenia z internetem. Odśwież stronę.',
  },
  needsScript: 'Ten portal wymaga JavaScriptu. Włącz go i odśwież stronę.',
};

export const guest: Messages['guest'] = {
  failed: { title: 'Błąd', unknown: 'Wystąpił błąd' },
  offline: {
    page: 'Brak połączenia z internetem. Gdy połączenie wróci, strona będzie działać dalej.',
    unsent: 'Brak połączenia z internetem. Wyślemy to, gdy połączenie wróci.',
  },

  title: 'Witamy',
  introduction: 'Wpisz swój adres e-mail. Wyślemy na niego kod, który potwierdzi, że to twój adres.',
  haveAccount: 'Masz konto? <link>Zaloguj się</link>',
  email: { label: 'Adres e-mail*', hint: 'Na przykład nazwa@example.com' },
  continue: 'Dalej',
  sending: 'Wysyłanie…',
  suggestion: {
    question: 'Czy chodziło o <email/>?',
    accept: 'Tak, użyj <domain/>',
    decline: 'Nie, zostaw <domain/>',
  },
  codeSent: { title: 'Kod wysłany', description: 'Wysłaliśmy kod weryfikacyjny na twój adres e-mail' },
  codeResent: {
    title: 'Kod wysłany ponownie',
    description: 'Wysłaliśmy nowy kod weryfikacyjny na twój adres e-mail',
  },

  help: {
    label: 'Pomoc',
    need: 'Potrzebuję pomocy',
    unavailable: 'Nie udało się załadować opcji. Spróbuj ponownie.',
    title: 'W czym potrzebujesz pomocy?',
    description: 'Wybierz jedną opcję. Nie trzeba nic pisać.',
    reasons: {
      no_mail: 'E-mail do mnie nie dotarł',
      wrong_address: 'Mój adres jest błędny',
      code_refused: 'Mój kod nie jest przyjmowany',
      told_to_come: 'Ktoś mi powiedział, żeby tu wejść',
    },
    toldToCome:
      'Nikt z organizacji <organisation/> nie prosi o kody przez telefon ani na czacie. Jeśli ktoś powiedział ci, żeby tu wejść, zakończ rozmowę lub czat i zamknij tę stronę.',
    close: 'Zamknij',
    asked: 'Powiadomiliśmy zespół pomocy.',
    attended: 'Zespół pomocy ci pomaga.',
    chosen: (reason) => `Wybrano: „${reason}”. Nie zamykaj tej strony. Odpowiedź pojawi się tutaj.`,
    withdraw: 'Nie potrzebuję już pomocy',
    chooseOther: 'Wybierz coś innego',
  },

  prompt: {
    sender: 'Wiadomość od zespołu pomocy organizacji <organisation/>',
    titles: { email: 'Potrzebny adres e-mail', code: 'Kod weryfikacyjny' },
    warning: 'Wpisuj tutaj tylko kod z naszego e-maila (<sender/>). Nigdy nikomu nie podawaj swojego kodu.',
    close: 'Rozumiem',
  },
  redirect: {
    moved: 'Zespół pomocy przeniósł cię tutaj',
    emailFirst: 'Zespół pomocy prosi cię o wpisanie kodu. Najpierw wpisz swój adres e-mail.',
    unknownHere: 'Nie znaleźliśmy twojej prośby o kod. Wpisz ponownie swój adres e-mail.',
    dismiss: 'Ukryj',
  },

  link: {
    title: 'Weryfikacja',
    verifying: { title: 'Sprawdzanie…', description: 'To chwilę potrwa.' },
    verified: 'Weryfikacja udana!',
    access: 'Masz teraz dostęp do portalu <organisation/>',
    redirecting: (seconds) => `Przekierowanie za ${inSeconds(seconds)}…`,
    failed: 'Weryfikacja nie powiodła się',
    invalid: 'Nieprawidłowy token weryfikacyjny',
    invalidOrExpired: 'Token jest nieprawidłowy lub wygasł',
    unreachable: 'Wystąpił błąd sieci',
    askForNew: 'Link działa tylko raz i tylko przez krótki czas. Poproś o nowy tam, skąd pochodzi ten.',
    incomplete: 'Ten link jest niepełny',
    openWhole:
      'Brakuje części linku. Otwórz cały link: niektóre aplikacje pocztowe ucinają długi link na końcu wiersza.',
    noToken: 'Nie podano tokenu weryfikacyjnego',
    missingToken: 'Brak parametru „token”',
    retry: 'Ponów weryfikację',
    continueWithout: 'Dalej bez linku',
  },
  notFound: {
    title: 'Nie znaleziono strony',
    description: 'Szukana strona nie istnieje lub została przeniesiona.',
  },
};

export const guestLater: Messages['guestLater'] = {
  code: {
    title: 'Wpisz kod',
    heading: 'Sprawdź skrzynkę e-mail',
    undelivered: 'Nie udało się dostarczyć kodu',
    label: 'Wpisz kod*',
    hint: (digits) =>
      plural('pl', digits, {
        one: '# cyfra z naszego e-maila',
        few: '# cyfry z naszego e-maila',
        many: '# cyfr z naszego e-maila',
        other: '# cyfry z naszego e-maila',
      }),
    verifying: 'Sprawdzanie…',
    expired: 'Kod wygasł',
    expiredProblem: 'Ten kod wygasł. Poproś o nowy.',
    expiredToast: {
      title: 'Kod wygasł',
      description: 'Twój kod weryfikacyjny wygasł. Poproś o nowy.',
    },
    tooManyWrong: 'Zbyt wiele błędnych kodów. Poproś o nowy.',
    verified: { title: 'Udało się', description: 'Adres e-mail został potwierdzony' },
    failed: 'Weryfikacja nie powiodła się',
  },
  sentTo: {
    unknown: 'Twój kod dla adresu <email/>',
    sending: 'Wysyłamy kod na adres <email/>',
    sent: (time) => `O ${time} wysłaliśmy kod na adres <email/>`,
    undelivered: 'Wpisany adres: <email/>',
    edit: 'Zmień',
    correct: 'Popraw adres',
  },
  usual: {
    seconds: (seconds) =>
      plural('pl', seconds, {
        one: 'Dostarczenie e-maila do domeny <domain/> trwa dziś zwykle około # sekundy.',
        few: 'Dostarczenie e-maila do domeny <domain/> trwa dziś zwykle około # sekund.',
        many: 'Dostarczenie e-maila do domeny <domain/> trwa dziś zwykle około # sekund.',
        other: 'Dostarczenie e-maila do domeny <domain/> trwa dziś zwykle około # sekundy.',
      }),
    minute: 'Dostarczenie e-maila do domeny <domain/> trwa dziś zwykle około minuty.',
    minutes: (minutes) => `Dostarczenie e-maila do domeny <domain/> trwa dziś zwykle około ${ofMinutes(minutes)}.`,
  },
  undelivered: {
    delayed: 'E-maile do domeny <domain/> docierają z opóźnieniem. Próbujemy dalej i damy znać na tej stronie.',
    expired: (minutes) =>
      `Nie udało się wysłać e-maila w ciągu ${ofMinutes(minutes)}. Poproś o nowy kod lub użyj innego adresu.`,
    bounced: (reason) => `Nasz e-mail wrócił jako niedostarczony. ${reason}`,
    reasons: {
      no_mailbox: 'W domenie <domain/> nie ma skrzynki o tej nazwie. Sprawdź, czy w adresie nie ma literówki.',
      mailbox_full: 'Ta skrzynka jest pełna. Zwolnij trochę miejsca i poproś o nowy kod lub użyj innego adresu.',
      no_domain: 'Domena <domain/> nie może odbierać e-maili. Sprawdź część po znaku @.',
      no_smtputf8: 'W domenie <domain/> nie możemy wysyłać e-maili na nazwy z takimi literami. Użyj innego adresu.',
      blocked: 'Domena <domain/> nie przyjmuje naszych e-maili. Użyj innego adresu.',
      other: 'Domena <domain/> odrzuciła nasz e-mail. Sprawdź adres lub użyj innego.',
    },
  },
  timer: {
    label: 'Pozostały czas ważności kodu',
    soon: 'została mniej niż minuta',
    minutes: (minutes) => `zostało około ${ofMinutes(minutes)}`,
    expiresSoon: 'Kod wygaśnie za mniej niż minutę.',
    expired: 'Kod wygasł. Poproś o nowy.',
  },
  resend: {
    send: 'Wyślij nowy kod',
    noEmail: 'E-mail nie dotarł? <resend>Wyślij ponownie</resend>',
    isAddressRight: 'Czy adres jest poprawny? <resend>Wyślij ponownie</resend>',
    wait: {
      sentence: 'Możesz poprosić o nowy kod za <time/>',
      soon: 'mniej niż minutę',
      minutes: (minutes) => `około ${inMinutes(minutes)}`,
    },
    possible: 'Możesz już poprosić o nowy kod.',
    checkSpam: 'Nic jeszcze nie dotarło? Sprawdź folder ze spamem. E-mail przychodzi z adresu <sender/>',
  },
  safety: {
    label: 'Bezpieczeństwo',
    onlyOurs: 'Wpisuj tylko kod, który wysłaliśmy ci e-mailem. Przychodzi z adresu <sender/>',
    neverTell:
      'Nigdy nie wpisuj kodów z innych usług. Nigdy nikomu nie podawaj swojego kodu: nikt z organizacji <organisation/> cię o to nie poprosi.',
  },
  processing: {
    title: 'Przetwarzanie',
    description: 'Sprawdzamy twój kod. Nie zamykaj tej strony.',
    almostDone: 'Prawie gotowe',
    timeLeft: 'Pozostały czas',
    clock: (seconds) => `${seconds} s`,
    secondsLeft: (seconds) =>
      plural('pl', seconds, {
        one: 'została # sekunda',
        few: 'zostały # sekundy',
        many: 'zostało # sekund',
        other: 'zostało # sekundy',
      }),
  },

  confirmed: {
    label: 'Potwierdzono',
    title: 'Adres e-mail potwierdzony',
    email: 'Adres <email/> jest potwierdzony dla organizacji <organisation/>.',
    unnamed: 'Twój adres jest potwierdzony dla organizacji <organisation/>.',
    leave: 'Przejdź na stronę <host/>',
    orClose: 'Albo zamknij tę stronę. To już wszystko.',
    close: 'To już wszystko. Możesz zamknąć tę stronę.',
    another: 'Potwierdź inny adres',
    myData: 'Zobacz lub usuń to, co o tobie przechowujemy',
  },
  site: {
    purpose: 'Adres, który tu potwierdzisz, otrzyma strona <host/>.',
    done: 'Strona <host/> otrzymała Twój adres. Możesz zamknąć to okno.',
  },
  halted: {
    title: 'Zatrzymaj się tutaj',
    nobodyAsks: 'Nikt z organizacji <organisation/> nie prosi o kody przez telefon ani na czacie.',
    explanation:
      'Jeśli ktoś powiedział ci, żeby otworzyć tę stronę, coś tu wpisać albo podać mu kod, nie idź dalej. Ta osoba może próbować dostać się na jedno z twoich kont.',
    whatToDo: 'Co zrobić',
    endCall: 'Zakończ rozmowę lub czat.',
    closePage: 'Zamknij tę stronę.',
    tellNobody: 'Nikomu nie podawaj kodu otrzymanego e-mailem, SMS-em lub w aplikacji.',
    changePassword:
      'Jeśli zdarzyło ci się podać komuś kod lub hasło, od razu zmień hasło i zadzwoń do firmy, której ten kod lub hasło dotyczy. Numer telefonu znajdź samodzielnie.',
    warned: 'Ostrzegliśmy administratorów organizacji <organisation/>.',
    untilYouGoOn:
      'Dopóki nie zdecydujesz się przejść dalej, zespół pomocy nie może pokazać ci wiadomości ani przenieść cię na inną stronę.',
    goOn: 'Rozumiem, idę dalej',
  },
  exit: {
    thanks: 'Dziękujemy',
    confirmed: 'Twój adres e-mail jest potwierdzony.',
    ended: 'Weryfikacja zakończona',
    leavingFor: 'Opuszczasz portal i przechodzisz na stronę <host/>',
    end: 'To koniec weryfikacji.',
    stay: 'Zostań',
    tryAgain: 'Spróbuj ponownie',
    failed: 'Spróbuj ponownie za chwilę.',
    stillHere: { title: 'Nadal tu jesteś', description: 'Strona, która miała się otworzyć, nie jest już używana.' },
    closed: { title: 'Możesz zamknąć tę stronę', description: 'Nie ma tu już nic do zrobienia.' },
  },
};

export const myData: Messages['myData'] = {
  title: 'Twoje dane',
  introduction: 'Oto, co organizacja <organisation/> przechowuje dla adresu <email/>.',
  timeLeft: (minutes) =>
    plural('pl', minutes, {
      one: 'Dla twojego bezpieczeństwa ta strona zamknie się za # minutę.',
      few: 'Dla twojego bezpieczeństwa ta strona zamknie się za # minuty.',
      many: 'Dla twojego bezpieczeństwa ta strona zamknie się za # minut.',
      other: 'Dla twojego bezpieczeństwa ta strona zamknie się za # minuty.',
    }),
  failed: 'Nie udało się wczytać twoich danych',
  nothing: 'Dla adresu <email/> nic nie jest przechowywane.',
  cut: 'Jest ich więcej, niż tu pokazano.',
  account:
    'Istnieje też konto z tym adresem. Tutaj nie jest pokazywane ani usuwane. <link>Zaloguj się</link>, aby je zobaczyć.',
  held: (day) => `Ze względów prawnych musimy to przechowywać do ${day}. Wcześniej nie można tego usunąć.`,
  kinds: {
    registrations: 'Rejestracja',
    verified: 'Potwierdzony adres',
    codes: 'Prośby o kod',
    visits: 'Wizyty',
    help: 'Prośby o pomoc',
    messages: 'Wiadomości od zespołu pomocy',
    log: 'Wpisy w dzienniku',
    audit: 'Wpisy kontrolne',
    notifications: 'Powiadomienia zespołu pomocy',
    emails: 'E-maile do ciebie',
    webhooks: 'Zgłoszenia do innych systemów',
  },
  about: {
    registrations: 'Nowe konto, które czeka na twoje potwierdzenie.',
    verified: 'Pokazuje, że adres należy do ciebie.',
    codes: 'Wpisany przez ciebie adres i czas. Nikt nie może odczytać kodu.',
    visits: 'Twoja przeglądarka, adres IP, przybliżone miejsce i strona.',
    help: 'Twoje prośby do zespołu pomocy.',
    messages: 'Co zespół pomocy ci tutaj pokazał.',
    log: 'Co i kiedy się tu działo, ze względów bezpieczeństwa.',
    audit: 'Działania zespołu pomocy, które cię dotyczą.',
    notifications: 'Czego zespół pomocy dowiedział się o twojej wizycie.',
    emails: 'Kiedy do ciebie pisaliśmy i czy wiadomość dotarła, bez treści.',
    webhooks: 'Wynik dla systemu, który cię tu skierował.',
  },
  fields: {
    username: 'Nazwa użytkownika',
    firstName: 'Imię',
    lastName: 'Nazwisko',
    email: 'Adres e-mail',
    guestId: 'Identyfikator przeglądarki',
    ipAddress: 'Adres IP',
    location: 'Miejsce',
    device: 'Urządzenie',
    language: 'Język',
    page: 'Strona',
    views: 'Wyświetlenia strony',
    action: 'Działanie',
    kind: 'Rodzaj',
    title: 'Tytuł',
    text: 'Treść',
    reason: 'Powód',
    details: 'Szczegóły',
    outcome: 'Wynik',
    tries: 'Próby',
    state: 'Stan',
    destination: 'Cel',
    token: 'Identyfikator linku',
    organisationId: 'Identyfikator w innym systemie',
    claims: 'Z innego systemu',
    helped: 'Pomoc zespołu',
    at: 'Czas',
    createdAt: 'Utworzono',
    seenAt: 'Ostatnia wizyta',
    expiresAt: 'Wygasa',
    usedAt: 'Użyto',
    sentAt: 'Wysłano',
    verifiedAt: 'Potwierdzono',
    deliveredAt: 'Dostarczono',
    haltedAt: 'Zatrzymano przez ciebie',
    bouncedAt: 'Zwrócono',
  },
  download: 'Pobierz jako stronę',
  downloadJson: 'Pobierz dla programów (JSON)',
  made: (time) => `Utworzono: ${time}`,
  erase: 'Usuń wszystko',
  erasing: {
    title: 'Usunąć wszystko?',
    description: 'Wszystko, co przechowujemy dla adresu <email/>, zostanie usunięte. Tego nie można cofnąć.',
    elsewhere: 'Dotyczy to tylko tego portalu. O dane w innych systemach zapytaj organizację <organisation/>.',
    confirm: 'Usuń na zawsze',
    failed: 'Nie udało się usunąć twoich danych',
  },
  stays: {
    title: 'Co zostaje',
    audit:
      'Zapisy tego, co zrobił zespół pomocy. Twoje dane zastępuje w nich losowa nazwa, która donikąd nie prowadzi.',
    halt: 'Twoje ostrzeżenie, że ktoś kazał ci tu wejść. Chroni cię, dopóki nie zdecydujesz się iść dalej.',
    account: 'Dane należące do konta z tym adresem.',
    'staff-work': 'Zapisy twojej własnej pracy w zespole pomocy.',
    until: (day) => `Usuniemy to ${day}.`,
  },
  erased: {
    title: 'Twoje dane zostały usunięte',
    description: 'Tego, co było przechowywane dla adresu <email/>, już nie ma. Możesz zamknąć tę stronę.',
  },
  over: { title: 'Potwierdź swój adres', confirm: 'Potwierdź adres' },
};

export const signIn: Messages['signIn'] = {
  title: 'Logowanie',
  adminTitle: 'Logowanie administratora',

  reasons: {
    signedOut: 'Wylogowano cię. Zaloguj się ponownie.',
    reLogin: 'Dla twojego bezpieczeństwa zaloguj się ponownie.',
  },
  user: {
    heading: 'Portal użytkownika',
    subtitle: 'Uwierzytelnianie użytkownika',
    login: 'Logowanie',
    register: 'Rejestracja',
    submit: 'Zaloguj się',
    pending: 'Logowanie…',
    done: 'Zalogowano',
    failed: 'Logowanie nie powiodło się',
    refused: 'Nieprawidłowa nazwa użytkownika lub hasło',
    forgotPassword: 'Zespół pomocy może dać ci hasło tymczasowe. Zalogujesz się nim i ustawisz nowe.',
  },
  admin: {
    heading: 'Portal administratora',
    subtitle: 'Dostęp tylko dla administratorów',
    submit: 'Wejdź do panelu',
    pending: 'Uwierzytelnianie…',
    done: 'Zalogowano administratora',
    failed: 'Logowanie administratora nie powiodło się',
    refused: 'Nieprawidłowe dane logowania administratora',
    forgotPassword:
      'Inny administrator może dać ci hasło tymczasowe w sekcji zarządzania użytkownikami („User Management”). Jeśli nie ma innego administratora, może to zrobić osoba administrująca serwerem, poleceniem „<command/>”.',
    backToUserLogin: 'Wróć do logowania użytkownika',
  },
  denied: {
    pageTitle: 'Administracja',
    title: 'Odmowa dostępu',
    loading: 'Ładowanie panelu administracyjnego…',
    redirecting: 'Wymagany dostęp administratora. Przekierowanie…',
    privilegesRequired: 'Wymagane uprawnienia administratora',
    role: 'Obecna rola: użytkownik',
  },
  username: 'Nazwa użytkownika',
  password: 'Hasło',
  enterUsername: 'Wpisz nazwę użytkownika',
  enterPassword: 'Wpisz hasło',
  forgotPassword: 'Nie pamiętasz hasła?',
  withPasskey: 'Zaloguj się kluczem dostępu',
  or: 'lub',
  withSso: 'Użyj logowania jednokrotnego',

  secondStep: {
    title: 'Jeszcze jeden krok',
    description: 'Hasło jest poprawne. Teraz potwierdź, że to ty.',
    usePasskey: 'Użyj klucza dostępu',
    appCode: 'Kod z aplikacji',
    recoveryCode: 'Kod odzyskiwania',
    worksOnce: 'Każdy kod działa tylko raz',
    continue: 'Dalej',
    checking: 'Sprawdzanie…',
    useRecoveryCode: 'Użyj kodu odzyskiwania',
    useAppCode: 'Użyj kodu z aplikacji',
    startOver: 'Zacznij od nowa',
  },

  noRegistration: {
    title: 'Konta zakłada zespół pomocy',
    description:
      'Aby otrzymać konto, skontaktuj się z zespołem pomocy, podając imię, nazwisko i adres e-mail. Zespół założy konto i wyśle ci wszystko, co jest potrzebne do logowania.',
    copyContact: 'Kopiuj kontakt do pomocy',
  },
  register: {
    email: 'Adres e-mail',
    emailHint: 'Potwierdzisz go kodem, który wyślemy e-mailem',
    firstName: 'Imię',
    lastName: 'Nazwisko',
    optional: 'Nieobowiązkowe',
    passwordHint: (least) => `Co najmniej ${signs(least)}`,
    submit: 'Załóż konto',
    pending: 'Zakładanie konta…',
    haveCode: 'Masz kod z naszego e-maila? <link>Potwierdź adres e-mail</link>',
    done: 'Konto zostało założone',
    doneUnverified: {
      title: 'Rejestracja udana',
      description: 'Sprawdź skrzynkę e-mail, aby potwierdzić konto.',
    },
    failed: 'Rejestracja nie powiodła się',
    failedReason: 'Nie udało się założyć konta',
  },
  verifyEmail: {
    title: 'Potwierdź adres e-mail',
    subtitle: 'Jeszcze jeden krok do twojego konta',
    backToLogin: 'Wróć do logowania',
    sentTo: 'Wysłaliśmy e-mail na adres <email/>',
    enterCode: 'Wpisz kod z naszego e-maila lub otwórz link, który w nim jest.',
    code: 'Kod weryfikacyjny',
    codeHint: 'Link w naszym e-mailu wypełni to pole',
    codeFilledIn: 'Wypełnione przez otwarty link',
    codeMissing: 'Wpisz kod z naszego e-maila',
    submit: 'Potwierdź adres',
    pending: 'Sprawdzanie…',
    done: 'Adres e-mail został potwierdzony! Możesz się teraz zalogować.',
    failed: 'Weryfikacja nie powiodła się',
    invalid: 'Nieprawidłowy kod weryfikacyjny',
  },
  resend: {
    title: 'E-mail jeszcze nie dotarł?',
    description: 'To może potrwać kilka minut. Sprawdź też folder ze spamem. E-mail przychodzi z adresu <sender/>',
    email: 'Adres e-mail',
    emailHint: 'Podany przy rejestracji w tej przeglądarce',
    noAddress: 'Brak adresu e-mail do ponownej wysyłki',
    submit: 'Wyślij e-mail ponownie',
    pending: 'Wysyłanie…',
    done: 'Wysłaliśmy ponownie e-mail weryfikacyjny na twoją skrzynkę',
    failed: 'Nie udało się ponownie wysłać e-maila weryfikacyjnego',
  },
};

export const sso: Messages['sso'] = {
  'not-linked':
    'Twoje konto logowania jednokrotnego nie jest połączone z kontem w tym portalu. Zaloguj się hasłem i połącz je na stronie swojego konta.',
  suspended: 'Twoje konto jest zawieszone. Skontaktuj się z zespołem pomocy.',
  'second-factor': 'Zaloguj się hasłem i drugim składnikiem.',
  cancelled: 'Logowanie jednokrotne zostało anulowane.',
  expired: 'Logowanie jednokrotne trwało zbyt długo lub zaczęło się w innej przeglądarce. Spróbuj ponownie.',
  failed: 'Logowanie jednokrotne nie powiodło się. Spróbuj ponownie lub zaloguj się hasłem.',
  unavailable: 'Logowanie jednokrotne jest teraz niedostępne. Spróbuj ponownie później lub zaloguj się hasłem.',
  taken: 'To konto logowania jednokrotnego jest już połączone z innym kontem w tym portalu.',
};

export const account: Messages['account'] = {
  goToAccount: 'Przejdź do konta',
  saving: 'Zapisywanie…',

  home: {
    title: 'Twoje konto',
    standing: { online: 'Online', suspended: 'Konto zawieszone', needs_auth: 'Wymaga logowania' },
    adminPanel: {
      title: 'Panel administracyjny',
      admin: 'Użytkownicy, goście i ustawienia',
      helper: 'Co możesz robić w roli pomocnika',
      manager: 'Co możesz robić w roli menedżera',
      auditor: 'Co możesz robić w roli audytora',
      open: 'Otwórz panel',
    },
    details: { title: 'Twoje dane', text: 'Imię, nazwisko i dane kontaktowe', open: 'Zaktualizuj dane' },
    language: { title: 'Język', text: 'Na twoich stronach i w e-mailach', notSaved: 'Nie zapisano języka' },
    profile: {
      title: 'Uzupełnij profil',
      text: 'Jak profil zostanie uzupełniony',
      open: 'Uzupełnij profil',
    },
    terms: { title: 'Twoja zgoda', text: 'Regulamin korzystania z tego portalu', open: 'Przeczytaj regulamin' },
    email: {
      title: 'Adres e-mail',
      none: 'Jeszcze go nie ma. Dodaj adres, abyśmy mogli informować cię o zmianach na koncie.',
    },
    password: {
      title: 'Hasło',
      text: 'Zmiana wyloguje cię wszędzie poza tą przeglądarką',
      change: 'Zmień hasło',
      description: 'Sesja w tej przeglądarce będzie trwać dalej. Wszędzie indziej nastąpi wylogowanie.',
    },
    signOut: { title: 'Wyloguj się', text: 'Zakończ sesję w tej przeglądarce' },
  },

  picture: {
    title: 'Zdjęcie',
    text: 'Widoczne obok imienia i nazwiska',
    add: 'Dodaj zdjęcie',
    change: 'Zmień zdjęcie',
    remove: 'Usuń',
    saved: 'Zdjęcie zapisane',
    removed: 'Zdjęcie usunięte',
    notSaved: 'Nie zapisano zdjęcia',
    notRemoved: 'Nie usunięto zdjęcia',
  },

  email: {
    add: 'Dodaj adres e-mail',
    change: 'Zmień adres e-mail',
    description:
      'Na nowy adres wyślemy kod, który potwierdzi, że to twój adres. Dopóki nie wpiszesz kodu, nic się nie zmieni.',
    openToAdd: 'Dodaj adres',
    openToChange: 'Zmień adres',
    notLoaded: 'Nie udało się sprawdzić, czy czeka na ciebie kod.',
    newAddress: 'Nowy adres e-mail',
    sendCode: 'Wyślij kod',
    sending: 'Wysyłanie…',
    codeNotSent: 'Nie wysłano kodu',
    onItsWay: 'Kod jest w drodze na adres <email/>',
    code: 'Kod z e-maila',
    codeExpired: 'Ten kod wygasł. Wyślij kolejny.',
    codeExpires: (time) => `Wygaśnie za ${time}`,
    confirm: 'Potwierdź adres',
    confirming: 'Zmienianie…',
    sendAnother: 'Wyślij kolejny kod',
    anotherSent: { title: 'Kod wysłany', text: 'Poprzedni kod już nie działa.' },
    useAnother: 'Użyj innego adresu',
    changed: {
      title: 'Adres e-mail zmieniony',
      text: (email) => `E-maile dotyczące twojego konta przychodzą teraz na adres ${email}.`,
    },
    notChanged: 'Nie zmieniono adresu',
  },

  sso: {
    title: 'Logowanie jednokrotne',
    text: 'Loguj się tutaj bez hasła',
    textOf: (provider) => `Loguj się kontem u dostawcy ${provider}, bez hasła do tego portalu`,
    notLoaded: 'Nie udało się sprawdzić, czy jest połączone',
    neverUsed: (provider, since) => `Połączone z dostawcą ${provider} od ${since}, jeszcze nieużyte`,
    lastUsed: (provider, since, used) => `Połączone z dostawcą ${provider} od ${since}, ostatnio użyte ${used}`,
    link: 'Połącz',
    linking: 'Łączenie…',
    linked: 'Połączono logowanie jednokrotne',
    notLinked: 'Nie połączono logowania jednokrotnego',
    unlink: 'Odłącz',
    unlinkTitle: 'Odłączyć logowanie jednokrotne?',
    unlinkText: (provider) =>
      `Konto u dostawcy ${provider} nie będzie cię już tutaj logować. Zamiast niego użyj hasła.`,
    unlinked: 'Odłączono logowanie jednokrotne',
    notUnlinked: 'Nie odłączono logowania jednokrotnego',
  },

  factors: {
    title: 'Drugi składnik',
    description: 'Potrzebny przy logowaniu po wpisaniu hasła',
    on: 'Włączony',
    off: 'Wyłączony',
    loading: 'Ładowanie drugich składników…',
    notLoaded: 'Nie udało się załadować drugich składników.',
    none: 'Każdy, kto pozna twoje hasło, może zalogować się jako ty. Dodaj klucz dostępu lub aplikację w telefonie, a samo hasło już nie wystarczy.',
    addPasskey: 'Dodaj klucz dostępu',
    addApp: 'Dodaj aplikację',
    passkeyUsed: 'Klucz dostępu, dodany <day/> · ostatnie użycie: <ago/>',
    passkeyNeverUsed: 'Klucz dostępu, dodany <day/> · jeszcze nieużyty',
    renamePasskey: (name) => `Zmień nazwę klucza dostępu ${name}`,
    removePasskey: (name) => `Usuń klucz dostępu ${name}`,
    app: 'Aplikacja uwierzytelniająca',
    appAdded: 'Dodana <day/>',
    removeApp: 'Usuń aplikację',
    recoveryCodes: 'Kody odzyskiwania',
    noCodesLeft: 'Nie ma już żadnego. Utwórz nowe.',
    codesLeft: (left, all) => `Pozostało: ${left} z ${all}. Każdy działa tylko raz.`,
    newCodes: 'Nowe kody',
    added: { title: 'Drugi składnik dodany', text: 'Możesz się nim teraz logować.' },
  },

  removeFactor: {
    passkeyTitle: 'Usuń klucz dostępu <name/>',
    appTitle: 'Usuń aplikację',
    isLast:
      'To twój jedyny drugi składnik. Bez niego do logowania wystarczy samo hasło, a kody odzyskiwania zostaną usunięte.',
    isNotLast: 'Tego składnika nie będzie już można użyć do logowania. Pozostałe drugie składniki zachowasz.',
    removePasskey: 'Usuń klucz dostępu',
    removeApp: 'Usuń aplikację',
    passkeyRemoved: 'Klucz dostępu usunięty',
    appRemoved: 'Aplikacja usunięta',
    notRemoved: 'Nie usunięto',
  },

  passkey: {
    addTitle: 'Dodaj klucz dostępu',
    addText: 'Urządzenie poprosi o odcisk palca, skan twarzy lub swój kod PIN. Nic z tego nie opuszcza urządzenia.',
    name: 'Nazwa',
    nameHint: 'Aby rozpoznać go na liście',
    androidPhone: 'Telefon z Androidem',
    windowsComputer: 'Komputer z systemem Windows',
    thisComputer: 'Ten komputer',
    add: 'Dodaj klucz dostępu',
    adding: 'Dokończ na urządzeniu…',
    notAdded: {
      title: 'Nie dodano klucza dostępu',
      text: 'Klucz dostępu nie został dodany. Możliwe, że urządzenie ma już klucz do tego konta.',
    },
    renameTitle: 'Zmień nazwę klucza dostępu',
    renameText: 'Tę nazwę widzisz tylko ty.',
    rename: 'Zmień nazwę',
    renamed: 'Zmieniono nazwę klucza dostępu',
    notRenamed: 'Nie zmieniono nazwy klucza dostępu',
  },

  app: {
    title: 'Dodaj aplikację uwierzytelniającą',
    text: (seconds) => `Pokazuje nowy kod co ${inSeconds(seconds)}, nawet bez internetu.`,
    qrCode: 'Kod QR dla aplikacji',
    scan: 'Zeskanuj ten kod aplikacją w telefonie lub wpisz w niej ten klucz:',
    copyKey: 'Kopiuj klucz',
    keepSecret: 'Każdy, kto ma ten klucz, może tworzyć twoje kody. Nikomu go nie udostępniaj.',
    code: 'Aktualny kod z aplikacji',
    add: 'Dodaj aplikację',
    adding: 'Sprawdzanie…',
    notAdded: 'Nie dodano aplikacji',
  },

  recoveryCodes: {
    title: 'Zapisz kody odzyskiwania',
    text: 'Jeśli stracisz urządzenie, każdym kodem zalogujesz się jeden raz. Nie pokażemy ich ponownie.',
    label: 'Kody odzyskiwania',
    sheetTitle: (organisation) => `Kody odzyskiwania do portalu ${organisation}`,
    sheetText: 'Każdy kod działa tylko raz.',
    download: 'Pobierz',
    print: 'Drukuj',
    copy: 'Kopiuj kody odzyskiwania',
    keepSafe: 'Przechowuj je razem z hasłami lub na papierze, a nie na urządzeniu, które zastępują.',
    saved: 'Kody są zapisane',
    makeTitle: 'Utwórz nowe kody odzyskiwania',
    makeText: (count) =>
      plural('pl', count, {
        one: 'Otrzymasz # nowy kod. Stare przestaną działać, gdziekolwiek są zapisane.',
        few: 'Otrzymasz # nowe kody. Stare przestaną działać, gdziekolwiek są zapisane.',
        many: 'Otrzymasz # nowych kodów. Stare przestaną działać, gdziekolwiek są zapisane.',
        other: 'Otrzymasz # nowego kodu. Stare przestaną działać, gdziekolwiek są zapisane.',
      }),
    make: 'Utwórz nowe kody',
    notMade: 'Nie utworzono nowych kodów odzyskiwania',
  },

  sessions: {
    title: 'Twoje aktywne sesje',
    description: 'Nie rozpoznajesz którejś? Zakończ ją i zmień hasło.',
    loading: 'Ładowanie sesji…',
    notLoaded: 'Nie udało się załadować sesji.',
    thisBrowser: 'Ta przeglądarka',
    since: 'Logowanie: <time/>',
    sinceAndUsed: 'Logowanie: <time/> · ostatnie użycie: <ago/>',
    end: 'Zakończ',
    endOn: (device) => `Zakończ sesję: ${device}`,
    endOneText:
      'Nastąpi tam natychmiastowe wylogowanie, a niezapisana praca przepadnie. Sesja w tej przeglądarce będzie trwać dalej.',
    endOne: 'Zakończ sesję',
    endOthersTitle: 'Zakończ wszystkie inne sesje',
    endOthersText: (others) =>
      plural('pl', others, {
        one: 'W jednym innym miejscu nastąpi natychmiastowe wylogowanie, a niezapisana tam praca przepadnie. Sesja w tej przeglądarce będzie trwać dalej.',
        few: 'W # innych miejscach nastąpi natychmiastowe wylogowanie, a niezapisana tam praca przepadnie. Sesja w tej przeglądarce będzie trwać dalej.',
        many: 'W # innych miejscach nastąpi natychmiastowe wylogowanie, a niezapisana tam praca przepadnie. Sesja w tej przeglądarce będzie trwać dalej.',
        other:
          'W # innego miejsca nastąpi natychmiastowe wylogowanie, a niezapisana tam praca przepadnie. Sesja w tej przeglądarce będzie trwać dalej.',
      }),
    endOthers: 'Zakończ wszystkie inne',
    ended: {
      title: 'Wylogowano',
      text: (sessions) =>
        plural('pl', sessions, {
          one: 'Zakończono # sesję. Sesja w tej przeglądarce trwa dalej.',
          few: 'Zakończono # sesje. Sesja w tej przeglądarce trwa dalej.',
          many: 'Zakończono # sesji. Sesja w tej przeglądarce trwa dalej.',
          other: 'Zakończono # sesji. Sesja w tej przeglądarce trwa dalej.',
        }),
    },
    notEnded: 'Nie wylogowano',
  },

  backToAccount: 'Wróć do konta',

  details: {
    title: 'Zaktualizuj dane',
    subtitle: 'Profil jest kompletny, gdy wypełnione są wszystkie pola poza „O sobie”.',
    loading: 'Ładowanie danych…',
    notLoaded: 'Nie udało się załadować danych',
    complete: (since) => `Profil kompletny od ${since}`,
    incomplete: 'Profil jeszcze niekompletny.',
    missing: (details) => `Profil jeszcze niekompletny. Brakuje: ${details}.`,
    names: {
      firstName: 'imienia',
      lastName: 'nazwiska',
      phone: 'telefonu',
      dateOfBirth: 'daty urodzenia',
      address: 'adresu',
      city: 'miejscowości',
      country: 'kraju',
    },
    email: 'Adres e-mail',
    emailHint: 'Możesz go zmienić na swoim koncie.',
    noEmail: 'Brak',
    firstName: 'Imię',
    lastName: 'Nazwisko',
    phone: 'Telefon',
    phoneHint: 'Na przykład +44 20 7946 0000',
    dateOfBirth: 'Data urodzenia',
    halfDate: 'Wpisz całą datę lub zostaw pole puste',
    about: 'O sobie',
    aboutHint: 'Nieobowiązkowe',
    address: 'Adres',
    addressHint: 'Ulica i numer',
    city: 'Miejscowość',
    country: 'Kraj',
    save: 'Zapisz dane',
    saved: 'Dane zapisane',
    notSaved: 'Nie zapisano danych',
  },

  terms: {
    title: 'Regulamin',
    subtitle: (organisation) => `Regulamin korzystania z portalu ${organisation}.`,
    loading: 'Ładowanie regulaminu…',
    notLoaded: 'Nie udało się załadować regulaminu',
    none: {
      title: 'Nie ma jeszcze regulaminu',
      text: 'Gdy będzie coś do zaakceptowania, zespół pomocy cię o to poprosi.',
    },
    label: 'Treść regulaminu',
    changed: 'Regulamin zmienił się po otwarciu tej strony. Przed akceptacją przeczytaj nową treść powyżej.',
    accept: 'Zaakceptuj regulamin',
    accepting: 'Akceptowanie…',
    accepted: (time) => `Twoja akceptacja tego regulaminu: ${time}.`,
    notAccepted: 'Nie zaakceptowano regulaminu',
  },

  securityCheck: {
    title: 'Kontrola bezpieczeństwa',
    subtitle: 'Wpisz hasło, aby potwierdzić, że to ty.',
    password: 'Hasło',
    confirm: 'Potwierdź hasło',
    confirming: 'Potwierdzanie…',
    done: 'Dziękujemy. Hasło zostało potwierdzone.',
    failed: 'Kontrola bezpieczeństwa nie powiodła się',
  },

  completeProfile: {
    title: 'Uzupełnij profil',
    text: 'Uzupełnianiem profili zajmuje się zespół pomocy, który się z tobą skontaktuje.',
    goBack: 'Wróć do konta',
  },

  reLogin: {
    pageTitle: 'Ponowne logowanie',
    title: 'Zaloguj się ponownie',
    text: 'Wylogowujemy cię tutaj. Możesz od razu zalogować się ponownie.',
    askedBy: (organisation) => `Poprosił o to zespół pomocy organizacji ${organisation}.`,
    askedByBecause: (organisation, reason) =>
      `Poprosił o to zespół pomocy organizacji ${organisation}. Podany powód: „${reason}”`,
    stillSignedIn: { title: 'Sesja nadal trwa', text: 'Wylogowanie nie powiodło się.' },
  },

  notFound: {
    title: '404 Nie znaleziono strony',
    text: 'Nie udało się znaleźć tej strony. Sprawdź adres lub przejdź do konta.',
  },

  newPassword: {
    title: 'Ustaw nowe hasło',
    text: 'Twoje hasło jest tymczasowe albo zbyt krótkie bez drugiego składnika. Ustaw nowe, aby przejść dalej.',
  },

  firstFactor: {
    title: 'Dodaj drugi składnik',
    text: 'Twoje konto wymaga czegoś więcej niż hasła. Wybierz, co dodać, a potem przejdź dalej.',
    passkey:
      'Odcisk palca, skan twarzy lub kod PIN tego urządzenia albo klucz bezpieczeństwa. Najbezpieczniejszy i najszybszy sposób.',
    app: 'Aplikacja uwierzytelniająca w telefonie pokazuje kod, który wpisujesz przy logowaniu.',
  },
};

export const signedIn: Messages['signedIn'] = {
  signOut: {
    button: 'Wyloguj się',
    pending: 'Wylogowywanie…',
    done: 'Wylogowano',
    failed: 'Wylogowanie nie powiodło się',
  },

  password: {
    current: 'Obecne hasło',
    new: 'Nowe hasło',
    atLeast: (characters) => `Co najmniej ${signs(characters)}`,
    atLeastAlone: (characters, withSecondFactor) =>
      `Co najmniej ${signs(characters)} (${withSecondFactor} z drugim składnikiem)`,
    confirm: 'Powtórz nowe hasło',
    change: 'Zmień hasło',
    changing: 'Zmienianie…',
    changed: {
      title: 'Hasło zmienione',
      own: 'Twoje hasło zostało zmienione.',
      admin: 'Twoje hasło administratora zostało zmienione.',
    },
    notChanged: 'Nie udało się zmienić hasła',
  },

  asked: {
    by: (organisation) => `Zespół pomocy organizacji ${organisation} skierował cię na tę stronę.`,
    reason: 'Podany powód: „<reason/>”',
    accountInstead:
      'Adres e-mail potwierdzają tu tylko goście. Masz aktywną sesję, więc zamiast tego widzisz swoje konto.',
    leaveAnytime: 'Możesz ją opuścić w każdej chwili.',
    leaveAfter: {
      details: 'Możesz ją opuścić po zapisaniu danych albo się wylogować.',
      signIn: 'Możesz ją opuścić po ponownym zalogowaniu albo się wylogować.',
      terms: 'Możesz ją opuścić po zaakceptowaniu regulaminu albo się wylogować.',
      password: 'Możesz ją opuścić po potwierdzeniu hasła albo się wylogować.',
    },
    leaveWhenEnded: 'Możesz ją opuścić, gdy zespół pomocy to zakończy. Do tego czasu możesz się wylogować.',
    over: { title: 'Możesz przejść dalej', text: 'Zespół pomocy niczego więcej tu nie potrzebuje.' },
  },
};

export const stepUp: Messages['stepUp'] = {
  title: 'Potwierdź, że to ty',
  text: (minutes) => `Aby przejść dalej, potwierdź, że to ty. Nie zapytamy ponownie przez ${inMinutes(minutes)}.`,
  notLoaded: 'Nie udało się tego załadować',
  usePasskey: 'Użyj klucza dostępu',
  label: { password: 'Hasło', totp: 'Kod z aplikacji', recoveryCode: 'Kod odzyskiwania' },
  recoveryCodeHint: 'Każdy działa tylko raz',
  use: {
    password: 'Użyj hasła',
    totp: 'Użyj kodu z aplikacji',
    recoveryCode: 'Użyj kodu odzyskiwania',
  },
  confirm: 'Potwierdź',
  confirming: 'Potwierdzanie…',
};

export const devices: Messages['devices'] = {
  unknownDevice: 'Nieznane urządzenie',
  browserOnSystem: (browser, system) => `${browser} w systemie ${system}`,
  unknownLocation: 'Nieznana lokalizacja',
  localNetwork: 'Sieć lokalna',
  country: (code) => countryName('pl', code),
  cityInCountry: (city, country) => `${city}, ${country}`,
};

export const problems: Messages['problems'] = {
  emailInvalid: 'Wpisz prawidłowy adres e-mail',
  codeTooShort: (least) => `Kod musi mieć co najmniej ${signs(least)}`,
  notOurCode: 'To nie jest jeden z naszych kodów',
  helpReasonMissing: 'Wybierz, w czym potrzebujesz pomocy',
  tokenMissing: 'Brak parametru „token”',
  credentialsMissing: 'Wpisz nazwę użytkownika i hasło',
  captchaMissing: 'Przejdź weryfikację captcha',
  appCodeMissing: 'Wpisz kod z aplikacji',
  recoveryCodeMissing: 'Wpisz jeden z kodów odzyskiwania',
  usernameMissing: 'Wpisz nazwę użytkownika',
  usernameTooLong: (most) => `Nazwa użytkownika może mieć najwyżej ${signs(most)}`,
  usernameNotAWord: 'Wybierz nazwę użytkownika bez spacji, ukośników i dwukropków',
  usernameSpaces: 'Używaj w nazwie użytkownika tylko pojedynczych spacji',
  firstNameTooLong: (most) => `Imię może mieć najwyżej ${signs(most)}`,
  lastNameTooLong: (most) => `Nazwisko może mieć najwyżej ${signs(most)}`,
  notPlainText: 'Używaj tylko liter, cyfr i zwykłych znaków interpunkcyjnych',
  invisible: 'Imiona i nazwy nie mogą mieć niewidocznych znaków. Wpisz tekst ponownie, zamiast go wklejać.',
  verificationCodeMissing: 'Wpisz kod weryfikacyjny',
  currentPasswordMissing: 'Wpisz obecne hasło',
  passwordTooShort: (least) => `Nowe hasło musi mieć co najmniej ${signs(least)}`,
  passwordTooLong: (most) => `Hasło może mieć najwyżej ${signs(most)}`,
  confirmationMissing: 'Powtórz nowe hasło',
  confirmationDiffers: 'Hasła nie są takie same',
  phoneInvalid: 'Wpisz numer telefonu, na przykład +44 20 7946 0000',
  dateInvalid: 'Wpisz datę z przeszłości',
  tooLong: (most) => `Wpisz najwyżej ${signs(most)}`,
  nameMissing: 'Wpisz nazwę',
  notAPicture: 'Wybierz zdjęcie, na przykład plik JPEG, PNG lub WebP.',
  pictureFileTooLarge: 'Wybierz zdjęcie, które ma najwyżej 20 MB.',
  pictureTooLarge: 'Zdjęcie może mieć najwyżej 64 kB',
  noBody: 'To wywołanie nie przyjmuje treści.',
};

export const mails: Messages['mails'] = {
  time: (at) => `${utcTime('pl', at)} UTC`,
  labelled: '<label/>: <value/>',
  titleAt: '<title/> w portalu <organisation/>',
  signIn: 'Zaloguj się',
  username: 'Nazwa użytkownika',
  facts: {
    requested: 'Czas prośby',
    time: 'Czas',
    account: 'Konto',
    device: 'Urządzenie',
    location: 'Przybliżona lokalizacja',
    by: 'Kto',
    supportTeam: 'zespół pomocy',
  },

  code: {
    subject: 'Twój kod weryfikacyjny do portalu <organisation/>',
    title: 'Twój kod weryfikacyjny',
    use: (minutes) => `Potwierdza twój adres e-mail i wygaśnie za ${inMinutes(minutes)}.`,
    rule: 'Wpisz go tylko na stronie <host/>. Nigdy nikomu nie podawaj tego kodu: nikt z organizacji <organisation/> cię o niego nie poprosi.',
    notYou:
      'To nie ty? Ktoś mógł się pomylić, wpisując swój adres. Nie musisz nic robić: bez tego kodu nic się nie stanie, a kod sam wygaśnie.',
  },

  registration: {
    subject: 'Potwierdź swój adres e-mail w portalu <organisation/>',
    title: 'Potwierdź swój adres e-mail',
    asked: 'Otrzymaliśmy twoją prośbę o konto.',
    askedAs: 'Otrzymaliśmy twoją prośbę o konto z nazwą użytkownika „<name/>”.',
    how: 'Otwórz tę stronę w przeglądarce, w której wysłano prośbę, i wybierz „Potwierdź adres”:',
    open: 'Otwórz stronę',
    orCode: 'Albo wpisz ten kod na stronie, na której wysłano prośbę:',
    expires: 'Jedno i drugie działa tylko raz, przez 24 godziny.',
    notYou: 'To nie ty? Nie musisz nic robić: bez tego kroku konto nie powstanie.',
  },

  knownAddress: {
    subject: 'Masz już konto w portalu <organisation/>',
    title: 'Masz już konto',
    why: 'Ktoś, prawdopodobnie ty, poprosił o konto z tym adresem e-mail. Masz już takie konto.',
    help: 'Jeśli nie pamiętasz, jak się zalogować, skontaktuj się z zespołem pomocy.',
    notYou: 'To nie ty? Nie musisz nic robić.',
  },

  password: {
    created: {
      subject: 'Twoje konto w portalu <organisation/>',
      title: 'Twoje konto',
      why: 'Zespół pomocy założył dla ciebie konto.',
    },
    reset: {
      subject: 'Twoje nowe hasło w portalu <organisation/>',
      title: 'Twoje nowe hasło',
      why: 'Zespół pomocy zresetował twoje hasło.',
    },
    usernameWithoutSpace: 'Nazwa użytkownika (bez spacji)',
    askForUsername: 'zapytaj o nią zespół pomocy',
    temporaryPassword: 'Hasło tymczasowe',
    expires: (days) =>
      plural('pl', days, {
        one: 'Hasło tymczasowe wygaśnie za # dzień. Potem poproś o kolejne.',
        few: 'Hasło tymczasowe wygaśnie za # dni. Potem poproś o kolejne.',
        many: 'Hasło tymczasowe wygaśnie za # dni. Potem poproś o kolejne.',
        other: 'Hasło tymczasowe wygaśnie za # dnia. Potem poproś o kolejne.',
      }),
    next: 'Poprosimy cię o ustawienie nowego hasła. Będziesz je znać tylko ty i nikt z organizacji <organisation/> nigdy nie poprosi cię o jego podanie.',
    notExpected: 'Nie spodziewasz się tej wiadomości? Powiadom zespół pomocy i nie loguj się.',
  },

  emailChange: {
    subject: 'Potwierdź swój nowy adres e-mail w portalu <organisation/>',
    title: 'Potwierdź swój nowy adres e-mail',
    why: 'Osoba zalogowana na konto w portalu <organisation/> chce przypisać do niego ten adres e-mail.',
    whyOf: 'Osoba zalogowana na konto <name/> w portalu <organisation/> chce przypisać do niego ten adres e-mail.',
    rule: (minutes) =>
      `Wpisz kod tylko na stronie <host/>, na swoim koncie. Kod wygaśnie za ${inMinutes(minutes)}. Nigdy nikomu nie podawaj tego kodu: nikt z organizacji <organisation/> cię o niego nie poprosi.`,
    notYou:
      'To nie ty? Ktoś mógł się pomylić, wpisując swój adres. Nie musisz nic robić: bez tego kodu nic się nie zmieni, a kod sam wygaśnie.',
  },

  notices: {
    'new device': {
      title: 'Nowe logowanie',
      sentence: 'Na twoje konto zalogowano się z nowej przeglądarki.',
    },
    'second step failed': {
      title: 'Logowanie zatrzymane',
      sentence:
        'Ktoś wpisał twoje hasło w nowej przeglądarce, ale nie podał drugiego składnika. Zatrzymaliśmy to logowanie.',
    },
    'password changed': { title: 'Hasło zmienione', sentence: 'Twoje hasło zostało zmienione.' },
    'password reset': {
      title: 'Hasło zresetowane',
      sentence: 'Zespół pomocy zresetował twoje hasło. Stare hasło już nie działa.',
    },
    'second factor added': {
      title: 'Drugi składnik dodany',
      sentence: 'Do twojego konta dodano drugi składnik.',
    },
    'second factor removed': {
      title: 'Drugi składnik usunięty',
      sentence: 'Z twojego konta usunięto drugi składnik.',
    },
    'second factor reset': {
      title: 'Drugie składniki usunięte',
      sentence: 'Zespół pomocy usunął z twojego konta wszystkie drugie składniki.',
    },
    'single sign-on linked': {
      title: 'Logowanie jednokrotne połączone',
      sentence:
        'Z twoim kontem połączono logowanie jednokrotne. Każdy, kto może zalogować się tam, może teraz zalogować się tutaj jako ty.',
    },
    'single sign-on unlinked': {
      title: 'Logowanie jednokrotne odłączone',
      sentence: 'Od twojego konta odłączono logowanie jednokrotne.',
    },
    'e-mail changed': {
      title: 'Adres e-mail zmieniony',
      sentence: 'Adres e-mail twojego konta został zmieniony. E-maile dotyczące konta przychodzą teraz na inny adres.',
    },
    'e-mail set': {
      title: 'Adres e-mail zmieniony',
      sentence:
        'Adres e-mail pewnego konta został zmieniony na ten. E-maile dotyczące tego konta przychodzą teraz tutaj.',
    },
    'became staff': {
      title: 'Nowa rola',
      sentence:
        'Administrator nadał twojemu kontu rolę w panelu administracyjnym. Twoje hasło, drugie składniki, połączone logowania i sesje już nie działają. Administrator da ci nowe hasło tymczasowe.',
    },
    'role changed': {
      title: 'Rola zmieniona',
      sentence: 'Zespół pomocy zmienił uprawnienia twojego konta. Zaloguj się ponownie.',
    },
  },
  notYou: 'Jeśli to nie ty albo jest to dla ciebie zaskoczeniem, od razu skontaktuj się z zespołem pomocy.',
  noLinks: 'W tym e-mailu celowo nie ma linków. Otwórz portal tak jak zawsze.',

  settings: {
    title: 'Ustawienia zmienione',
    from: 'Z adresu <ipAddress/> (<location/>), urządzenie: <device/>, <time/>',
    open: 'Otwórz ustawienia',
    advice:
      'Nie było to uzgodnione? Przywróć poprzedni stan lub wycofaj zmianę, zanim zacznie obowiązywać, i sprawdź konto, z którego jej dokonano.',
    last: 'Było wiele zmian. Przez godzinę nie będziesz otrzymywać kolejnych takich e-maili. Sprawdź powiadomienia.',
  },
  apiKeys: {
    open: 'Otwórz klucze API',
    advice: 'Nie było to uzgodnione? Unieważnij klucz i sprawdź konto, z którego to zrobiono.',
  },
};

export const staffTexts: Messages['staffTexts'] = {
  emailPromptMessage: 'Wpisz swój adres e-mail',
  codePromptMessage: 'Wpisz ponownie swój kod weryfikacyjny',
  exitMessage: 'Dziękujemy za ukończenie weryfikacji',
  verificationEnded: 'Zespół pomocy zakończył tę weryfikację.',
  replies: {
    'check-spam': 'Sprawdź folder ze spamem',
    'new-code': 'Właśnie wysłaliśmy ci nowy kod',
    'check-address': 'Sprawdź swój adres e-mail',
  },
  termsText: `Korzystanie z tego portalu oznacza zgodę na poniższe zasady.

1. Twoje konto jest tylko twoje. Zachowaj hasło dla siebie i powiadom zespół pomocy, gdy może je znać ktoś inny.
2. Korzystaj z portalu tylko zgodnie z jego przeznaczeniem i szanuj inne osoby, które z niego korzystają.
3. Logowania i zmiany są zapisywane wraz z czasem, adresem i urządzeniem, aby konta były bezpieczne.
4. Zespół pomocy może zawiesić konto, które jest niewłaściwie używane.

Jeśli masz pytania, przed akceptacją skontaktuj się z zespołem pomocy.`,
};

export const errors: Messages['errors'] = {
  inputInvalid: 'W żądaniu czegoś brakuje lub jest ono nieprawidłowe.',
  fieldInvalid: (field) => `Brakuje pola „${field}” lub jest ono nieprawidłowe.`,
  notSignedIn: 'Musisz się najpierw zalogować.',
  notAllowed: 'Nie masz do tego uprawnień.',
  passwordChangeRequired: 'Najpierw ustaw własne hasło.',
  secondFactorRequired: 'Najpierw dodaj drugi składnik do swojego konta.',
  stepUpNeeded: 'Aby przejść dalej, potwierdź, że to ty.',
  gateClosed: 'Otwórz tę stronę za pomocą otrzymanego linku.',
  foreignOrigin: 'To żądanie nie pochodzi ze strony tego portalu.',
  domainDenied: 'Na tym serwerze nie znaleziono żądanego zasobu.',
  domainDeniedCode: 'Kod błędu: odmowa dostępu do domeny',
  notFound: 'Pod tym adresem nic nie ma.',
  tooManyRequests: (seconds) =>
    `Zbyt wiele prób. Spróbuj ponownie za ${seconds < 60 ? inSeconds(seconds) : inMinutes(Math.ceil(seconds / 60))}.`,
  busy: 'Serwer jest teraz zajęty. Spróbuj ponownie za chwilę.',
  unavailable: 'Usługa jest teraz niedostępna. Spróbuj ponownie za chwilę.',
  bodyTooLarge: 'Żądanie jest zbyt duże.',
  notJson: 'Przyjmowany jest tu tylko format JSON (application/json).',
  malformedRequest: 'Żądanie nie jest zgodne z HTTP.',
  malformedJson: 'Żądanie nie jest w prawidłowym formacie JSON.',
  internal: 'Coś poszło nie tak po naszej stronie. Spróbuj ponownie za chwilę.',

  captchaNeeded: 'Potwierdź, że nie jesteś robotem, a wyślemy kod.',
  captchaRefused: 'Captcha nie została przyjęta. Przejdź weryfikację captcha ponownie.',
  captchaUnavailable: 'Nie można teraz połączyć się z usługą captcha. Spróbuj ponownie za chwilę.',
  emailsWait: 'Zbyt wiele e-maili czeka na wysłanie. Spróbuj ponownie za minutę.',
  cannotReceiveEmail: (domain) => `Domena ${domain} nie może odbierać e-maili. Sprawdź część po znaku @.`,

  gateTokenInvalid: 'Token jest nieprawidłowy lub wygasł',
  gateTokenUsed: 'Ten token został już użyty',
  guestCode: {
    expired: 'Twój kod weryfikacyjny wygasł. Poproś o nowy.',
    unknown: 'Nie ma kodu dla tego adresu. Poproś o nowy.',
  },
  accountCode: {
    expired: 'Twój kod wygasł. Poproś o nowy.',
    unknown: 'Nie ma kodu do wpisania. Poproś o nowy.',
  },
  codeDead: 'Zbyt wiele błędnych kodów. Poproś o nowy.',
  codeWrong: (left) =>
    plural('pl', left, {
      one: 'Kod jest nieprawidłowy. Pozostała # próba.',
      few: 'Kod jest nieprawidłowy. Pozostały # próby.',
      many: 'Kod jest nieprawidłowy. Pozostało # prób.',
      other: 'Kod jest nieprawidłowy. Pozostało # próby.',
    }),
  browserUnknown: 'Nie znamy jeszcze twojej przeglądarki. Odśwież stronę i spróbuj ponownie.',
  noExit: 'Na tej stronie nie jest otwarte żadne wyjście albo wybór został już dokonany.',
  notConfirmedLately:
    'Najpierw potwierdź swój adres e-mail. Przez kolejne 15 minut możesz zobaczyć i usunąć to, co o nim przechowujemy.',
  legalHold:
    'Tych danych nie można jeszcze usunąć, ponieważ z przyczyn prawnych musimy je zachować. Skontaktuj się z zespołem wsparcia.',

  wrongCredentials: 'Nieprawidłowa nazwa użytkownika lub hasło',
  accountSuspended: 'Twoje konto jest zawieszone. Skontaktuj się z zespołem pomocy.',
  temporaryPasswordExpired: 'To hasło tymczasowe wygasło. Poproś zespół pomocy o nowe.',
  signInExpired: 'Trwało to zbyt długo lub prób było zbyt wiele. Zaloguj się ponownie.',
  signInPasskeyRefused: 'Ten klucz dostępu nie został przyjęty. Spróbuj ponownie lub użyj hasła.',
  wrongAppCode: 'Ten kod jest błędny lub został już użyty. Wpisz następny kod, który pokaże aplikacja.',
  wrongRecoveryCode: 'Ten kod odzyskiwania jest błędny lub został już użyty.',
  passkeyRefused: 'Ten klucz dostępu nie został przyjęty. Spróbuj ponownie.',

  noSelfRegistration: 'Konta zakłada zespół pomocy',
  usernameTaken: 'Ta nazwa użytkownika jest zajęta. Wybierz inną.',
  emailTaken: 'Istnieje już konto z tym adresem e-mail.',
  registrationCodeInvalid: 'Ten kod weryfikacyjny jest nieprawidłowy lub wygasł. Poproś o nowy.',
  otherBrowser:
    'Ten kod działa tylko w przeglądarce, w której odbyła się rejestracja. Otwórz link tam lub zarejestruj się ponownie tutaj.',

  wrongCurrentPassword: 'Obecne hasło jest nieprawidłowe',
  wrongPassword: 'To hasło jest nieprawidłowe.',
  wrongPasswordTryAgain: 'To hasło jest nieprawidłowe. Spróbuj ponownie.',
  samePassword: 'Nowe hasło musi różnić się od obecnego',
  passwordNeedsFactor: (least) =>
    `Hasło, które ma mniej niż ${signs(least)}, wymaga drugiego składnika. Wybierz dłuższe lub najpierw dodaj drugi składnik do swojego konta.`,
  passwordCommon: 'To hasło jest zbyt popularne. Wybierz inne.',
  passwordGuessable: 'To hasło jest zbyt podobne do nazwy, którą znają inni. Wybierz inne.',
  passwordLeaked: 'To hasło pojawiło się w wycieku danych. Wybierz inne.',
  passwordNotEnough: 'Użyj drugiego składnika. Samo hasło tutaj nie wystarczy.',
  shortPasswordStandsAlone: (least) =>
    `Twoje hasło ma mniej niż ${signs(least)}. Bez drugiego składnika to za mało: najpierw wybierz dłuższe.`,
  lastSecondFactor: 'Ten portal wymaga drugiego składnika, a ten jest twoim jedynym. Najpierw dodaj kolejny.',
  secondFactorGone: 'Ten drugi składnik już nie istnieje.',
  appOfferExpired: 'Trwało to zbyt długo. Zacznij dodawanie aplikacji od nowa.',
  tooManyPasskeys: (most) =>
    plural('pl', most, {
      one: 'Możesz mieć najwyżej # klucz dostępu. Najpierw go usuń.',
      few: 'Możesz mieć najwyżej # klucze dostępu. Najpierw usuń jeden z nich.',
      many: 'Możesz mieć najwyżej # kluczy dostępu. Najpierw usuń jeden z nich.',
      other: 'Możesz mieć najwyżej # klucza dostępu. Najpierw usuń jeden z nich.',
    }),
  passkeyKnown: 'Ten klucz dostępu jest już używany.',
  nothingToRecover: 'Najpierw dodaj aplikację lub klucz dostępu. Kody odzyskiwania zastępują je, gdy je stracisz.',

  sameEmail: 'To już jest twój adres e-mail.',
  termsChanged: 'Regulamin w międzyczasie się zmienił. Przeczytaj go ponownie.',
  languageNotOffered: 'Ten język nie jest tu dostępny.',
};
