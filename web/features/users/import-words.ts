import { counted } from '../../ui/count.ts';

interface Lines {
  good: number;
  bad: number;
}

/** What is in a file, before anybody is created. */
export function checkWords({ good, bad }: Lines) {
  const fine = `${counted(good, 'line')} ${good === 1 ? 'is' : 'are'} good`;
  return bad === 0 ? fine : `${fine}, ${bad.toLocaleString('en')} ${bad === 1 ? 'has a problem' : 'have problems'}`;
}

/** What came of it. */
export function importedWords({ good, bad }: Lines) {
  const done = `${counted(good, 'user')} imported`;
  return bad === 0 ? done : `${done}, ${counted(bad, 'line')} left out`;
}
