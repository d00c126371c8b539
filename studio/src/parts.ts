import { zipSync } from 'fflate';

/** Several files as one to save. */
export function zipped(files: { name: string; bytes: Uint8Array }[]): Uint8Array {
  return zipSync(Object.fromEntries(files.map(({ name, bytes }) => [name, [bytes, { level: 0, mtime: new Date(1980, 0, 1) }] as const])));
}
/** Parts of the page's own file: deflated, in base64, each unpacked when it is needed. */
export async function part(name: string): Promise<Uint8Array<ArrayBuffer>> {
  const text = document.getElementById(`part-${name}`)?.textContent ?? '';
  const packed = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return unpack(packed);
}

async function through(bytes: Uint8Array<ArrayBuffer>, stream: GenericTransformStream): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}
export const pack = (bytes: Uint8Array) => through(bytes.slice(), new CompressionStream('deflate-raw'));
export const unpack = (bytes: Uint8Array<ArrayBuffer>) => through(bytes, new DecompressionStream('deflate-raw'));

/** A map as text that can be a link's fragment: deflated, in base64url. */
export async function toLink(bytes: Uint8Array): Promise<string> {
  const packed = await pack(bytes);
  let text = '';
  for (const byte of packed) text += String.fromCharCode(byte);
  return '#' + btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
export async function fromLink(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const letters = text.trim().replace(/^.*#/s, '').replaceAll('-', '+').replaceAll('_', '/');
  return unpack(Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0)));
}

/** A digest in hexadecimal digits. */
export async function sha256(bytes: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes.slice()));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
