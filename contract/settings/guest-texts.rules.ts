/** What staff may write to guests and users. Decision 74. */
import { NOT_PLAIN_TEXT } from '../text/plain-text.ts';

export const TEXT_MAX = 200;
export const TEXT_TOO_LONG = `Messages can have at most ${TEXT_MAX} characters`;
export const TEXT_HAS_NUMBER = "Messages can't have phone numbers, or four or more digits in a row";
export const TEXT_HAS_ADDRESS = "Messages can't have links, email addresses or names with @";
export const TEXT_MIXES_ALPHABETS = "Messages can't mix letters of different alphabets in one word";
export const TERMS_HAVE_NUMBER = "The terms can't have phone numbers";
export const TERMS_HAVE_ADDRESS = "The terms can't have links or email addresses of other sites";
const messageNames = (site: string) =>
  `Messages can only mention this portal and the exit URL: “${site}” looks like another site`;
const termsName = (site: string) =>
  `The terms can only mention this portal and the exit URL: “${site}” looks like another site`;

/** Bidirectional controls change what the guest reads. */
const TURNED = /[\u202a-\u202e\u2066-\u2069]/;
/** Invisible: doesn't separate digits or letters. */
const UNSEEN = /\p{Cf}|\p{Me}|\p{Variation_Selector}|[\u0300-\u036f]|[\u115f\u1160\u3164\uffa0]|\u17b4|\u17b5/gu;
/** Except joiners, which emoji and some scripts need. */
const HIDDEN = /(?![\u200c\u200d])\p{Cf}|[\u034f\u115f\u1160\u3164\uffa0\u17b4\u17b5]/u;
const DRAWN_LETTERS = /[\u{1f150}-\u{1f189}]/u;

const SIGN = String.raw`[\p{L}\p{N}]`;
const LABEL = String.raw`[\p{L}\p{M}\p{N}_-]`;

/** Top-level domains that aren't the start of a word after a full stop. */
const SHORT_ENDINGS = 'com|net|org|biz|info|xyz|io|app|dev|ru|cn|uk|de|fr|eu|pl|nl|ch|cz|br|jp|tv|tr|ua';
const ENDINGS = `${SHORT_ENDINGS}|online|site|shop|support|help|link|click|store|top`;
/** Top-level domains that are no words in languages whose word for "dot" is an ordinary one. */
const RARE_ENDINGS = 'com|net|org|biz|xyz|ru|cn';
/** As spoken in other scripts. */
const SPOKEN_ENDINGS = 'ком|орг|инфо|інфо|ру|рф|укр|уа|юа|كوم|نت|[أا]ور[غج]|コム|ネット|ジェーピー';
const before = (endings: string) => String.raw`(?=(?:${endings})(?![\p{Script=Latin}\p{N}]))`;
const beforeSpoken = String.raw`(?=(?:${SPOKEN_ENDINGS})(?!\p{L})|(?:コム|ネット|ジェーピー))`;
const after = `(?<=${SIGN})`;
const SPOKEN_DOT = 'точка|крапка|ドット|点|نقطة';

const DOTS = [
  [
    String.raw`(?<!\s)\s*[[({<]\s*(?:\.|dot|punkt|point|punto|ponto|punt|kropka|nokta|точка|крапка|ドット|نقطة)\s*[\])}>]\s*`,
    'giu',
  ],
  [String.raw`${after}[^\p{L}\p{N}]+(?:dot|punkt|kropka)[^\p{L}\p{N}]+${before(ENDINGS)}`, 'giu'],
  [String.raw`${after}[^\p{L}\p{N}]+punto[^\p{L}\p{N},;]+${before(`${RARE_ENDINGS}|it|mx|ar`)}`, 'giu'],
  [String.raw`${after}[^\p{L}\p{N}]+point[^\p{L}\p{N},;]+${before(`${RARE_ENDINGS}|fr|ch`)}`, 'giu'],
  [String.raw`${after}[^\p{L}\p{N}]+ponto[^\p{L}\p{N},;]+${before(`${RARE_ENDINGS}|br|pt`)}`, 'giu'],
  [String.raw`${after}[^\p{L}\p{N}]+(?:punt|nokta)[^\p{L}\p{N}]+${before(`${RARE_ENDINGS}|nl|be|eu|io|tr|tv`)}`, 'giu'],
  [String.raw`${after}[^\p{L}\p{N}]*(?:${SPOKEN_DOT})[^\p{L}\p{N}]*(?:${before(ENDINGS)}|${beforeSpoken})`, 'giu'],
  // The first kind also ends sentences and separates words.
  [String.raw`${after}\s*[\u00b7\u2022\u2027\u2219\u22c5\u2e31\u3002\u30fb\ua4f8]\s*${before(ENDINGS)}`, 'giu'],
  [String.raw`(?<=[a-z\d])\u3002(?=[a-z])`, 'giu'],
  [String.raw`${after}[^\p{L}\p{N}\s'’/&+-]{1,3}${before(RARE_ENDINGS)}`, 'giu'],
  // French and Spanish continue with "de" after an abbreviation.
  [String.raw`${after}\.\s+${before(SHORT_ENDINGS)}(?!de\s+\p{Ll})`, 'gu'],
  [String.raw`${after}[^\S\n]+\.[^\S\n]*(?=${SIGN})`, 'gu'],
].map(([dot, flags]) => new RegExp(dot as string, flags));

