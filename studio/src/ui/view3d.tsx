/** The terrain in three dimensions under the colours that the library gives it. */
import { effect } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import {
  BufferAttribute, BufferGeometry, Color, DataTexture, DoubleSide, Euler, LinearFilter, LinearMipmapLinearFilter, Mesh, MeshBasicMaterial,
  PerspectiveCamera, PlaneGeometry, RGBAFormat, Scene, ShaderMaterial, Spherical, UnsignedByteType, Vector3, WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import type { Relief } from '../model';
import { chosen, filled } from '../exporting';
import { dialog, doc, engine, ground, hidden, latest, refuse, sight, theme, waterM } from '../store';
import { t } from '../text';
import { Button, Slider } from './controls';
import { SunDial } from './sun';
import type { Sun } from './sun';

/** The longer side of the terrain, in units of the scene. */
const SIZE = 100;
const TEXTURE_SIDE = 1024, ROADS_SIDE = 2048;
const RAD = Math.PI / 180, PICTURE_WIDTH = 1280;

/** Pixels of the screen for each that is drawn while the view moves, where the processor draws it. */
const MOVING_RATIO = 0.6;
/** Without a movement for so long, everything is drawn. */
const STILL_MS = 250;

/** Light is a matter of the corners, in the curve of the screen's colours: what is left for each pixel is one
 *  colour of the texture times it. A power of a product is the product of the powers. */
const GROUND = {
  vertexShader: `uniform vec3 sun, direct, sky; uniform float stretch; varying vec2 place; varying vec3 light;
    void main() {
      vec3 up = normalize(vec3(normal.x, normal.y / stretch, normal.z));
      light = pow(sky + direct * max(dot(up, sun), 0.0), vec3(1.0 / 2.2));
      place = uv;
      gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
    }`,
  fragmentShader: `uniform sampler2D colours; varying vec2 place; varying vec3 light;
    void main() { gl_FragColor = vec4(texture2D(colours, place).rgb * light, 1.0); }`,
};

/** The triangles of a grid of points, without those at a point that has no data. */
function cornersOf(across: number[], down: number[], { columns, heights }: Relief): Uint32Array {
  const corners = new Uint32Array((across.length - 1) * (down.length - 1) * 6);
  let k = 0;
  for (let j = 0; j + 1 < down.length; j++)
    for (let i = 0; i + 1 < across.length; i++) {
      const a = down[j]! * columns + across[i]!, b = down[j]! * columns + across[i + 1]!, c = down[j + 1]! * columns + across[i]!, d = down[j + 1]! * columns + across[i + 1]!;
      if (Number.isNaN(heights[a]! + heights[b]! + heights[c]! + heights[d]!)) continue;
      corners.set([a, c, b, b, c, d], k);
      k += 6;
    }
  return corners.subarray(0, k);
}

/** The same ground of every second point, on the same corners. */
function coarseOf(fine: BufferGeometry, relief: Relief): BufferGeometry {
  const some = (count: number) => [...Array.from({ length: Math.ceil((count - 1) / 2) }, (_, i) => 2 * i), count - 1];
  const coarse = new BufferGeometry();
  for (const name of ['position', 'uv', 'normal']) coarse.setAttribute(name, fine.getAttribute(name));
  coarse.setIndex(new BufferAttribute(cornersOf(some(relief.columns), some(relief.rows), relief), 1));
  return coarse;
}

/** The ground, and walls below its edges down to `floor`. Points are metres from the middle, times `unit`. */
function groundOf(relief: Relief, extentM: readonly number[], unit: number, floorM: number): { ground: BufferGeometry; walls: BufferGeometry } {
  const { columns, rows, heights } = relief;
  const places = new Float32Array(columns * rows * 3), textures = new Float32Array(columns * rows * 2);
  const x = (i: number) => (i / (columns - 1) - 0.5) * extentM[0]! * unit, z = (j: number) => (j / (rows - 1) - 0.5) * extentM[1]! * unit;
  for (let j = 0, k = 0; j < rows; j++)
    for (let i = 0; i < columns; i++, k++) {
      places.set([x(i), (Number.isNaN(heights[k]) ? floorM : heights[k]!) * unit, z(j)], k * 3);
      textures.set([i / (columns - 1), j / (rows - 1)], k * 2);
    }
  const each = (count: number) => Array.from({ length: count }, (_, i) => i);
  const ground = new BufferGeometry();
  ground.setAttribute('position', new BufferAttribute(places, 3));
  ground.setAttribute('uv', new BufferAttribute(textures, 2));
  ground.setIndex(new BufferAttribute(cornersOf(each(columns), each(rows), relief), 1));
  ground.computeVertexNormals();
  const rim: number[] = [];
  for (let i = 0; i < columns; i++) rim.push(i);
  for (let j = 1; j < rows; j++) rim.push(j * columns + columns - 1);
  for (let i = columns - 2; i >= 0; i--) rim.push((rows - 1) * columns + i);
  for (let j = rows - 2; j >= 0; j--) rim.push(j * columns);
  const wall = new Float32Array(rim.length * 6), faces: number[] = [];
  rim.forEach((k, n) => {
    wall.set([places[k * 3]!, places[k * 3 + 1]!, places[k * 3 + 2]!, places[k * 3]!, floorM * unit, places[k * 3 + 2]!], n * 6);
    if (n > 0 && !Number.isNaN(heights[k]! + heights[rim[n - 1]!]!)) faces.push(2 * n - 2, 2 * n - 1, 2 * n, 2 * n, 2 * n - 1, 2 * n + 1);
  });
  const walls = new BufferGeometry();
  walls.setAttribute('position', new BufferAttribute(wall, 3));
  walls.setIndex(faces);
  return { ground, walls };
}

/** Where the camera stands and looks, in metres from the west and south edges and above the sea; degrees across, and width by height. */
interface Seen { from: [number, number, number]; to: [number, number, number]; across: number; aspect: number }
interface Stage {
  render: () => void; sun: (sun: Sun) => void; water: (levelM: number | undefined) => void; stretch: (times: number) => void;
  fly: (on: boolean) => void; whole: () => void; release: () => void; key: (event: KeyboardEvent, down: boolean) => boolean; paint: () => HTMLCanvasElement; camera: () => Seen; end: () => void;
}

/** Whether the processor draws: asked of a canvas of its own, as it decides what the real one is asked for. */
function isSoftware(): boolean {
  const pen = document.createElement('canvas').getContext('webgl2');
  if (pen === null) return false;
  const name = String(pen.getParameter(pen.getExtension('WEBGL_debug_renderer_info')?.UNMASKED_RENDERER_WEBGL ?? pen.RENDERER));
  pen.getExtension('WEBGL_lose_context')?.loseContext();
  return /swiftshader|llvmpipe|software/i.test(name);
}

function stage(canvas: HTMLCanvasElement, box: HTMLElement): Stage {
  const software = isSoftware();
  const renderer = new WebGLRenderer({ canvas, antialias: !software && devicePixelRatio < 2, powerPreference: 'high-performance' });
  const still = software ? 1 : Math.min(devicePixelRatio, 1.5);
  renderer.setPixelRatio(still);
  const info = ground.peek()!.info, unit = SIZE / Math.max(...info.extentM), [low, high] = info.altitudeM;
  const scene = new Scene(), camera = new PerspectiveCamera(45, 1, 0.05, 1000), land = new Mesh(), side = new Mesh();
  const texture = new DataTexture(new Uint8Array([128, 128, 128, 255]), 1, 1, RGBAFormat, UnsignedByteType);
  texture.needsUpdate = true;
  const uniforms = { colours: { value: texture }, sun: { value: new Vector3(0, 1, 0) }, stretch: { value: 1 },
    direct: { value: new Color(0xfff4e2).multiplyScalar(2.9 / Math.PI) }, sky: { value: new Color(0xbdd2ea).multiplyScalar(1.1 / Math.PI) } };
  land.material = new ShaderMaterial({ ...GROUND, uniforms });
  let fine: BufferGeometry | undefined, coarse: BufferGeometry | undefined;
  side.material = new MeshBasicMaterial({ side: DoubleSide });
  const sea = new Mesh(new PlaneGeometry(info.extentM[0] * unit, info.extentM[1] * unit), new MeshBasicMaterial({ color: 0x2c6f97, transparent: true, opacity: 0.72 }));
  sea.rotation.x = -Math.PI / 2;
  sea.visible = false;
  const world = new Scene();
  world.add(land, side, sea);
  scene.add(world);
  const orbit = new OrbitControls(camera, canvas);
  /** From where all of the terrain is seen, turning around its middle. */
  const whole = () => {
    camera.position.set(-0.62 * SIZE, 0.72 * SIZE, 0.98 * SIZE);
    orbit.target.set(0, (low + (high - low) / 4) * unit, 0.04 * SIZE);
    camera.lookAt(orbit.target);
  };
  whole();
  orbit.maxPolarAngle = Math.PI * 0.495;
  orbit.minDistance = 0.5;
  orbit.maxDistance = SIZE * 4;
  orbit.update();

  let wanted = false, over = false, flying = false;
  const held = new Set<string>();
  let moving = false, resting = 0;
  /** Where the processor draws, a view that moves has fewer pixels and corners. */
  const move = (now: boolean) => {
    if (!software || moving === now) return;
    moving = now;
    renderer.setPixelRatio(now ? MOVING_RATIO : still);
    if (fine !== undefined && coarse !== undefined) land.geometry = now ? coarse : fine;
  };
  const rest = () => {
    move(false);
    render();
  };
  const moved = () => {
    move(true);
    clearTimeout(resting);
    resting = window.setTimeout(rest, STILL_MS);
    render();
  };
  const draw = () => {
    wanted = false;
    if (over) return;
    if (flying && held.size > 0) step();
    renderer.render(scene, camera);
    // What tests look at.
    const { dataset } = document.documentElement;
    dataset['frame'] = String(Number(dataset['frame'] ?? 0) + 1);
    if (flying && held.size > 0) moved();
  };
  const render = () => {
    if (wanted) return;
    wanted = true;
    requestAnimationFrame(draw);
  };
  orbit.addEventListener('change', moved);
  let lastStep = 0;
  const way = new Vector3();
  /** Forwards, sideways, up: as fast as the ground is far. */
  const step = () => {
    const now = performance.now(), seconds = Math.min(0.1, (now - lastStep) / 1000), speed = Math.max(2, camera.position.y - low * unit) * (held.has('shift') ? 3 : 1) * seconds;
    lastStep = now;
    way.set(Number(held.has('d')) - Number(held.has('a')), 0, Number(held.has('s')) - Number(held.has('w'))).applyQuaternion(camera.quaternion);
    way.y += Number(held.has('e')) - Number(held.has('q'));
    camera.position.addScaledVector(way, speed);
  };
  const look = (event: PointerEvent) => {
    if (!flying || event.buttons === 0) return;
    const turn = new Euler().setFromQuaternion(camera.quaternion, 'YXZ');
    turn.y -= event.movementX * 0.004;
    turn.x = Math.min(1.5, Math.max(-1.5, turn.x - event.movementY * 0.004));
    camera.quaternion.setFromEuler(turn);
    moved();
  };
  canvas.addEventListener('pointermove', look);
  const watch = new ResizeObserver(([entry]) => {
    const { width, height } = entry!.contentRect;
    if (width === 0 || height === 0) return;
    renderer.setSize(width, height, false);
    camera.aspect = width / height;
    camera.updateProjectionMatrix();
    render();
  });
  watch.observe(box);

  const one = engine.peek()!;
  void one.later('relief', software ? 257 : 769).then((relief) => {
    if (over) return;
    const { ground: shape, walls } = groundOf(relief, info.extentM, unit, low - (high - low) * 0.08 - 0.01 / unit);
    fine = shape;
    coarse = coarseOf(shape, relief);
    land.geometry = moving ? coarse : fine;
    side.geometry = walls;
    render();
  }).catch((thrown: unknown) => refuse(thrown));
  const paint = latest(async () => {
    const map = doc.peek();
    if (map === undefined || over) return;
    const { width, height, rgba } = await one.later('flat', map, hidden.peek(), ground.peek()?.beside.roads === undefined ? TEXTURE_SIDE : ROADS_SIDE);
    if (over) return;
    const next = new DataTexture(new Uint8Array(rgba.buffer), width, height, RGBAFormat, UnsignedByteType);
    next.magFilter = LinearFilter;
    next.minFilter = LinearMipmapLinearFilter;
    next.generateMipmaps = true;
    next.anisotropy = software ? 1 : 8;
    next.needsUpdate = true;
    uniforms.colours.value.dispose();
    uniforms.colours.value = next;
    render();
    document.documentElement.dataset['painted'] = String(Number(document.documentElement.dataset['painted'] ?? 0) + 1);
  });
  const stops = [
    effect(() => {
      void [doc.value, hidden.value];
      paint();
    }),
    effect(() => {
      void theme.value;
      const dark = getComputedStyle(document.documentElement).colorScheme === 'dark' || (theme.value === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
      scene.background = new Color(dark ? 0x1a2027 : 0xc9d6e2);
      (side.material as MeshBasicMaterial).color = new Color(dark ? 0x33373c : 0x8d8f92);
      render();
    }),
  ];
  return {
    render,
    sun: ({ azimuth, elevation }) => {
      const a = (azimuth * Math.PI) / 180, e = (elevation * Math.PI) / 180;
      uniforms.sun.value.set(Math.sin(a) * Math.cos(e), Math.sin(e), -Math.cos(a) * Math.cos(e));
      render();
    },
    water: (levelM) => {
      sea.visible = levelM !== undefined;
      sea.position.y = (levelM ?? 0) * unit;
      render();
    },
    stretch: (times) => {
      world.scale.y = times;
      uniforms.stretch.value = times;
      render();
    },
    whole: () => {
      whole();
      orbit.update();
      moved();
    },
    fly: (on) => {
      // A flight ends with what is in front; until then it is the terrain that turns.
      if (flying && !on) orbit.target.copy(camera.position.clone().add(new Vector3(0, 0, -SIZE / 3).applyQuaternion(camera.quaternion)));
      flying = on;
      held.clear();
      orbit.enabled = !on;
      orbit.update();
      render();
    },
    release: () => held.clear(),
    key: (event, down) => {
      const name = event.key.toLowerCase();
      if (flying && ['w', 'a', 's', 'd', 'q', 'e', 'shift'].includes(name)) {
        if (down && held.size === 0) lastStep = performance.now();
        if (down) held.add(name);
        else held.delete(name);
        moved();
        return true;
      }
      if (!down) return false;
      if (event.key === 'Home') {
        whole();
        orbit.update();
        moved();
        return true;
      }
      const turn = ({ ArrowLeft: [0.08, 0], ArrowRight: [-0.08, 0], ArrowUp: [0, -0.06], ArrowDown: [0, 0.06] } as { [key: string]: [number, number] })[event.key];
      const closer = ({ '+': 0.9, '=': 0.9, '-': 1.1 } as { [key: string]: number })[event.key];
      if (turn === undefined && closer === undefined) return false;
      if (flying) {
        if (turn !== undefined) {
          const now = new Euler().setFromQuaternion(camera.quaternion, 'YXZ');
          now.y += turn[0];
          now.x = Math.min(1.5, Math.max(-1.5, now.x - turn[1]));
          camera.quaternion.setFromEuler(now);
        }
      } else {
        const from = new Spherical().setFromVector3(camera.position.clone().sub(orbit.target));
        from.theta += turn?.[0] ?? 0;
        from.phi = Math.min(orbit.maxPolarAngle, Math.max(0.02, from.phi + (turn?.[1] ?? 0)));
        from.radius *= closer ?? 1;
        camera.position.copy(orbit.target).add(new Vector3().setFromSpherical(from));
        orbit.update();
      }
      moved();
      return true;
    },
    camera: () => {
      const metres = ({ x, y, z }: Vector3): [number, number, number] => [x / unit + info.extentM[0] / 2, info.extentM[1] / 2 - z / unit, y / unit / world.scale.y];
      const ahead = flying ? new Vector3(0, 0, -SIZE / 4).applyQuaternion(camera.quaternion).add(camera.position) : orbit.target;
      return { from: metres(camera.position), to: metres(ahead), aspect: camera.aspect, across: (2 * Math.atan(Math.tan((camera.fov / 2) * RAD) * camera.aspect)) / RAD };
    },
    paint: () => {
      move(false);
      renderer.render(scene, camera);
      return canvas;
    },
    end: () => {
      over = true;
      clearTimeout(resting);
      for (const stop of stops) stop();
      watch.disconnect();
      orbit.dispose();
      canvas.removeEventListener('pointermove', look);
      renderer.dispose();
      renderer.forceContextLoss();
    },
  };
}

/** The library's picture of what is seen: its export, filled in. */
function askPicture({ from, to, across, aspect }: Seen, sun: Sun, levelM: number | undefined): void {
  const place = ([east, north, up]: [number, number, number]) => `${east.toFixed(1)}E,${north.toFixed(1)}N,${up.toFixed(1)}`;
  filled.value = { ...filled.value, render: { ...filled.value['render'], camera: place(from), target: place(to), fov: across.toFixed(1),
    size: `${PICTURE_WIDTH}x${Math.round(PICTURE_WIDTH / aspect)}`, sun: `${Math.round(sun.azimuth)},${Math.round(sun.elevation)}`, water: levelM === undefined ? '' : levelM.toFixed(2) } };
  chosen.value = 'render';
  dialog.value = 'export';
}

export function View3d() {
  const box = useRef<HTMLDivElement>(null), canvas = useRef<HTMLCanvasElement>(null), made = useRef<Stage | undefined>(undefined);
  const info = ground.value!.info, [low, high] = info.altitudeM;
  const [sun, setSun] = useState<Sun>({ azimuth: 315, elevation: 40 });
  const [wet, setWater] = useState<boolean | undefined>(undefined), [raised, setLevel] = useState<number | undefined>(undefined);
  // Until somebody says otherwise: what was found in the terrain, or the sea.
  const isSea = low < 0 && high > 0, water = wet ?? (waterM.value !== undefined || isSea), level = raised ?? waterM.value ?? (isSea ? 0 : low);
  const [flying, setFlying] = useState(false), [times, setTimes] = useState(1), [fault, setFault] = useState('');
  useEffect(() => {
    try {
      made.current = stage(canvas.current!, box.current!);
    } catch (thrown) {
      setFault(`${t('no3d')} (${thrown instanceof Error ? thrown.message : String(thrown)})`);
    }
    sight.of = made.current?.paint;
    return () => made.current?.end();
  }, [ground.value]);
  useEffect(() => made.current?.sun(sun), [sun, ground.value]);
  useEffect(() => made.current?.water(water ? level : undefined), [water, level, ground.value]);
  useEffect(() => made.current?.stretch(times), [times, ground.value]);
  useEffect(() => made.current?.fly(flying), [flying]);
  return (
    <div class="map view3d" ref={box}>
      <canvas ref={canvas} tabIndex={0} role="application" aria-label={t('view3dLabel')} id="view3d-canvas" onDblClick={() => made.current?.whole()}
        onKeyDown={(event) => {
          if (event.ctrlKey || event.metaKey || event.altKey || made.current?.key(event, true) !== true) return;
          event.preventDefault();
          event.stopPropagation();
        }}
        onKeyUp={(event) => made.current?.key(event, false)} onBlur={() => made.current?.release()} />
      {fault !== '' && <p class="pick-hint" role="alert">{fault}</p>}
      <div class="view-tools">
        <SunDial sun={sun} onChange={setSun} />
        <label class="switch"><input type="checkbox" checked={water} onChange={(event) => setWater(event.currentTarget.checked)} /><span>{t('water')}</span></label>
        <Slider label={t('waterLevel')} value={level} min={low} max={high} digits={1} sign=" m" disabled={!water} onChange={setLevel} onEnd={() => undefined} />
        <Slider label={t('exaggerate')} value={times} min={0.5} max={4} digits={1} initial={1} onChange={setTimes} onEnd={() => undefined} />
        <Button icon="palette" id="picture" label={t('pictureTitle')} onClick={() => { if (made.current !== undefined) askPicture(made.current.camera(), sun, water ? level : undefined); }}>{t('picture')}</Button>
        <Button icon="fit" label={t('whole')} onClick={() => made.current?.whole()}>{t('resetView')}</Button>
        <Button label={flying ? t('orbit') : t('fly')} onClick={() => { setFlying(!flying); canvas.current?.focus(); }} pressed={flying}>{t('fly')}</Button>
      </div>
    </div>
  );
}
