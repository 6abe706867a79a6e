// Work in short tasks, between which the page answers its reader and draws its frames.

const SLICE = 8; // milliseconds after which a task leaves the rest to the next one

const queue = [];
const { port1: inner, port2: outer } = new MessageChannel(); // unlike a timer's, its tasks come at once
inner.addEventListener("message", run);
inner.start();

/** Does some work after all that came before it; resolves to what it returns. */
export function soon(work) {
  if (!queue.length) outer.postMessage(null);
  return new Promise((done, failed) => {
    queue.push(() => {
      try {
        done(work());
      } catch (error) {
        failed(error);
      }
    });
  });
}

function run() {
  const began = performance.now();
  while (queue.length && performance.now() - began < SLICE) queue.shift()();
  if (queue.length) outer.postMessage(null);
}
