// Work in short tasks, between which the page answers its reader and draws its frames.

const queue = [];
const { port1: inner, port2: outer } = new MessageChannel(); // timers would wait between tasks
inner.addEventListener("message", () => queue.shift()());
inner.start();

/** Does some work in a task, after all that came before it; resolves to what it returns. */
export function soon(work) {
  return new Promise((done, failed) => {
    queue.push(() => {
      try {
        done(work());
      } catch (error) {
        failed(error);
      }
    });
    outer.postMessage(null);
  });
}
