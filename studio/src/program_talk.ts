// What the program says on standard error: results, errors and warnings, of which the last two begin
// with "scree: ", and a bar that is drawn anew in its place (cli/say.c).

const BAR = /\r\[[#.]+\] +(\d+) % ([^\r\n\x1b]*)\x1b\[K|\r\x1b\[K/g;
const NAME = 'scree: ', WARNING = 'warning: ';

/** Takes standard error apart, byte by byte, into progress, messages and the text without bars. */
export class Talk {
  private bytes: number[] = [];
  private kept = '';
  private last: string | undefined;
  private readonly decoder = new TextDecoder();

  constructor(private readonly progress: (done: number, step: string) => void,
    private readonly message: (severity: 'note' | 'warning', text: string) => void) {}

  put(byte: number): void {
    this.bytes.push(byte);
    // 'K' ends a bar, and a line its end.
    if (byte === 0x4b || byte === 0x0a) this.read();
  }
  /** What is left after the program has ended: everything it said, and the sentence of its error. */
  end(code: number): { stderr: string; error: string } {
    this.read();
    const failed = code > 0 && code < 10;
    const error = failed && this.last !== undefined ? this.last : '';
    if (!failed) this.pass();
    return { stderr: this.kept, error };
  }
  private pending = '';
  private read(): void {
    this.pending += this.decoder.decode(new Uint8Array(this.bytes), { stream: true });
    this.bytes = [];
    this.pending = this.pending.replace(BAR, (_, percent: string | undefined, step: string | undefined) => {
      if (percent !== undefined) this.progress(Number(percent) / 100, step ?? '');
      return '';
    });
    for (let end; (end = this.pending.indexOf('\n')) >= 0;) {
      const line = this.pending.slice(0, end);
      this.pending = this.pending.slice(end + 1);
      this.kept += `${line}\n`;
      this.pass();
      this.last = line.startsWith(NAME) ? line.slice(NAME.length) : line;
    }
  }
  /** The last line may be the error, so each waits for the next. */
  private pass(): void {
    const text = this.last;
    this.last = undefined;
    if (text === undefined) return;
    if (text.startsWith(WARNING)) this.message('warning', text.slice(WARNING.length));
    else this.message('note', text);
  }
}