const SPREAD = new RegExp(String.raw`(?<!${SIGN})\p{L}(?:[ _*|~-]{1,2}\p{L}(?!${SIGN})){2,}`, 'gu');
const AT_WORDS = [
  'arroba|arobase?|klammeraffe|affenschwanz|małpa|chiocciola|ap(?:en|e)staart(?:je)?|kuyruklu a',
  'собака|собачка|равлик|песик',
].join('|');
const AT = [
  String.raw`[[({<]\s*(?:at|ät|эт|ет|アット|آت|${AT_WORDS})\s*[\])}>]`,
  String.raw`(?<!\p{L})(?:${AT_WORDS}|(?:علامة|إشارة) آت)(?!\p{L})`,
  'アットマーク|あっとまーく',
  // Ordinary words in other places.
  String.raw`(?<=[a-z\d]\s*)(?:アット|آت|أت|эт|ет)(?=\s*[a-z\d])`,
].map((at) => new RegExp(at, 'giu'));
/** Arabic marks and tatweel, which stretches words. */
const STRETCHED = /[\u0640\u064b-\u065f\u0670]/g;

function asRead(text: string): string {
  const plain = text
    .normalize('NFKC')
    .replaceAll(UNSEEN, '')
    .replaceAll(STRETCHED, '')
    .replaceAll(SPREAD, (letters) => letters.replaceAll(/\P{L}/gu, ''));
  const addressed = AT.reduce((read, at) => read.replaceAll(at, '@'), plain);
  return DOTS.reduce((read, dot) => read.replaceAll(dot, '.'), addressed);
}

const NUMBER_WORDS = [
  'zero|oh|one|two|three|four|five|six|seven|eight|nine|ten|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|double|triple',
  'null|eins|zwei|zwo|drei|vier|fünf|sechs|sieben|acht|neun|zehn|hundert|doppel',
  'zéro|un|deux|trois|quatre|cinq|sept|huit|neuf|dix|vingt|trente|quarante|cinquante|soixante|cent',
  'cero|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|veinte|treinta|cuarenta|cincuenta|sesenta|ochenta|noventa|cien',
  'due|tre|quattro|cinque|sei|sette|otto|nove|dieci|venti|cento|um|uma|dois|duas|três|quatro|meia|sete|oito|dez|vinte|cem',
  'nul|een|één|twee|drie|vijf|zes|zeven|negen|tien|twintig|dertig|honderd|dubbel',
  'jeden|dwa|dwie|trzy|cztery|pięć|sześć|siedem|osiem|dziewięć|dziesięć|dwadzieścia|sto',
  'ноль|один|два|три|четыре|пять|шесть|семь|восемь|девять|десять',
  "нуль|одна|дві|чотири|п['’ʼ]?ять|шість|сім|вісім|дев['’ʼ]?ять|двадцять|тридцять|сорок|сто",
  's[ıIi]f[ıIi]r|b[iİ]r|[iİ]k[iİ]|üç|dört|beş|alt[ıI]|yed[iİ]|sek[iİ]z|dokuz|y[iİ]rm[iİ]|otuz|k[ıI]rk|ell[iİ]|yüz',
  'eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen',
  'elf|zwölf|(?:sech|sieb)zehn|zwanzig|drei(?:ß|ss)ig|(?:vier|fünf|sech|sieb|acht|neun)zig',
  '(?:ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun)und(?=zwan|drei|vier|fünf|sech|sieb|acht|neun)',
  'onze|douze|treize|quatorze|quinze|seize|doce|trece|catorce|quince|veinti|cientos?|quinientos|setecientos|novecientos',
  '(?:treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa) y(?!\\p{L})|setenta',
  'undici|dodici|tredici|quattordici|quindici|sedici|trenta|quaranta|cinquanta|sessanta|settanta|ottanta|novanta',
  '(?:vinte|trinta|quarenta|cinquenta|sessenta|setenta|oitenta|noventa)(?: e(?!\\p{L}))?|doze|treze',
  'twaalf|dertien|veertien|(?:veer|vijf|zes|zeven|tach|negen)tig',
  '(?:een|twee|drie|vier|vijf|zes|zeven|acht|negen)[eë]n(?=twin|der|veer|vijf|zes|zeven|tach|negen)',
  'trzydzieści|czterdzieści|(?:pięć|sześć|siedem|osiem|dziewięć)(?:dziesiąt|set)|dwieście|trzysta|czterysta',
  '(?:jede|dwa|trzy|czter|pięt|szes|siedem|osiem|dziewięt)naście',
  "(?:оди|два|три|чотир|п['’ʼ]?ят|шіст|сім|вісім|дев['’ʼ]?ят)надцять|(?:п['’ʼ]?ят|шіст|сім|вісім)десят|дев['’ʼ]?яносто",
  "двісті|триста|чотириста|(?:п['’ʼ]?ят|шіст|сім|вісім|дев['’ʼ]?ят)сот",
  'altm[ıI]ş|yetm[iİ]ş|seksen|doksan|on(?= ?(?:bir|iki|üç|dört|beş|altı|yedi|sekiz|dokuz))',
  'و?(?:ثلاث|[أا]ربع|خمس|ست|سبع|ثمان|تسع)(?:ون|ين|م(?:ا?ئ)ة)|و?م(?:ا?ئ)(?:ة|ت(?:ان|ين))',
  'و?(?:صفر|واحدة?|اثن(?:ان|ين|تان|تين)|ثلاثة?|[أا]ربعة?|خمسة?|ستة?|سبعة?|ثماني?ة?|تسعة?|عشرة|عشر(?:ون|ين))',
].join('|');
const DIGIT = String.raw`(?:\p{N}|[〇零一二三四五六七八九十百千壱弐参拾]|${NUMBER_WORDS})`;
const digits = (count: number, apart: string) => new RegExp(`${DIGIT}(?:${apart}${DIGIT}){${count - 1}}`, 'iu');

