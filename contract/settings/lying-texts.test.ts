import { expect, test } from 'vitest';
import { NOT_PLAIN_TEXT } from '../text/plain-text.ts';
import {
  TERMS_HAVE_ADDRESS,
  TERMS_HAVE_NUMBER,
  TEXT_CLAIMS_CODE,
  TEXT_HAS_ADDRESS,
  TEXT_HAS_NUMBER,
  TEXT_MIXES_ALPHABETS,
  termsProblem,
  textProblem,
} from './guest-texts.rules.ts';
import { nameableHosts } from './settings.rules.ts';

const HOSTS = nameableHosts('portal.example.com', 'https://www.thanks.example/bye');
const NAMES_SITE = expect.stringContaining('looks like another site');

/** Ways to get a number, site or address past a filter but not past a reader. */
const LIES: readonly (readonly [text: string, problem: unknown])[] = [
  // Numbers as words.
  ['Call five five five one two three four', TEXT_HAS_NUMBER],
  ['Call five-five-five-one now', TEXT_HAS_NUMBER],
  ['Call Five.Five.Five.One now', TEXT_HAS_NUMBER],
  ['Call fivefivefiveone now', TEXT_HAS_NUMBER],
  ['Call oh eight hundred double five', TEXT_HAS_NUMBER],
  ['Call zero 8 zero 0', TEXT_HAS_NUMBER],
  ['Call twenty two, thirty three', TEXT_HAS_NUMBER],
  ['Rufen Sie null acht null null an', TEXT_HAS_NUMBER],
  ['Rufen Sie nullachtnullnull an', TEXT_HAS_NUMBER],
  ['Wählen Sie eins, eins, null, zwei', TEXT_HAS_NUMBER],
  ['Appelez le zéro huit vingt deux', TEXT_HAS_NUMBER],
  ['Llame al nueve uno cinco cinco', TEXT_HAS_NUMBER],
  ['Zadzwoń: osiem zero zero jeden', TEXT_HAS_NUMBER],
  ['Позвоните: восемь ноль два три', TEXT_HAS_NUMBER],
  ['اتصل صفر ثمانية واحد اثنان', TEXT_HAS_NUMBER],
  ['電話は〇三五六七', TEXT_HAS_NUMBER],
  ['電話は三・四・五・六', TEXT_HAS_NUMBER],
  // Numbers in signs.
  ['Call O 8 O O', TEXT_HAS_NUMBER],
  ['Call ОЗОО8 now', TEXT_HAS_NUMBER],
  ['Call 0......8......0......0', TEXT_HAS_NUMBER],
  ['Call 0 🙂 8 🙂 0 🙂 0', TEXT_HAS_NUMBER],
  ['Call 0\u03368\u03360\u03360', TEXT_HAS_NUMBER],
  ['Call ➀➁➂➃', TEXT_HAS_NUMBER],
  ['Call 〡〢〣〤', TEXT_HAS_NUMBER],
  ['Call ๐๘๐๐', TEXT_HAS_NUMBER],
  ['Call ߀߈߀߀', TEXT_HAS_NUMBER],
  ['Call ➕4', TEXT_HAS_NUMBER],
  ['Call ☎ 110', TEXT_HAS_NUMBER],
  ['Tel. 110', TEXT_HAS_NUMBER],
  // Sites.
  ['Go to bank dot support', NAMES_SITE],
  ['Go to bank-dot-com', NAMES_SITE],
  ['Go to bank *dot* com', NAMES_SITE],
  ['Go to bank dot c o m', NAMES_SITE],
  ['Go to b a n k . c o m', NAMES_SITE],
  ['Go to b-a-n-k.c-o-m', NAMES_SITE],
  ['Go to bank,com', NAMES_SITE],
  ['Go to bank…com', NAMES_SITE],
  ['Go to bank..com', NAMES_SITE],
  ['Go to bank:com', NAMES_SITE],
  ['Go to bank۔com', NAMES_SITE],
  ['Go to bank٫com', NAMES_SITE],
  ['Go to bank ∙ com', NAMES_SITE],
  ['Go to bank ・ com', NAMES_SITE],
  ['Go to bank.c0m', NAMES_SITE],
  ['Go to bank.co.m', NAMES_SITE],
  ['Gehen Sie zu bank Punkt de', NAMES_SITE],
  ['Vaya a banco punto com', NAMES_SITE],
  ['Allez sur banque point com', NAMES_SITE],
  ['Wejdź na bank kropka pl', NAMES_SITE],
  ['Откройте bank точка ru', NAMES_SITE],
  ['銀行ドットcomへ', NAMES_SITE],
  ['bank点comへ', NAMES_SITE],
  ['اذهب إلى bank نقطة com', NAMES_SITE],
  ['Go to ⓑⓐⓝⓚ.ⓒⓞⓜ', NAMES_SITE],
  ['Go to b\u0336ank. c\u0336om', NAMES_SITE],
  // Addresses.
  ['Write to help (at) bank', TEXT_HAS_ADDRESS],
  ['Write to help [AT] bank', TEXT_HAS_ADDRESS],
  ['Escriba a ayuda arroba banco', TEXT_HAS_ADDRESS],
  ['Écrivez à aide arobase banque', TEXT_HAS_ADDRESS],
  ['Napisz: pomoc małpa bank', TEXT_HAS_ADDRESS],
  ['Schreiben Sie hilfe Klammeraffe bank', TEXT_HAS_ADDRESS],
  ['Write to help＠bank', TEXT_HAS_ADDRESS],
  ['Go to w w w bank', TEXT_HAS_ADDRESS],
  ['Go to www2 bank', TEXT_HAS_ADDRESS],
  ['Go to bank com slash login', TEXT_HAS_ADDRESS],
  // Letters that are not what they seem.
  ['Your b\u0430nk asks for it', TEXT_MIXES_ALPHABETS],
  ['Your \u03a1ayPal asks for it', TEXT_MIXES_ALPHABETS],
  ['Your ba\u200bnk asks for it', NOT_PLAIN_TEXT],
  ['Your ba\u00adnk asks for it', NOT_PLAIN_TEXT],
  ['Your ba\u3164nk asks for it', NOT_PLAIN_TEXT],
  ['Your 🅑🅐🅝🅚 asks for it', NOT_PLAIN_TEXT],
  // A code that nobody sent.
  ["We've just sent you a new code", TEXT_CLAIMS_CODE],
  ['Hello! WE JUST E-MAILED YOU THE CODE, please enter it', TEXT_CLAIMS_CODE],
  ['A new code was sent to you', TEXT_CLAIMS_CODE],
  ['We have ѕent you a new code', TEXT_MIXES_ALPHABETS],
  ['Wir haben Ihnen gerade einen neuen Code geschickt', TEXT_CLAIMS_CODE],
  ['Nous venons d’envoyer un nouveau code', TEXT_CLAIMS_CODE],
  ['Nous vous avons envoyé un nouveau code', TEXT_CLAIMS_CODE],
  ['Acabamos de enviar un nuevo código', TEXT_CLAIMS_CODE],
  ['Le abbiamo appena inviato un nuovo codice', TEXT_CLAIMS_CODE],
  ['We hebben u zojuist een nieuwe code gestuurd', TEXT_CLAIMS_CODE],
  ['Właśnie wysłaliśmy nowy kod', TEXT_CLAIMS_CODE],
  ['Acabamos de enviar um novo código', TEXT_CLAIMS_CODE],
  ['Size az önce yeni bir kod gönderdik', TEXT_CLAIMS_CODE],
  ['Ми щойно надіслали вам новий код', TEXT_CLAIMS_CODE],
  ['لقد أرسلنا إليك رمزا جديدا للتو', TEXT_CLAIMS_CODE],
  ['تم إرسال رمز جديد إليك', TEXT_CLAIMS_CODE],
  ['新しいコードを送信しました', TEXT_CLAIMS_CODE],
];

