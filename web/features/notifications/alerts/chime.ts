let context: AudioContext | undefined;

const TONES = [
  [660, 0],
  [880, 0.16],
] as const;
const LASTS = 0.35;
const LOUDNESS = 0.08;

const ALLOWED_WITHIN_MS = 500;

/** A blocked sound is dropped, not played later. */
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