const KANA_DIGITS =
  /(?:(?:いち|に|さん|よん|し|ご|ろく|なな|しち|はち|きゅう|く|ぜろ|れい|まる|\p{N})[^\p{L}\p{N}]*){4,}/gu;
const LONG_KANA = /いち|さん|よん|ろく|なな|しち|はち|きゅう|ぜろ|れい|まる/gu;
const hiragana = (text: string) =>
  text.replaceAll(/[ァ-ヶ]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0x60));
/** Short ones are also particles and endings, so a run of them is no number. */
const hasKanaNumber = (text: string) =>
  hiragana(text)
    .match(KANA_DIGITS)
    ?.some((run) => {
      const long = run.match(LONG_KANA)?.length ?? 0;
      return long >= 2 || (long === 1 && /\p{N}/u.test(run));
    }) ?? false;

/** Anything except letters may stand between the digits. */
const NUMBER = digits(4, String.raw`[^\p{L}\p{N}]*`);
const LETTERED_NUMBER = /(?<![\p{L}\p{N}])(?=[OolIОоІЗΟο]*\d)[\dOolIОоІЗΟο]{4,}(?![\p{L}\p{N}])/u;
const LONE_O = /(?<![\p{L}\p{N}])[OОΟ](?![\p{L}\p{N}])/gu;
const PHONE = /[+➕]\s*\(?\p{N}|(?<!\p{L})(?:tel|тел)\s*[:.]|[☎☏✆📞]/iu;
/** Terms contain dates and paragraph numbers, so only a run as long as a phone number counts. */
const LONG_NUMBER = digits(7, String.raw`[\s()./–-]{0,3}`);
const DATE = /(?<!\p{N})(?:\d{1,2}[./-] ?\d{1,2}[./-] ?\d{4}|\d{4}-\d\d-\d\d|(?:19|20)\d\d\/\d{1,4})(?!\p{N})/gu;

const LINK = /[@\\]|\/\s*\/|(?<!\p{L})(?:h(?:tt|xx)ps?|www\d*|mailto|slash|слеш|слэш|سلاش)(?!\p{L})|スラッシュ/iu;
const NAME = new RegExp(String.raw`(?<!${LABEL})${LABEL}+(?:\.${LABEL}+)+`, 'gu');
const LINKED_NAME = new RegExp(String.raw`(?:https:\/\/)?(${NAME.source})`, 'giu');
const WRITTEN_TO = new RegExp(String.raw`(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@(${NAME.source})`, 'gu');
/** "e.g." and "9.30" are not sites. */
const LONG_LABEL = new RegExp(String.raw`\.\p{L}${LABEL}+`, 'u');
const isSite = (name: string) => LONG_LABEL.test(name);

const hostOf = (name: string) => URL.parse(`https://${name}`)?.hostname ?? '';
const withoutHosts = (text: string, named: RegExp, hosts: readonly string[]) =>
  text.replaceAll(named, (found, name) => (hosts.includes(hostOf(name)) ? ' ' : found));

const WORD = /[\p{L}\p{M}]+/gu;
/** Cyrillic, Greek and Armenian have look-alikes of Latin letters. */
const mixesAlphabets = (word: string) =>
  /\p{Script=Latin}/u.test(word) && /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]/u.test(word);

