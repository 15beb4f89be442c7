interface Image {
  readonly tree: string;
  readonly base: string;
  readonly tag: string;
  /** Of all its files, in seconds. */
  readonly time: number;
}

/** With which Buildah makes the image of a release's tree. */
export const imageArguments = ({ tree, base, tag, time }: Image, format: 'oci' | 'docker') => [
  ...['bud', '--format', format, '--timestamp', String(time), '--build-arg', `BASE=${base}`],
  ...['--file', `${tree}/Containerfile`, '--ignorefile', `${tree}/.containerignore`, '--tag', tag, tree],
];