test.for(LIES)('The text "%s" is rejected', ([text, problem]) => {
  expect(textProblem(text, HOSTS)).toEqual(problem);
});

test.for([
  'Please enter the 6-digit code from our email.',
  'We are here from 9 to 5, Monday to Friday.',
  "Didn't get it? Look in your spam folder, or ask for a new code in 30 seconds.",
  'One moment, please. Two of us are looking at it.',
  'That was one of three tries. Two are left.',
  'Step 1: open the email. Step 2: copy the code. Step 3: paste it here.',
  'Someone else may have asked for it. No one needs your code on the phone.',
  "You're done! You can close this page… or stay.",
  'Bitte geben Sie den 6-stelligen Code aus unserer E-Mail ein (z. B. mit Kopieren und Einfügen).',
  'Einen Moment bitte: Wir sind Mo–Fr von 9–17 Uhr für Sie da.',
  'Der Code gilt 5 Minuten. Danach können Sie einen neuen anfordern; i. d. R. dauert es 1–2 Minuten.',
  'Auf den Punkt gebracht: Öffnen Sie die Web-App und warten Sie.',
  'Merci ! Saisissez le code à 6 chiffres reçu par e-mail ; il est valable 5 minutes.',
  "L'app ne répond pas ? Un point d'information : réessayez dans une ou deux minutes.",
  "C'est le point de départ. Il y a à peine deux étapes : l'adresse, puis le code.",
  'Nous répondons entre dix-sept et dix-huit heures.',
  'Cf. la réf. de la demande dans notre e-mail.',
  'Gracias. Introduzca el código de 6 cifras; tiene 3 intentos.',
  'Este es el punto de partida: uno o dos minutos y listo.',
  'Quedan 10 o 15 minutos. ¿Dudas? Estamos aquí.',
  'Dziękujemy. Wpisz 6-cyfrowy kod z e-maila; masz 3 próby.',
  'Proszę poczekać dwie lub trzy minuty. Kropka nad i: sprawdź spam.',
  'Obrigado, com os melhores cumprimentos.',
  "Grazie! Inserisca il codice; l'app risponde in uno o due minuti.",
  'Instal·leu l’aplicació i torneu-hi.',
  'شكرا لك. أدخل الرمز المكون من ٦ أرقام خلال ٥ دقائق.',
  'لديك ثلاث محاولات. تحقق من مجلد الرسائل غير المرغوب فيها.',
  'تم التحقق من بريدك الإلكتروني، شكرا!',
  'ありがとうございます。OKを押してください。',
  'メール・アドレスをもう一度入力してください。',
  '6桁のコードを5分以内に入力してください。もう一度お試しください。',
  '二、三分お待ちください。二十四時間対応しています。',
  '谢谢。请在5分钟内输入6位验证码。',
  'Спасибо! Введите код из письма; осталось две попытки. SMS-код не нужен.',
  'Ευχαριστούμε. Εισαγάγετε τον κωδικό από το e-mail.',
  'می‌توانید دوباره تلاش کنید.',
  'Open · wait · done. Code • email • done.',
  'Thank you 👩‍💻 👍🏽 🇩🇪🇫🇷',
  'Please enter the code we sent you.',
  'If the code we sent has expired, ask for a new one.',
  'Geben Sie den Code ein, den wir Ihnen geschickt haben.',
  'Haga clic en «Reenviar» para recibir otro código.',
  'اطلب إرسال رمز جديد.',
])('The text "%s" is allowed', (text) => {
  expect(textProblem(text, HOSTS)).toBeNull();
});