const isBroken = (text: string) => TURNED.test(text) || !text.isWellFormed() || text.includes('\0');

export const TEXT_CLAIMS_CODE = "Messages can't say that a new code was sent. Only the reply that sends one says so";
/** In the portal's languages: a clause with one word of each kind claims that a code has just been sent. */
const CODE_WORDS = String.raw`\p{L}*codes?|kodu?|código|codice|код`;
const NEW_WORDS = [
  'new|another|fresh|just|neuen?|neuer|gerade|soeben|nouveau|autre|venons|nuevo|otro|acabamos|nuovo|altro|appena',
  'nieuwe|zojuist|net|nowy|kolejny|właśnie|novo|outro|yeni|az önce|новий|щойно',
].join('|');
const SENT_WORDS = [
  "(?:re-?)?sent|e-?mailed|texted|gesendet|geschickt|gemailt|verschickt|versandt|envoyé|venons d(?:e vous |['’])envoyer",
  'enviado|enviamos|enviarte|enviarle|acabamos de enviar|inviato|mandato|gestuurd|gemaild|verstuurd|verzonden|wysłaliśmy|wysłano',
  'gönderdik|gönderildi|надіслали|надіслано|відправили',
].join('|');
const CLAIM = [
  [CODE_WORDS, 'رمز|كود|コード'],
  [NEW_WORDS, 'جديد|للتو|新しい|新規|たった今|先ほど|ただいま'],
  [SENT_WORDS, 'أرسلنا|تم إرسال|(?:送信|送付|送り|メール)(?:いた|致)?しました|送りました'],
].map(([words, inWords]) => new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})|${inWords}`, 'iu'));
/** Not the Japanese comma, which can follow any word. */
const CLAUSE_ENDS = /[.!?;:,…–—\n。！？؟،؛]/u;
const claimsSentCode = (text: string) =>
  text.split(CLAUSE_ENDS).some((clause) => CLAIM.every((words) => words.test(clause)));

/** Null if fine: no foreign link, and nothing to dial or to take for a code. */
export function textProblem(text: string, hosts: readonly string[]): string | null {
  if (text.length > TEXT_MAX) return TEXT_TOO_LONG;
  if (isBroken(text)) return NOT_PLAIN_TEXT;
  const rest = withoutHosts(asRead(text), LINKED_NAME, hosts);
  const isNumber = NUMBER.test(rest.replaceAll(LONE_O, '0')) || LETTERED_NUMBER.test(rest) || hasKanaNumber(rest);
  if (isNumber || PHONE.test(rest)) return TEXT_HAS_NUMBER;
  const site = rest.match(NAME)?.find(isSite);
  if (site !== undefined) return messageNames(site);
  if (LINK.test(rest)) return TEXT_HAS_ADDRESS;
  if (rest.match(WORD)?.some(mixesAlphabets)) return TEXT_MIXES_ALPHABETS;
  if (claimsSentCode(rest)) return TEXT_CLAIMS_CODE;
  return HIDDEN.test(text) || DRAWN_LETTERS.test(text) ? NOT_PLAIN_TEXT : null;
}

/** Terms may be long, number their paragraphs and link to the portal. */
export function termsProblem(text: string, hosts: readonly string[]): string | null {
  if (isBroken(text)) return NOT_PLAIN_TEXT;
  const rest = withoutHosts(withoutHosts(asRead(text), WRITTEN_TO, hosts), LINKED_NAME, hosts);
  if (LONG_NUMBER.test(rest.replaceAll(DATE, ' x ')) || PHONE.test(rest)) return TERMS_HAVE_NUMBER;
  const site = rest.match(NAME)?.find(isSite);
  if (site !== undefined) return termsName(site);
  return LINK.test(rest) ? TERMS_HAVE_ADDRESS : null;
}
