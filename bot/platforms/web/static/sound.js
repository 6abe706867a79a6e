// The sounds of a die, a capture and a win, made of noise and tones. Off by default.

const KNOCKS = [0, 0.09, 0.16, 0.21, 0.25];

let context = null;

/** Plays a sound: `die`, `capture` or `win`. */
export function play(kind) {
  context ??= new AudioContext();
  const now = context.currentTime + 0.02;
  if (kind === "die") KNOCKS.forEach((at, index) => knock(now + at, 1900 - 160 * index, 0.32 - 0.05 * index));
  if (kind === "capture") {
    knock(now, 240, 0.7, 0.16);
    tone(now, 330, 110, 0.22, 0.25);
  }
  if (kind === "win") [523, 659, 784, 1047].forEach((pitch, index) => tone(now + 0.13 * index, pitch, pitch, 0.4, 0.16));
}

/** A short burst of noise round a pitch, as of wood. */
function knock(at, pitch, loud, long = 0.05) {
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * long), context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index += 1) samples[index] = (Math.random() * 2 - 1) * (1 - index / samples.length) ** 3;
  const noise = new AudioBufferSourceNode(context, { buffer });
  const body = new BiquadFilterNode(context, { type: "bandpass", frequency: pitch, Q: 2.5 });
  noise.connect(body).connect(new GainNode(context, { gain: loud })).connect(context.destination);
  noise.start(at);
}

function tone(at, from, to, long, loud) {
  const wave = new OscillatorNode(context, { type: "triangle", frequency: from });
  const volume = new GainNode(context, { gain: 0 });
  wave.frequency.setValueAtTime(from, at);
  wave.frequency.exponentialRampToValueAtTime(to, at + long);
  volume.gain.setValueAtTime(loud, at);
  volume.gain.exponentialRampToValueAtTime(0.001, at + long);
  wave.connect(volume).connect(context.destination);
  wave.start(at);
  wave.stop(at + long);
}
