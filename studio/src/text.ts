/** Every word that the page shows, by language. {0}, {1} stand for what is put in. Sentences of the library,
 *  names of layers and of options are the library's own and stay English. */
import { signal } from '@preact/signals';

import { de } from './words/de';
import { fr } from './words/fr';
import { pl } from './words/pl';
import { ru } from './words/ru';

const en = {
  title: 'scree studio',
  saveInto: 'Save into {0}', changedByOthers: '{0} was changed by others since it was read. Replace it?',
  loading: 'Starting…',
  unusable: 'This browser cannot run the studio: {0}. Use a current Chromium, Chrome, Edge or Firefox.',
  dropHere: 'Drop a heightmap here',
  dropMore: 'and a surface map, if you have one; or an elevation model with an extract of OpenStreetMap and a map of land cover',
  dropKinds: 'PNG, TIFF, .ter, .hgt, .asc, raw numbers, BeamNG .zip · .srf, .tgw, .srf.json · .osm.pbf, .osm, .geojson',
  dropNow: 'Drop to open',
  private: 'Nothing is uploaded: everything stays on this machine.',
  openFiles: 'Open files…',
  tryIsland: 'Try the example island',
  sketch: 'What the file holds, north on top', savePicture: 'Save what is seen as a picture (PNG)', startPage: 'Start page', backTo: 'Back to {0}', startText: 'Rules for which ground lies where, tried live; out come maps for BeamNG.drive, Rigs of Rods and engines.', startPicture: 'The example island, drawn by scree render', recent: 'Continue', recentSaved: 'left {0}', forget: 'Forget {0}', version: 'scree {0}',
  open: 'Open', save: 'Save', saveSrf: 'Save as .srf', saveText: 'Save as .srf.json', saveTgw: 'Save as .tgw',
  copyLink: 'Copy as link', pasteLink: 'Paste a link', linkCopied: 'Copied: {0} characters. Paste them in any copy of the studio.',
  linkAsk: 'Text of a map that was copied in a studio (#…)', linkBad: 'This text holds no map; copy all of it, from the # on',
  mapWaits: '{0} waits: drop the heightmap that it is for.', openedOf: 'Open {0}',
  rulesAsk: 'The rules of {0} were made for another terrain.', rulesUnsaved: 'The rules of {0} were made for another terrain. They have changes that are not saved, and undo starts over.', rulesKeep: 'Keep your rules', rulesNew: 'Make new ones',
  opening: 'Opening {0}',
  dropSteps: 'Open {0}? {1} has changes that are not saved, and this ends undo.',
  notKept: 'This browser keeps no work: save before you close the page',
  undo: 'Undo', redo: 'Redo', undoOf: 'Undo: {0}', redoOf: 'Redo: {0}', nothingToUndo: 'Nothing to undo', nothingToRedo: 'Nothing to redo',
  styles: 'Styles', stylesTitle: 'A surface map made for this terrain', stylesAnother: 'Try other patterns', chooseStyle: 'Use the style {0}',
  map: 'Map', view3d: '3D', export: 'Export', compare: 'Compare', compareWith: 'Compare with', compareNone: 'Compare…',
  wipe: 'Wipe between now and {0}',
  language: 'Language', theme: 'Light or dark', dark: 'Dark', light: 'Light', system: 'As the system', settings: 'Settings', help: 'Keys',
  layers: 'Layers', layerTree: 'Layers, the last one on top', addLayer: 'Add a layer', newLayer: 'New layer', duplicate: 'Duplicate', remove: 'Delete',
  rename: 'Rename', moveUp: 'Move up', moveDown: 'Move down', moveIn: 'Make it a child of the layer above', moveOut: 'Move out of its parent',
  reroll: 'Other noise', rerollAll: 'Other noise for all layers', mute: 'Mute {0}', solo: 'Show {0} alone', muted: 'muted', colourOf: 'Colour of {0}', nameOf: 'Name of the layer',
  area: '{0} %', hectares: '{0} ha', areaTitle: 'Seen on {0} % of the terrain: {1} ha',
  rules: 'Rules', layer: 'Layer', coverage: 'Coverage', noise: 'Noise', smoothing: 'Smoothing', altitude: 'Altitude', slope: 'Slope', colour: 'Colour', name: 'Name',
  lowerZero: '{0}: nothing below', lowerFull: '{0}: full from', upperFull: '{0}: full up to', upperZero: '{0}: nothing above',
  limitOff: 'no limit', shiftDrag: 'drag moves it with its fade, Shift and drag changes the fade', lowerOf: '{0} from', upperOf: '{0} to', fadeOf: '{0}, fade', switchLower: 'Lower limit of {0}', switchUpper: 'Upper limit of {0}', from: 'from', to: 'to', fade: 'fade',
  reset: 'Reset', typeNumber: 'Type a number', units: 'Units', metres: 'm', terrainUnits: 'tu', degrees: '°', gradient: 'grad',
  unitAltitude: 'Altitudes in metres or terrain units', unitSlope: 'Slopes in degrees or as gradients',
  pick: 'Pick from the map', pickHint: 'Click: this place sets the nearest limit. Drag a rectangle: its altitudes and slopes become the limits. Escape ends.', pickAltitude: 'Pick altitudes from the map', pickSlope: 'Pick slopes from the map',
  histogramAltitude: 'How much ground lies at each altitude, and in colour what the layer has of it', histogramSlope: 'How steep the ground is, and in colour what the layer has of it',
  overlay: 'Overlay', overlayNone: 'None', overlayReach: 'Coverage of this layer', overlayWinner: 'Strongest layer', overlayMargin: 'Contested areas', overlaySlope: 'Slope', contours: 'Contours', legendSlope: 'Slopes in degrees', legendReach: 'Coverage of {0}', legendMargin: 'The two strongest layers are close', andMore: 'and more', contourOff: 'Off',
  fit: 'Fit', zoomIn: 'Zoom in', zoomOut: 'Zoom out', mapLabel: 'Map from above, north on top. Arrow keys move, plus and minus zoom, 0 shows all, Enter explains the middle.',
  why: 'Why', whyHint: 'Click on the map: what makes this place what it is.', whyPlace: '{0} east, {1} south · {2} · {3}', whyWins: '{0} wins with {1} %',
  whyChanges: 'What would change it', whyApply: 'Set {0} of {1} from {2} to {3}: {4} wins', whySteps: 'Steps of each layer', whyWeight: 'seen', whyReach: 'reach',
  stepCoverage: 'coverage', stepAltitude: 'altitude', stepSlope: 'slope', stepNoise: 'noise', stepParent: 'parent',
  findings: 'Findings', dequantise: 'Export, convert, dequantise', findingsNone: 'Nothing to find fault with', mend: 'Fix', mendOf: 'Fix: {0}', severityNote: 'Note', severityWarning: 'Warning', severityError: 'Error', goTo: 'Go to {0}',
  scaleTitle: 'How large is it?', scaleIntro: 'The file does not say. Give it what it means:', cellM: 'Metres from point to point', points: '{0} × {1} points', becomes: '{0} × {1} points: {2} × {3} km', heightLow: 'Black ({0}) is … metres', heightHigh: 'White ({0}) is … metres', or65535: '65535 or 255',
  numbersGo: 'The numbers in the file go from {0} to {1}.', numbersMetres: 'If they are metres, type 0 for black and 1 for white.',
  noNumber: '"{0}" is not a number', twoNumbers: '"{0}" can mean two numbers: write it without thousands separators',
  rawType: 'Numbers', rawU16: '16-bit whole numbers', rawF32: '32-bit floats', rawNone: 'as the file says', rawSize: 'Columns and rows (0: a square)', rawWidth: 'Columns', rawHeight: 'Rows', rawBigEndian: 'Most significant byte first', southFirst: 'First row is south', fill: 'Their altitude (metres)', missing: 'Points without data', missingKeep: 'are no ground', missingFill: 'get an altitude', openToFill: 'open the terrain again to give them one', noGround: 'There is no ground: the terrain has no data here',
  maxHeightM: 'maxHeight (metres)', squareM: 'squareSize (metres)', openIt: 'Open', cancel: 'Cancel', close: 'Close', ok: 'OK',
  working: 'Working…', refining: 'Refining', shown: 'Up to date', restarted: 'A worker failed and was started again; nothing is lost.', saved: '{0} saved', autosaved: 'Kept in this browser',
  place: '{0} E, {1} S', texel: 'Texel', zoom: '{0} px per point',
  sun: 'Sun', sunLabel: 'Direction and height of the sun', sunValue: '{0}° clockwise from north, {1}° high', water: 'Water', waterLevel: 'Water level', resetView: 'Reset view', whole: 'Show the whole terrain (Home, or double click)', fly: 'Fly', orbit: 'Orbit', exaggerate: 'Height ×', view3dLabel: 'Terrain in three dimensions. Drag to turn, arrow keys turn, plus and minus come closer, Home shows all; when flying W A S D and the mouse.', no3d: '3D needs WebGL 2, which this browser does not give',
  changed: 'changed', opened: 'Opened', styleChosen: 'Style {0}',
  doSet: '{0}: {1}', doChange: '{0}: {1} {2} → {3}', doAdd: 'Add a layer', doRemove: 'Delete {0}', doMove: 'Move {0}', doDuplicate: 'Duplicate {0}', doReroll: 'Other noise', doMend: 'Fix {0}',
  cannotRead: '{0}: {1}', twoTerrains: 'Several terrains were dropped; the first is shown',
  exportSoon: 'Choose what to make', make: 'Make the files', digest: 'SHA-256', copyCommand: 'Copy the command line', copied: 'Copied', download: 'Save {0}',
  cardMasks: 'Masks', cardAbove: 'Picture from above', cardPerspective: 'Picture in perspective', cardOther: 'Other formats',
  result: 'Result', doneIn: 'Done in {0} s', cancelled: 'Cancelled', bytes: '{0} bytes', saveAll: 'Save all as a zip', output: 'Name of the output', moreOptions: 'More', rareOptions: 'Scale of the terrain, and what is rarely needed', dryRun: 'What would be written?', fromProbe: 'The place that was explained',
  licences: 'Licences', keys: 'Keyboard', keyList: 'Ctrl+Z undo · Ctrl+Shift+Z redo · Ctrl+O open · Ctrl+S save · 1 map · 2 3D · R coverage of the layer · W strongest layer · O overlay off · M mute · S solo · C compare · L layers · Delete removes the layer · F2 renames · Alt+arrows move it · B paint · X add or take away · [ ] size of the brush · ? this list',
  fitTitle: 'A map from a painting', fitFrom: 'Match a painting…', fitIntro: 'Drop or choose what somebody painted: a picture of classes (PNG), a folder of masks, a BeamNG level or an unpacked Rigs of Rods terrain, also in a zip. The program finds the layers and rules that explain it.',
  fitFiles: 'Choose files…', fitFolder: 'Choose a folder…', fitNone: 'Nothing chosen yet', fitHas: '{0}: {1} files', fitLoose: 'masks', fitOnto: 'It has ground of its own; the map is moved onto {0}.', fitMake: 'Find the map', fitDone: 'Map of {0}',
  fitAgreement: 'agreement {0} %: so much of the painting has the same strongest layer in the map; rules alone explain {1} %, at most {2} % could be', fitTable: 'What the map has where each class was painted, in %', fitClass: 'painted', fitShare: 'of all', fitPaint: 'no rule tells it',
  typeANumber: 'type a number', typePlain: 'type a number without thousands separators', typeWhole: 'type a whole number', atLeast: 'at least {0}', atMost: 'at most {0}', chooseOneOf: 'choose one of {0}',
  paint: 'Paint the mask on the map', paintHint: 'Drag: paints where {0} lies. Shift does the other. Escape ends.', paintAdd: 'Add', paintTake: 'Take away', paintWay: 'What the brush does', paintSize: 'Size', paintSoft: 'Softness', paintRoot: 'The root lies everywhere: to paint, choose another layer or add one', doPaint: 'Paint {0}', doUnpaint: 'Take away from {0}', maskLacks: 'Pictures of masks are missing: drop {0} on the page', linkMasks: 'A link holds no pictures: save the map and give away the zip', mask: 'Mask', maskNone: 'none', maskOff: 'Switch the mask off', maskOn: 'Switch the mask on', moreLimits: 'More limits', saveZip: 'Save as .zip with its masks', own_aspect: 'Direction it faces', own_position: 'Ridges and valleys', own_curvature: 'Crests and hollows', own_wetness: 'Water that drains through', own_sky: 'Sky that is seen', own_near: 'Near another layer', own_mask: 'Mask', own_on: 'on', own_min: 'from', own_max: 'to', own_at: 'at', own_fuzziness: 'fade', own_toward: 'toward', own_spread: 'spread', own_level: 'if level', own_size: 'square', own_feather: 'feather', own_invert: 'inverted', own_classes: 'classes', own_file: 'picture',
  realPlace: 'Place', square: 'Square…', placeTitle: 'Which square of it?', placeMap: 'The elevation model from above, north on top. Drag the square, or its corner; arrow keys move it, plus and minus change its size.',
  placeHint: 'Drag the square on the map, and its corner for the size; or type.', longitude: 'Longitude of its middle (degrees)', latitude: 'Latitude of its middle (degrees)', sideKm: 'Side (kilometres)',
  boxPoints: 'Points', boxCell: '{0} m from point to point; roads want no more than they are wide', boxOutside: 'The square reaches beyond the file: move it, or make it smaller.',
  placeCredit: 'Whoever shares what is made of OpenStreetMap names it: © OpenStreetMap contributors, ODbL 1.0.', placeWhole: 'Take the whole',
  roads: 'Roads', gradeGround: 'Grade the ground', roadsRemove: 'Remove', notGraded: 'The ground is left as it is; roads lie on it.', roadsTable: 'Roads by class: length, and how steep 90 % of it is at most, before and after', roadsGrade: 'grade', roadsCross: 'cross fall',
  roadsEarth: '{0} m³ cut, {1} m³ filled; 90 % of the length is below these numbers, before → after', deepestCut: 'Deepest cut', highestFill: 'Highest fill', picture: 'Picture…', pictureTitle: 'The view as scree render draws it',
  failedTwice: 'memory ran out, or a worker failed twice', zipBad: 'this zip cannot be read ({0})', zipNoTerrain: 'there is no terrain (.ter) in this zip',
  clipboardRefused: 'The browser does not let the page copy; select the text and copy it by hand',
  expected: 'About {0} and {1} s with these options left as they are', expectedBytes: '{0} MB', exportReady: '{0} is ready: open Export', exportOlder: 'Of an earlier state of the map',
  withoutTitle: 'Only on the command line', withoutShown: 'the page shows what it says', withoutFiles: 'results are files here', withoutOut: 'the first field names the output',
  withoutGdal: 'for builds with GDAL, which a page cannot have', withoutDisk: 'it changes what is on the disk, which a page cannot', withoutInto: 'goes with --into', withoutOnto: 'the open terrain is taken',
  withoutTable: 'the page shows the table', withoutForce: 'nothing is there that would be replaced', withoutDry: 'a button does it', withoutStyle: 'the map at hand is taken',
};
export type Key = keyof typeof en;

