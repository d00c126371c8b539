/** The program in the page: unpacked when it is first needed. */
import { part } from './parts';
import { Program } from './program';

let made: Promise<Program> | undefined;
export function program(): Promise<Program> {
  return made ??= (async () => {
    const [bytes, script] = await Promise.all([part('program'), part('programWorker')]);
    const module = await WebAssembly.compile(bytes), url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
    return new Program(module, () => new Worker(url) as never);
  })();
}
