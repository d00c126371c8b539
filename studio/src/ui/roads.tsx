/** The roads of the terrain, and what the ground for them is like. */
import { ground, openBeside, placeAgain } from '../store';
import type { Worst } from '../model';
import { number, t } from '../text';
import { Button } from './controls';
import { camera } from './map';

/** Shows a place of the report, metres from the south-west corner, in the middle of the map. */
function show([xM, northM]: [number, number]): void {
  const at = camera.peek(), land = ground.peek();
  if (at !== undefined && land !== undefined) camera.value = { xM, yM: land.info.extentM[1] - northM, scale: Math.max(at.scale, 0.5) };
}
const change = (before: number, after: number) => <>{number(before * 100, 1)} → <b>{number(after * 100, 1)}</b></>;
const percent = (share: number) => `${number(share * 100, 1)} %`;

export function Roads() {
  const land = ground.value!, { roads, ...others } = land.beside, graded = land.graded;
  const again = land.info.hasPlace && <Button class="small" id="square" label={t('placeTitle')} onClick={placeAgain}>{t('square')}</Button>;
  if (roads === undefined) return again === false ? null : <section class="panel roads"><div class="panel-head"><h2>{t('realPlace')}</h2>{again}</div></section>;
  const place = (label: string, worst: Worst, text: string) => <li><button type="button" class="go" onClick={() => show(worst.at)}>{label}: {text}</button></li>;
  return (
    <details class="panel roads" open>
      <summary><h2>{t('roads')}</h2>{graded !== undefined && <span class="count">{number(graded.classes.reduce((sum, one) => sum + one.length_m, 0) / 1000, 1)} km</span>}</summary>
      <p class="file-name" title={roads.name}>{roads.name}</p>
      <div class="roads-head"><label class="switch"><input type="checkbox" id="grade" checked={land.options.noGrade !== true} onChange={(event) => void openBeside(land.beside, !event.currentTarget.checked)} /><span>{t('gradeGround')}</span></label>
        {again}<Button class="small" label={t('roadsRemove')} onClick={() => void openBeside(others, false)}>{t('roadsRemove')}</Button></div>
      {graded === undefined ? <p class="hint">{t('notGraded')}</p> : <>
        <table><caption class="unseen">{t('roadsTable')}</caption>
          <thead><tr><th scope="col"><span class="unseen">{t('roads')}</span></th><th scope="col">km</th><th scope="col">{t('roadsGrade')} %</th><th scope="col">{t('roadsCross')} %</th></tr></thead>
          <tbody>{graded.classes.map(({ class: name, length_m: length, before, after }) => (
            <tr key={name}><th scope="row">{name}</th><td>{number(length / 1000, 1)}</td>
              <td>{change(before.grade.p90, after.grade.p90)}</td><td>{change(before.cross_fall.p90, after.cross_fall.p90)}</td></tr>))}</tbody></table>
        <p class="hint">{t('roadsEarth', number(graded.cut_m3, 0), number(graded.fill_m3, 0))}</p>
        <ul class="roads-worst">
          {place(t('deepestCut'), graded.deepest_cut_m, `${number(graded.deepest_cut_m.value, 1)} m`)}
          {place(t('highestFill'), graded.highest_fill_m, `${number(graded.highest_fill_m.value, 1)} m`)}
          {graded.worst_places.slice(0, 10).map((one, i) => <li key={i}><button type="button" class="go" onClick={() => show(one.at)}>{percent(one.grade)}: {one.class}{one.road === '' ? '' : `, ${one.road}`}, {number(one.length_m, 0)} m</button></li>)}
        </ul></>}
    </details>
  );
}
