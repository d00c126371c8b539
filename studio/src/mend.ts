/** What a button can do about a finding of lint: the changes that its advice names, where they are plain. */
import type { Edit, Finding, Layer, TerrainInfo } from './model';

export function mends(finding: Finding, layers: Layer[], terrain: TerrainInfo | undefined): Edit[] | undefined {
  const one = finding.layer === undefined ? undefined : layers[finding.layer];
  if (one === undefined) return undefined;
  const set = (field: string, value: string | number): Edit => ({ do: 'set', layer: one.index, field, value: String(value) });
  const beside = layers.filter(({ index, parent }) => index > 0 && parent === one.parent);
  switch (finding.id) {
    case 'empty-name': return [set('name', `Layer ${one.index}`)];
    case 'duplicate-name': {
      const taken = new Set(beside.map(({ name }) => name));
      let number = 2;
      while (taken.has(`${one.name} ${number}`)) number++;
      return [set('name', `${one.name} ${number}`)];
    }
    case 'duplicate-layer': return [{ do: 'remove', layer: one.index }];
    case 'coverage-zero': return [set('coverage', 0.5)];
    case 'noise-without-effect': return [set('fractal_noise', 0)];
    case 'same-pattern': return [set('texture.origin', `${(one.index * 3701 + 1200) % 32767},${(one.index * 7907 + 3400) % 32767},0,0`)];
    case 'root-limits': return ['altitude.min', 'altitude.max', 'slope.min', 'slope.max'].map((limit) => set(`${limit}.on`, 'off'));
    case 'limits-exclude': case 'limits-crossed': {
      const swap = (kind: 'altitude' | 'slope', unit: string): Edit[] => {
        const [low, high] = one[kind];
        return low.on && high.on && low.at >= high.at
          ? [set(`${kind}.min.at`, `${high.at}${unit}`), set(`${kind}.max.at`, `${low.at}${unit}`)] : [];
      };
      const edits = [...swap('altitude', 'tu'), ...swap('slope', 'gradient')];
      return edits.length > 0 ? edits : undefined;
    }
    case 'limit-idle': {
      if (terrain === undefined) return undefined;
      const [low, high] = terrain.altitudeM.map((m) => m / terrain.cellM[2]) as [number, number];
      const edits: Edit[] = [];
      if (one.altitude[0].on && one.altitude[0].at < low) edits.push(set('altitude.min.on', 'off'));
      if (one.altitude[1].on && one.altitude[1].at > high) edits.push(set('altitude.max.on', 'off'));
      return edits.length > 0 ? edits : undefined;
    }
    case 'altitude-in-metres': {
      if (terrain === undefined) return undefined;
      const [low, high] = terrain.altitudeM;
      const meant = (limit: 'min' | 'max', at: number, on: boolean): Edit[] =>
        on && at >= low && at <= high ? [set(`altitude.${limit}.at`, `${at}m`)] : [];
      const edits = [...meant('min', one.altitude[0].at, one.altitude[0].on), ...meant('max', one.altitude[1].at, one.altitude[1].on)];
      return edits.length > 0 ? edits : undefined;
    }
    case 'hidden': return [{ do: 'move', layer: one.index, parent: one.parent, place: 9999 }];
    default: return undefined;
  }
}
