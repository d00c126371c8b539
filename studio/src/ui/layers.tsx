/** The tree of layers as it is in the file, the last painted on top, with the ground that each covers. */
import { useRef, useState } from 'preact/hooks';
import { palette } from '../model';
import type { Layer } from '../model';
import {
  addLayer, areaHa, duplicateLayer, hidden, layer, layers, moveLayer, muted, nudge, overlay, removeLayer, reroll, selected, set, siblings, solo, stats, toggleMute, toggleSolo,
} from '../store';
import { number, t } from '../text';
import { hexOf } from '../units';
import { Button, Symbol } from './controls';

/** Layers from the top of the list: what is painted last, then what lies below it. Children are above their parent. */
function ordered(all: Layer[]): Layer[] {
  const under = (parent: number): Layer[] =>
    all.filter((one) => one.index > 0 && one.parent === parent).reverse().flatMap((one) => [one, ...under(one.index)]);
  const root = all[0];
  return root === undefined ? [] : [...under(0), root];
}

type Where = 'above' | 'into' | 'below';

export function Layers() {
  const all = layers.value, list = ordered(all), tree = useRef<HTMLUListElement>(null);
  const [dragged, setDragged] = useState<number | undefined>(undefined);
  const [target, setTarget] = useState<{ index: number; where: Where } | undefined>(undefined);
  const [renaming, setRenaming] = useState<number | undefined>(undefined);
  const shares = stats.value?.shares, one = layer.value;

  const focus = (index: number) => {
    selected.value = index;
    requestAnimationFrame(() => tree.current?.querySelector<HTMLElement>(`[data-layer="${index}"]`)?.focus());
  };
  const inside = (index: number, above: number): boolean => index === above || (index > 0 && inside(all[index]!.parent, above));
  const drop = () => {
    if (dragged !== undefined && target !== undefined && !inside(target.index, dragged)) {
      const to = all[target.index]!;
      if (target.where === 'into' || to.index === 0) moveLayer(dragged, to.index, target.where === 'into' ? 9999 : 0);
      else {
        const beside = siblings(to.parent).filter(({ index }) => index !== dragged), place = beside.findIndex(({ index }) => index === to.index);
        moveLayer(dragged, to.parent, target.where === 'above' ? place + 1 : place);
      }
    }
    setDragged(undefined);
    setTarget(undefined);
  };

  const keys = (event: KeyboardEvent, index: number) => {
    const place = list.findIndex((layer) => layer.index === index);
    const done = () => {
      event.preventDefault();
      event.stopPropagation();
    };
    if (event.altKey) {
      const way = ({ ArrowUp: 'up', ArrowDown: 'down', ArrowRight: 'in', ArrowLeft: 'out' } as const)[event.key as 'ArrowUp'];
      if (way !== undefined) {
        nudge(way);
        done();
      }
      return;
    }
    if (event.ctrlKey || event.metaKey) return;
    if (event.key === 'ArrowUp' && place > 0) focus(list[place - 1]!.index);
    else if (event.key === 'ArrowDown' && place < list.length - 1) focus(list[place + 1]!.index);
    else if (event.key === 'Home') focus(list[0]!.index);
    else if (event.key === 'End') focus(0);
    else if (event.key === 'F2') setRenaming(index);
    else if (event.key === 'Delete') removeLayer();
    else if (event.key === 'm' || event.key === 'M') toggleMute(index);
    else if (event.key === 's' || event.key === 'S') toggleSolo(index);
    else return;
    done();
  };

  return (
    <section class="panel layers" aria-label={t('layers')}>
      <header class="panel-head"><h2>{t('layers')}</h2>
        <Button icon="add" label={t('addLayer')} onClick={addLayer} />
        <Button icon="dice" label={t('rerollAll')} onClick={() => reroll(true)} />
      </header>
      <ul class="tree" role="tree" aria-label={t('layerTree')} ref={tree} id="layer-tree">
        {list.map(({ index, name, depth, colour }) => {
          const off = hidden.value.includes(index), share = shares?.[index];
          const here = target?.index === index && dragged !== undefined ? `drop-${target.where}` : '';
          const hectares = share === undefined ? 0 : share * areaHa.value;
          return (
            <li key={index} role="treeitem" data-layer={index} aria-level={depth + 1} aria-selected={selected.value === index} tabIndex={selected.value === index ? 0 : -1}
              data-name={name}
              class={`${selected.value === index ? 'selected' : ''} ${off ? 'off' : ''} ${here}`} style={{ paddingLeft: `${8 + depth * 14}px` }}
              draggable={index > 0 && renaming === undefined} onClick={() => { selected.value = index; }} onDblClick={() => setRenaming(index)}
              onKeyDown={(event) => { if (event.target === event.currentTarget) keys(event, index); }}
              onDragStart={(event) => {
                setDragged(index);
                event.dataTransfer!.effectAllowed = 'move';
                event.dataTransfer!.setData('text/plain', name);
              }}
              onDragOver={(event) => {
                if (dragged === undefined) return;
                event.preventDefault();
                const box = event.currentTarget.getBoundingClientRect(), share = (event.clientY - box.top) / box.height;
                setTarget({ index, where: share < 0.3 ? 'above' : share > 0.7 ? 'below' : 'into' });
              }}
              onDrop={(event) => { event.preventDefault(); event.stopPropagation(); drop(); }} onDragEnd={() => { setDragged(undefined); setTarget(undefined); }}>
              <span class="chip" style={{ background: overlay.value === 'winner' ? `#${palette[index % palette.length]!.toString(16).padStart(6, '0')}` : hexOf(colour) }} aria-hidden="true" />
              {renaming === index
                ? <input type="text" class="rename" aria-label={t('nameOf')} value={name} ref={(box) => box?.focus()} onFocus={(event) => event.currentTarget.select()}
                    onKeyDown={(event) => {
                      event.stopPropagation();
                      if (event.key === 'Enter') event.currentTarget.blur();
                      else if (event.key === 'Escape') { event.currentTarget.value = name; event.currentTarget.blur(); }
                    }}
                    onBlur={(event) => {
                      const next = event.currentTarget.value;
                      setRenaming(undefined);
                      if (next !== name) set('name', next, 'name');
                      focus(index);
                    }} />
                : <span class="tree-name" title={name}>{name || '—'}{muted.value.includes(index) && <span class="unseen"> ({t('muted')})</span>}</span>}
              <span class="share" title={share === undefined ? '' : t('areaTitle', number(share * 100, 2), number(hectares, 2))}>
                <b>{share === undefined ? '' : t('area', number(share * 100, 1))}</b><i>{share === undefined ? '' : t('hectares', number(hectares, hectares < 100 ? 1 : 0))}</i></span>
              <span class="row-buttons" aria-hidden="true">
                {index > 0 && <button type="button" tabIndex={-1} title={t('solo', name)} class={solo.value === index ? 'on' : ''} onClick={(event) => { event.stopPropagation(); toggleSolo(index); }}><Symbol icon="solo" /></button>}
                {index > 0 && <button type="button" tabIndex={-1} title={t('mute', name)} class={muted.value.includes(index) ? 'on' : ''} onClick={(event) => { event.stopPropagation(); toggleMute(index); }}><Symbol icon={muted.value.includes(index) ? 'hidden' : 'eye'} /></button>}
              </span>
            </li>
          );
        })}
      </ul>
      <div class="tree-tools" role="toolbar" aria-label={t('layer')}>
        <Button icon="up" label={t('moveUp')} onClick={() => nudge('up')} disabled={!one?.index} />
        <Button icon="down" label={t('moveDown')} onClick={() => nudge('down')} disabled={!one?.index} />
        <Button icon="left" label={t('moveOut')} onClick={() => nudge('out')} disabled={!one?.index} />
        <Button icon="right" label={t('moveIn')} onClick={() => nudge('in')} disabled={!one?.index} />
        <Button icon="solo" label={t('solo', one?.name ?? '')} onClick={() => toggleSolo(selected.value)} disabled={!one?.index} pressed={solo.value === selected.value} />
        <Button icon={muted.value.includes(selected.value) ? 'hidden' : 'eye'} label={t('mute', one?.name ?? '')} onClick={() => toggleMute(selected.value)} disabled={!one?.index} pressed={muted.value.includes(selected.value)} />
        <Button icon="palette" label={t('overlayReach')} onClick={() => { overlay.value = overlay.value === 'reach' ? 'none' : 'reach'; }} pressed={overlay.value === 'reach'} />
        <Button icon="copy" label={t('duplicate')} onClick={duplicateLayer} disabled={!one?.index} />
        <Button icon="remove" label={t('remove')} onClick={removeLayer} disabled={!one?.index} />
      </div>
    </section>
  );
}
