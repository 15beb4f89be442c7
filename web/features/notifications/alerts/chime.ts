let context: AudioContext | undefined;

/** Frequencies and when they begin, in seconds: two soft tones, the second one higher. */
const TONES = [
  [660, 0],
  [880, 0.16],
] as const;
const LASTS = 0.35;
const LOUDNESS = 0.08;

/** A browser lets a page sound only after somebody pressed something in it. */
const ALLOWED_WITHIN_MS = 500;

/** Made here and not loaded: a sound must not wait for the network. What may not sound now must not sound later either. */
export async function chime() {
  context ??= new AudioContext();
  await Promise.race([context.resume(), new Promise((resolve) => setTimeout(resolve, ALLOWED_WITHIN_MS))]);
  if (context.state !== 'running') return;
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