/** All words of all languages. A language is a file in words/ and an entry in both tables. */
export const texts = { en, de, fr, pl, ru };
export const languages = { en: 'English', de: 'Deutsch', fr: 'Français', pl: 'Polski', ru: 'Русский' } as const;
export type Language = keyof typeof languages;
const preferred = navigator.language.slice(0, 2);
export const language = signal<Language>(preferred in languages ? (preferred as Language) : 'en');

/** The words of a key in the language chosen. */
export function t(key: Key, ...parts: (string | number)[]): string {
  const words = texts[language.value][key];
  return words.replace(/\{(\d)\}/g, (_, i: string) => String(parts[Number(i)] ?? ''));
}
/** What was done, put into words when it is shown: the language may have changed. */
export type Label = readonly [Key, ...Words[]];
export type Words = string | number | Label;
export const tell = (words: Words): string => (typeof words === 'object' ? t(words[0], ...words.slice(1).map((one) => tell(one as Words))) : String(words));
/** The sign before the decimals in the language chosen. */
export const decimal = (): '.' | ',' => (language.value === 'en' ? '.' : ',');
/** A number as the language writes it; without groups it can be typed back. */
export function number(value: number, digits: number, useGrouping = true): string {
  return value.toLocaleString(language.value, { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping });
}
