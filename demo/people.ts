import type { Dice } from './dice.ts';

export interface Person {
  readonly firstName: string;
  readonly lastName: string;
  readonly username: string;
  readonly email: string;
}

const FAMILIES = [
  ['Ann Emily George Harriet Oliver Thomas', 'Ashworth Bennett Clarke Hughes Whitfield'],
  ['Jürgen Käthe Lena Matthias Nele Uwe', 'Brandt Großmann Kühn Müller Weiß'],
  ['Amélie Benoît Chloé Étienne Léa Rémi', 'Bélanger Dubois Lefèvre Moreau Rousseau'],
  ['Álvaro Inés José Lucía Martín Núria', 'García Ibáñez Muñoz Peña Vázquez'],
  ['Ágnes Bence Dóra Gergő László Zsófia', 'Horváth Kovács Nagy Szabó Tóth'],
  ['Agnieszka Bożena Łukasz Michał Paweł Zofia', 'Dąbrowska Kamińska Nowak Wójcik Żak'],
  ['Astrid Bjørn Freja Hugo Kåre Søren', 'Ødegård Andersen Jensen Lindqvist Sørensen'],
  ['Ayşe Burak Elif Emre Gül Mehmet', 'Çelik Demir Kaya Öztürk Şahin'],
  ['Aiko Haruto Kenji Mei Sakura Yuki', 'Fujimoto Kobayashi Nakamura Sato Tanaka'],
  ['Arjun Divya Kavita Priya Rohan Vikram', 'Banerjee Iyer Kapoor Mehta Nair'],
  ['Amara Chinedu Folake Kwame Ngozi Tunde', 'Adeyemi Balogun Mensah Okafor Osei'],
  ['Bruna Caio Débora Fábio João Thaís', 'Araújo Cardoso Gonçalves Magalhães Simões'],
].map(([firsts = '', lasts = '']) => ({ firsts: firsts.split(' '), lasts: lasts.split(' ') }));

/** Domains reserved for examples. */
const HOSTS = ['example.com', 'example.com', 'example.org', 'example.net', 'mail.example', 'northwind.example'];

const LETTERS: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', Ø: 'O', ł: 'l', Ł: 'L', å: 'a', ı: 'i' };

const plain = (name: string) =>
  name
    .replaceAll(/[ßøØłŁåı]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFD')
    .replaceAll(/[^A-Za-z]/g, '')
    .toLowerCase();

export function person(firstName: string, lastName: string, host: string): Person {
  const username = `${plain(firstName)}.${plain(lastName)}`;
  return { firstName, lastName, username, email: `${username}@${host}` };
}

export const everybody = (dice: Dice): Person[] =>
  dice.shuffled(
    FAMILIES.flatMap(({ firsts, lasts }) =>
      firsts.flatMap((first) => lasts.map((last) => person(first, last, dice.pick(HOSTS)))),
    ),
  );

/** Each address is used once, because guests find their email by the recipient. */
export function newEmails(dice: Dice): (host?: string) => string {
  const people = everybody(dice);
  let given = 0;
  return (host) => {
    const { username, email } = people[given % people.length] as Person;
    const round = Math.floor(given / people.length);
    given += 1;
    return `${username}${round === 0 ? '' : round + 1}@${host ?? email.split('@')[1]}`;
  };
}
