/** A dial for the sun: its direction is the angle, its height the distance from the rim. */
import { useRef } from 'preact/hooks';
import { t } from '../text';

export interface Sun { azimuth: number; elevation: number }
export function SunDial({ sun, onChange }: { sun: Sun; onChange: (sun: Sun) => void }) {
  const dial = useRef<HTMLDivElement>(null);
  const radius = (1 - sun.elevation / 90) * 40, angle = (sun.azimuth * Math.PI) / 180;
  const follow = (event: PointerEvent) => {
    const box = dial.current!.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width - 0.5) * 100, y = ((event.clientY - box.top) / box.height - 0.5) * 100;
    onChange({ azimuth: Math.round(((Math.atan2(x, -y) * 180) / Math.PI + 360) % 360), elevation: Math.round(Math.min(90, Math.max(3, 90 * (1 - Math.hypot(x, y) / 40)))) });
  };
  return (
    <div ref={dial} class="sun-dial" title={`${t('sunLabel')}: ${t('sunValue', sun.azimuth, sun.elevation)}`} role="slider" tabIndex={0} aria-label={t('sunLabel')} aria-valuemin={0} aria-valuemax={359} aria-valuenow={sun.azimuth} aria-valuetext={t('sunValue', sun.azimuth, sun.elevation)}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        follow(event);
      }}
      onPointerMove={(event) => { if (event.currentTarget.hasPointerCapture(event.pointerId)) follow(event); }}
      onKeyDown={(event) => {
        const [turn, rise] = ({ ArrowLeft: [-5, 0], ArrowRight: [5, 0], ArrowUp: [0, 3], ArrowDown: [0, -3] } as { [key: string]: [number, number] })[event.key] ?? [0, 0];
        if (turn === 0 && rise === 0) return;
        event.preventDefault();
        event.stopPropagation();
        onChange({ azimuth: (sun.azimuth + turn + 360) % 360, elevation: Math.min(90, Math.max(3, sun.elevation + rise)) });
      }}>
      <svg viewBox="-50 -50 100 100" aria-hidden="true"><circle r="46" class="rim" /><circle r="40" class="ring" /><circle r="20" class="ring" />
      <text y="-27" class="north">N</text>
      <circle cx={Math.sin(angle) * radius} cy={-Math.cos(angle) * radius} r="8" class="sun" /></svg>
    </div>
  );
}
