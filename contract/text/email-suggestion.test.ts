import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isEmail } from './email.ts';
import { suggestedEmail } from './email-suggestion.ts';

const suggestedFor = (domain: string) => suggestedEmail(`anna@${domain}`)?.replace('anna@', '') ?? null;

test.for(
  Object.entries({
    'gmail.com':
      'gmial.com gmai.com gmal.com gmil.com gamil.com gmaill.com gnail.com gmsil.com ggmail.com gmail.con gmail.cmo gmail.co gmail.cm gmail.om gmail.comm gmial.con Gmial.Com',
    'hotmail.com':
      'hotnail.com hotmial.com hotmal.com homail.com hotmai.com hotmaill.com hotmail.con hotmail.co hotnail.con',
    'yahoo.com': 'yaho.com yahooo.com yhoo.com yaoo.com yahoo.con yahoo.cm yaho.con',
    'outlook.com': 'outlok.com outloook.com oultook.com outlook.con outook.com',
    'icloud.com': 'iclod.com icoud.com iclould.com icloud.con',
    'googlemail.com': 'goglemail.com googelmail.com gogglemial.com',
    'protonmail.com': 'protonmial.com protomail.com',
    't-online.de': 't-onlin.de t-onlnie.de',
    'freenet.de': 'frenet.de',
    'outlook.de': 'outlok.de',
    'yahoo.co.uk': 'yaho.co.uk',
    'hotmail.fr': 'hotmial.fr hotnail.fr',
    'orange.fr': 'ornage.fr',
    'libero.it': 'lbero.it',
    'company.com': 'company.con company.cmo',
    'mail.company.com': 'mail.company.con',
    'company.net': 'company.nte',
    'aol.com': 'aol.con',
  }).flatMap(([meant, typed]) => typed.split(' ').map((one) => [one, meant] as const)),
)('For %s the suggestion is %s', ([typed, meant]) => {
  expect(suggestedFor(typed)).toBe(meant);
});

/** Looks like a slip and is where people have their mail, or work. */
const RIGHT = `
  gmail.com googlemail.com hotmail.com outlook.com live.com msn.com yahoo.com ymail.com rocketmail.com aol.com icloud.com me.com mac.com
  gmx.at gmx.ch gmx.de gmx.net gmx.com gmx.fr gmx.us web.de mail.de email.de t-online.de freenet.de posteo.de mailbox.org arcor.de
  googlemail.de live.de aol.de outlook.de hotmail.de yahoo.de vodafone.de online.de 1und1.de
  yahoo.co.uk hotmail.co.uk live.co.uk outlook.co.uk btinternet.com sky.com talktalk.net virginmedia.com ntlworld.com
  yahoo.fr hotmail.fr outlook.fr live.fr free.fr sfr.fr orange.fr wanadoo.fr laposte.net neuf.fr aliceadsl.fr bbox.fr
  hotmail.it yahoo.it live.it libero.it tim.it alice.it virgilio.it tiscali.it outlook.it
  hotmail.es yahoo.es outlook.es telefonica.net live.nl ziggo.nl kpnmail.nl hotmail.nl home.nl hotmail.be telenet.be skynet.be
  live.dk hotmail.se hotmail.no yahoo.se live.se bluewin.ch sunrise.ch hispeed.ch aon.at chello.at
  mail.ru bk.ru list.ru inbox.ru yandex.ru ya.ru rambler.ru gmail.ru yandex.com yandex.ua ukr.net i.ua
  inbox.lv o2.pl wp.pl op.pl onet.pl interia.pl poczta.pl gazeta.pl seznam.cz email.cz centrum.cz post.cz azet.sk
  uol.com.br bol.com.br terra.com.br hotmail.com.br yahoo.com.br ig.com.br yahoo.com.ar hotmail.com.ar yahoo.com.mx outlook.com.br
  qq.com 163.com 126.com 139.com sina.com sohu.com foxmail.com naver.com daum.net hanmail.net yahoo.co.jp yahoo.co.in yahoo.com.au
  rediffmail.com sify.com zoho.com zoho.eu proton.me protonmail.com pm.me tutanota.com tuta.io fastmail.com fastmail.fm hey.com
  mail.com email.com hushmail.com duck.com example.com example.org example.net
  gmal.de gmail-consulting.de gmalwine.com hotmailer.com outlooks-and-views.com yahoosoft.com cloud.com ao.com sol.com love.com
  tahoe.com outlook.office.com mail.yahoo.com students.gmail.example company.co company.cm company.om startup.co bank.co.uk
  orange.com free.com libre.it net.com cornell.edu amazon.com facebook.com xn--bcher-kva.de xn--gmal-nza.com
`
  .trim()
  .split(/\s+/);

test.for(RIGHT)('For %s there is no suggestion', (domain) => {
  expect(suggestedFor(domain)).toBeNull();
});

describe('Any input', () => {
  const letters = fc.string({ unit: fc.constantFrom(...'abcdeghilmnoprtuvwxyz0-.'), maxLength: 14 });
  /** Right ones with a letter too many, too few or another. */
  const slip = fc
    .tuple(fc.constantFrom(...RIGHT), fc.nat(20), fc.nat(2), fc.constantFrom(...'aegimnoct.'))
    .map(([domain, at, cut, letter]) => domain.slice(0, at) + letter + domain.slice(at + cut));
  const domain = fc.oneof(letters, slip, fc.string());

  test('A suggestion is an email address of the same person and needs no further suggestion', () => {
    fc.assert(
      fc.property(domain, (typed) => {
        const suggested = suggestedEmail(`Anna+x@${typed}`);
        if (suggested === null) return;
        expect(suggested.startsWith('Anna+x@')).toBe(true);
        expect(suggestedEmail(suggested)).toBeNull();
        if (isEmail(`anna@${typed}`)) expect(isEmail(suggested)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});