const LAW = `Terms of use (as of 01.02.2026)

1. These terms follow Regulation (EU) 2016/679 and §§ 305, 306, 307 of the Civil Code of 1900.
2. Write to privacy@portal.example.com, or see https://portal.example.com/privacy and www.thanks.example.
3. The fee is 1,200 euros a year, e.g. from 2026-01-01 to 2026-12-31. Claims end after two or three years.
4. Nous conservons le n° de réf. de la demande, art. 6 al. 1.`;

test('Terms may have dates, paragraphs, laws and links to the portal', () => {
  expect(termsProblem(LAW, HOSTS)).toBeNull();
  expect(termsProblem('a'.repeat(12_000), HOSTS)).toBeNull();
});

test.for([
  ['Call 0800 123 456 and read out your bank code', TERMS_HAVE_NUMBER],
  ['Call (0800) 12-34-56', TERMS_HAVE_NUMBER],
  ['Call +49', TERMS_HAVE_NUMBER],
  ['Call zero eight zero zero one two three', TERMS_HAVE_NUMBER],
  ['Read more at https://bank.example/terms', NAMES_SITE],
  ['Read more at bank dot com', NAMES_SITE],
  ['Write to help@bank.example', NAMES_SITE],
  ['Write to privacy@portal.example.com.evil.example', NAMES_SITE],
  ['Write to help (at) bank', TERMS_HAVE_ADDRESS],
  ['Read \u202emoc.knab', NOT_PLAIN_TEXT],
] as const)('Terms with "%s" are rejected', ([text, problem]) => {
  expect(termsProblem(`${LAW}\n${text}`, HOSTS)).toEqual(problem);
});
