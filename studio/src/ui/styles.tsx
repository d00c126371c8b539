/** Styles as pictures of what each makes of the terrain at hand. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Picture } from '../model';
import { chooseStyle, dialog, engine, refuse, styles, withMasks } from '../store';
import { t } from '../text';
import { Button, Dialog } from './controls';

const SIDE = 220;

function Thumbnail({ picture }: { picture: Picture | undefined }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const to = canvas.current;
    if (to === null || picture === undefined) return;
    to.width = picture.width;
    to.height = picture.height;
    to.getContext('2d')!.putImageData(new ImageData(picture.rgba, picture.width, picture.height), 0, 0);
  }, [picture]);
  return <canvas ref={canvas} class={picture === undefined ? 'waiting' : ''} width={SIDE} height={SIDE} aria-hidden="true" />;
}

export function Styles() {
  const [seed, setSeed] = useState(0);
  const [pictures, setPictures] = useState<{ [name: string]: Picture }>({});
  useEffect(() => {
    let over = false;
    void (async () => {
      for (const { name } of styles.value) {
        if (over) return;
        try {
          const { doc } = withMasks(await engine.value!.later('style', name, seed));
          const picture = await engine.value!.later('thumbnail', doc, SIDE);
          if (!over) setPictures((before) => ({ ...before, [name]: picture }));
        } catch (thrown) {
          refuse(thrown);
        }
      }
    })();
    return () => { over = true; };
  }, [seed]);
  return (
    <Dialog title={t('stylesTitle')} onClose={() => { dialog.value = undefined; }} wide>
      <ul class="gallery">
        {styles.value.map(({ name, summary }) => (
          <li key={name}><button type="button" class="style-card" title={t('chooseStyle', name)} onClick={() => { dialog.value = undefined; void chooseStyle(name, seed); }}>
            <Thumbnail picture={pictures[name]} /><b>{name}</b><span>{summary}</span></button></li>))}
      </ul>
      <div class="dialog-foot"><Button icon="dice" label={t('stylesAnother')} onClick={() => { setPictures({}); setSeed(Math.floor(Math.random() * 2 ** 31)); }}>{t('stylesAnother')}</Button></div>
    </Dialog>
  );
}
