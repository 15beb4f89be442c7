let context: AudioContext | undefined;

/** Frequencies and when they begin, in seconds: two soft tones, the second one higher. */
const TONES = [
  [660, 0],
  [880, 0.16],
] as const;
const LASTS = 0.35;
const LOUDNESS = 0.08;

/** Made here and not loaded: a sound must not wait for the network. A browser that was not touched yet stays silent. */
export async function chime() {
  context ??= new AudioContext();
  await context.resume();
  for (const [frequency, begin] of TONES) {
    const from = context.currentTime + begin;
    const tone = context.createOscillator();
    const loudness = context.createGain();
    tone.frequency.value = frequency;
    loudness.gain.setValueAtTime(LOUDNESS, from);
    loudness.gain.exponentialRampToValueAtTime(0.001, from + LASTS);
    tone.connect(loudness).connect(context.destination);
    tone.start(from);
    tone.stop(from + LASTS);
  }
}
