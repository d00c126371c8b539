/** Every word that the page shows, by language. {0}, {1} stand for what is put in. Sentences of the library,
 *  names of layers and of options are the library's own and stay English. */
import { signal } from '@preact/signals';

const en = {
  title: 'scree studio',
  loading: 'Starting…',
  unusable: 'This browser cannot run the studio: {0}. Use a current Chromium, Chrome, Edge or Firefox.',
  dropHere: 'Drop a heightmap here',
  dropMore: 'and a surface map, if you have one',
  dropKinds: 'PNG, TIFF, .ter, .hgt, .asc, raw numbers · .srf, .tgw, .srf.json',
  dropNow: 'Drop to open',
  private: 'Nothing is uploaded: everything stays on this machine.',
  openFiles: 'Open files…',
  tryIsland: 'Try the example island',
  continueWork: 'Continue with {0}',
  open: 'Open', save: 'Save', saveSrf: 'Save as .srf', saveText: 'Save as .srf.json', saveTgw: 'Save as .tgw',
  copyLink: 'Copy as link', pasteLink: 'Paste a link', linkCopied: 'Copied: {0} characters. Paste them in any copy of the studio.',
  linkAsk: 'Text of a map that was copied in a studio (#…)', linkBad: 'This text holds no map; copy all of it, from the # on',
  undo: 'Undo', redo: 'Redo', undoOf: 'Undo: {0}', redoOf: 'Redo: {0}', nothingToUndo: 'Nothing to undo', nothingToRedo: 'Nothing to redo',
  styles: 'Styles', stylesTitle: 'A surface map made for this terrain', stylesAnother: 'Try other patterns', chooseStyle: 'Use the style {0}',
  map: 'Map', view3d: '3D', export: 'Export', compare: 'Compare', compareWith: 'Compare with', compareNone: 'Nothing', asOpened: 'As opened',
  wipe: 'Wipe between now and {0}',
  language: 'Language', theme: 'Light or dark', dark: 'Dark', light: 'Light', system: 'As the system', settings: 'Settings', help: 'Keys',
  layers: 'Layers', layerTree: 'Layers, the last one on top', addLayer: 'Add a layer', newLayer: 'New layer', duplicate: 'Duplicate', remove: 'Delete',
  rename: 'Rename', moveUp: 'Move up', moveDown: 'Move down', moveIn: 'Make it a child of the layer above', moveOut: 'Move out of its parent',
  reroll: 'Other noise', rerollAll: 'Other noise for all layers', mute: 'Mute {0}', solo: 'Show {0} alone', muted: 'muted', colourOf: 'Colour of {0}', nameOf: 'Name of the layer',
  area: '{0} %', hectares: '{0} ha', areaTitle: 'Seen on {0} % of the terrain: {1} ha',
  rules: 'Rules', layer: 'Layer', coverage: 'Coverage', noise: 'Noise', smoothing: 'Smoothing', altitude: 'Altitude', slope: 'Slope', colour: 'Colour', name: 'Name',
  lowerZero: '{0}: nothing below', lowerFull: '{0}: full from', upperFull: '{0}: full up to', upperZero: '{0}: nothing above',
  limitOff: 'no limit', switchLower: 'Lower limit of {0}', switchUpper: 'Upper limit of {0}', from: 'from', to: 'to', fade: 'fade',
  reset: 'Reset', typeNumber: 'Type a number', units: 'Units', metres: 'm', terrainUnits: 'tu', degrees: '°', gradient: 'grad',
  unitAltitude: 'Altitudes in metres or terrain units', unitSlope: 'Slopes in degrees or as gradients',
  pick: 'Pick from the map', pickHint: 'Click: this place sets the nearest limit. Drag a rectangle: its altitudes and slopes become the limits. Escape ends.', pickAltitude: 'Pick altitudes from the map', pickSlope: 'Pick slopes from the map',
  histogramAltitude: 'How much ground lies at each altitude, and in colour what the layer has of it', histogramSlope: 'How steep the ground is, and in colour what the layer has of it',
  overlay: 'Overlay', overlayNone: 'None', overlayReach: 'Reach of the layer', overlayWinner: 'Strongest layer', overlayMargin: 'Close calls', overlaySlope: 'Slope', contours: 'Contours', contourOff: 'Off',
  fit: 'Fit', zoomIn: 'Zoom in', zoomOut: 'Zoom out', mapLabel: 'Map from above, north on top. Arrow keys move, plus and minus zoom, 0 shows all, Enter explains the middle.',
  why: 'Why', whyHint: 'Click on the map: what makes this place what it is.', whyPlace: '{0} east, {1} south · {2} · {3}', whyWins: '{0} wins with {1} %',
  whyChanges: 'What would change it', whyApply: 'Set {0} of {1} from {2} to {3}: {4} wins', whySteps: 'Steps of each layer', whyWeight: 'seen', whyReach: 'reach',
  stepCoverage: 'coverage', stepAltitude: 'altitude', stepSlope: 'slope', stepNoise: 'noise', stepParent: 'parent',
  findings: 'Findings', findingsNone: 'Nothing to find fault with', mend: 'Mend', mendOf: 'Mend: {0}', severityNote: 'Note', severityWarning: 'Warning', severityError: 'Error', goTo: 'Go to {0}',
  scaleTitle: 'How large is it?', scaleIntro: 'The file does not say. Give it what it means:', cellM: 'Metres from point to point', heightLow: 'Lowest number is (metres)', heightHigh: 'Highest number is (metres)',
  rawType: 'Numbers', rawU16: '16-bit whole numbers', rawF32: '32-bit floats', rawNone: 'as the file says', rawSize: 'Columns and rows (0: a square)', rawWidth: 'Columns', rawHeight: 'Rows', rawBigEndian: 'Most significant byte first', southFirst: 'First row is south', fill: 'Fill points without data with (metres)', fillOn: 'Fill points without data',
  maxHeightM: 'maxHeight (metres)', squareM: 'squareSize (metres)', openIt: 'Open', cancel: 'Cancel', close: 'Close', ok: 'OK',
  working: 'Working…', refining: 'Refining', shown: 'Up to date', restarted: 'A worker failed and was started again; nothing is lost.', saved: '{0} saved', autosaved: 'Kept in this browser',
  place: '{0} E, {1} S', texel: 'Texel', zoom: '{0} px per point',
  sun: 'Sun', sunLabel: 'Direction and height of the sun', sunValue: '{0}° clockwise from north, {1}° high', water: 'Water', waterLevel: 'Water level', fly: 'Fly', orbit: 'Orbit', exaggerate: 'Height ×', view3dLabel: 'Terrain in three dimensions. Drag to turn, arrow keys turn, plus and minus come closer; when flying W A S D and the mouse.', no3d: '3D needs WebGL 2, which this browser does not give',
  changed: 'changed', opened: 'Opened', styleChosen: 'Style {0}',
  doSet: '{0}: {1}', doAdd: 'Add a layer', doRemove: 'Delete {0}', doMove: 'Move {0}', doDuplicate: 'Duplicate {0}', doReroll: 'Other noise', doMend: 'Mend {0}',
  needTerrain: 'Drop a heightmap first: a surface map needs the ground that it is for', cannotRead: '{0}: {1}', twoTerrains: 'Several terrains were dropped; the first is shown',
  exportSoon: 'Choose what to make', make: 'Make the files', digest: 'SHA-256', copyCommand: 'Copy the command line', copied: 'Copied', download: 'Save {0}',
  keys: 'Keyboard', keyList: 'Ctrl+Z undo · Ctrl+Shift+Z redo · Ctrl+O open · Ctrl+S save · 1 map · 2 3D · R reach of the layer · W strongest layer · O overlay off · M mute · S solo · C compare · L layers · Delete removes the layer · F2 renames · Alt+arrows move it · ? this list',
};
export type Key = keyof typeof en;

const de: { [K in Key]: string } = {
  title: 'scree studio',
  loading: 'Startet …',
  unusable: 'Dieser Browser kann das Studio nicht ausführen: {0}. Nehmen Sie ein aktuelles Chromium, Chrome, Edge oder Firefox.',
  dropHere: 'Höhenkarte hier ablegen',
  dropMore: 'und eine Oberflächenkarte, falls vorhanden',
  dropKinds: 'PNG, TIFF, .ter, .hgt, .asc, rohe Zahlen · .srf, .tgw, .srf.json',
  dropNow: 'Zum Öffnen ablegen',
  private: 'Nichts wird hochgeladen: alles bleibt auf diesem Rechner.',
  openFiles: 'Dateien öffnen …',
  tryIsland: 'Die Beispielinsel ausprobieren',
  continueWork: 'Weiter mit {0}',
  open: 'Öffnen', save: 'Sichern', saveSrf: 'Als .srf sichern', saveText: 'Als .srf.json sichern', saveTgw: 'Als .tgw sichern',
  copyLink: 'Als Link kopieren', pasteLink: 'Link einfügen', linkCopied: 'Kopiert: {0} Zeichen. In jedem Studio einzufügen.',
  linkAsk: 'Text einer Karte, die in einem Studio kopiert wurde (#…)', linkBad: 'Dieser Text enthält keine Karte; kopieren Sie alles ab dem #',
  undo: 'Rückgängig', redo: 'Wiederholen', undoOf: 'Rückgängig: {0}', redoOf: 'Wiederholen: {0}', nothingToUndo: 'Nichts rückgängig zu machen', nothingToRedo: 'Nichts zu wiederholen',
  styles: 'Stile', stylesTitle: 'Eine Oberflächenkarte für dieses Gelände', stylesAnother: 'Andere Muster', chooseStyle: 'Den Stil {0} nehmen',
  map: 'Karte', view3d: '3D', export: 'Export', compare: 'Vergleich', compareWith: 'Vergleichen mit', compareNone: 'Nichts', asOpened: 'Wie geöffnet',
  wipe: 'Blende zwischen jetzt und {0}',
  language: 'Sprache', theme: 'Hell oder dunkel', dark: 'Dunkel', light: 'Hell', system: 'Wie das System', settings: 'Einstellungen', help: 'Tasten',
  layers: 'Ebenen', layerTree: 'Ebenen, die letzte liegt oben', addLayer: 'Ebene hinzufügen', newLayer: 'Neue Ebene', duplicate: 'Verdoppeln', remove: 'Löschen',
  rename: 'Umbenennen', moveUp: 'Nach oben', moveDown: 'Nach unten', moveIn: 'Zum Kind der Ebene darüber machen', moveOut: 'Aus der Elternebene lösen',
  reroll: 'Anderes Rauschen', rerollAll: 'Anderes Rauschen für alle Ebenen', mute: '{0} stumm schalten', solo: 'Nur {0} zeigen', muted: 'stumm', colourOf: 'Farbe von {0}', nameOf: 'Name der Ebene',
  area: '{0} %', hectares: '{0} ha', areaTitle: 'Auf {0} % des Geländes zu sehen: {1} ha',
  rules: 'Regeln', layer: 'Ebene', coverage: 'Deckung', noise: 'Rauschen', smoothing: 'Glättung', altitude: 'Höhe', slope: 'Neigung', colour: 'Farbe', name: 'Name',
  lowerZero: '{0}: nichts unter', lowerFull: '{0}: voll ab', upperFull: '{0}: voll bis', upperZero: '{0}: nichts über',
  limitOff: 'keine Grenze', switchLower: 'Untere Grenze: {0}', switchUpper: 'Obere Grenze: {0}', from: 'ab', to: 'bis', fade: 'Saum',
  reset: 'Zurücksetzen', typeNumber: 'Zahl eingeben', units: 'Einheiten', metres: 'm', terrainUnits: 'tu', degrees: '°', gradient: 'Grad.',
  unitAltitude: 'Höhen in Metern oder Geländeeinheiten', unitSlope: 'Neigungen in Grad oder als Steigung',
  pick: 'Auf der Karte wählen', pickHint: 'Klick: dieser Ort setzt die nächste Grenze. Rechteck ziehen: seine Höhen und Neigungen werden die Grenzen. Escape beendet.', pickAltitude: 'Höhen auf der Karte wählen', pickSlope: 'Neigungen auf der Karte wählen',
  histogramAltitude: 'Wie viel Boden auf jeder Höhe liegt, und in Farbe, was die Ebene davon hat', histogramSlope: 'Wie steil der Boden ist, und in Farbe, was die Ebene davon hat',
  overlay: 'Überlagerung', overlayNone: 'Keine', overlayReach: 'Reichweite der Ebene', overlayWinner: 'Stärkste Ebene', overlayMargin: 'Knappe Stellen', overlaySlope: 'Neigung', contours: 'Höhenlinien', contourOff: 'Aus',
  fit: 'Alles', zoomIn: 'Vergrößern', zoomOut: 'Verkleinern', mapLabel: 'Karte von oben, Norden oben. Pfeiltasten verschieben, Plus und Minus vergrößern, 0 zeigt alles, Enter erklärt die Mitte.',
  why: 'Warum', whyHint: 'Klick auf die Karte: was diesen Ort zu dem macht, was er ist.', whyPlace: '{0} östlich, {1} südlich · {2} · {3}', whyWins: '{0} gewinnt mit {1} %',
  whyChanges: 'Was es ändern würde', whyApply: '{0} von {1} von {2} auf {3} setzen: {4} gewinnt', whySteps: 'Schritte jeder Ebene', whyWeight: 'sichtbar', whyReach: 'reicht',
  stepCoverage: 'Deckung', stepAltitude: 'Höhe', stepSlope: 'Neigung', stepNoise: 'Rauschen', stepParent: 'Eltern',
  findings: 'Befunde', findingsNone: 'Nichts zu beanstanden', mend: 'Beheben', mendOf: 'Beheben: {0}', severityNote: 'Hinweis', severityWarning: 'Warnung', severityError: 'Fehler', goTo: 'Gehe zu {0}',
  scaleTitle: 'Wie groß ist es?', scaleIntro: 'Die Datei sagt es nicht. Geben Sie an, was sie bedeutet:', cellM: 'Meter von Punkt zu Punkt', heightLow: 'Kleinste Zahl ist (Meter)', heightHigh: 'Größte Zahl ist (Meter)',
  rawType: 'Zahlen', rawU16: 'ganze Zahlen, 16 Bit', rawF32: 'Gleitkommazahlen, 32 Bit', rawNone: 'wie die Datei sagt', rawSize: 'Spalten und Zeilen (0: Quadrat)', rawWidth: 'Spalten', rawHeight: 'Zeilen', rawBigEndian: 'Höchstes Byte zuerst', southFirst: 'Erste Zeile ist Süden', fill: 'Punkte ohne Daten füllen mit (Meter)', fillOn: 'Punkte ohne Daten füllen',
  maxHeightM: 'maxHeight (Meter)', squareM: 'squareSize (Meter)', openIt: 'Öffnen', cancel: 'Abbrechen', close: 'Schließen', ok: 'OK',
  working: 'Rechnet …', refining: 'Verfeinert', shown: 'Aktuell', restarted: 'Ein Arbeiter fiel aus und wurde neu gestartet; nichts ist verloren.', saved: '{0} gesichert', autosaved: 'In diesem Browser aufgehoben',
  place: '{0} O, {1} S', texel: 'Texel', zoom: '{0} px je Punkt',
  sun: 'Sonne', sunLabel: 'Richtung und Höhe der Sonne', sunValue: '{0}° im Uhrzeigersinn von Norden, {1}° hoch', water: 'Wasser', waterLevel: 'Wasserspiegel', fly: 'Fliegen', orbit: 'Umkreisen', exaggerate: 'Höhe ×', view3dLabel: 'Gelände in drei Dimensionen. Ziehen dreht, Pfeiltasten drehen, Plus und Minus nähern; beim Fliegen W A S D und die Maus.', no3d: '3D braucht WebGL 2, das dieser Browser nicht hat',
  changed: 'geändert', opened: 'Geöffnet', styleChosen: 'Stil {0}',
  doSet: '{0}: {1}', doAdd: 'Ebene hinzufügen', doRemove: '{0} löschen', doMove: '{0} verschieben', doDuplicate: '{0} verdoppeln', doReroll: 'Anderes Rauschen', doMend: '{0} beheben',
  needTerrain: 'Legen Sie zuerst eine Höhenkarte ab: eine Oberflächenkarte braucht den Boden, für den sie ist', cannotRead: '{0}: {1}', twoTerrains: 'Mehrere Gelände wurden abgelegt; das erste wird gezeigt',
  exportSoon: 'Wählen Sie, was entstehen soll', make: 'Dateien erzeugen', digest: 'SHA-256', copyCommand: 'Befehlszeile kopieren', copied: 'Kopiert', download: '{0} sichern',
  keys: 'Tastatur', keyList: 'Strg+Z rückgängig · Strg+Umschalt+Z wiederholen · Strg+O öffnen · Strg+S sichern · 1 Karte · 2 3D · R Reichweite · W stärkste Ebene · O ohne Überlagerung · M stumm · S allein · C Vergleich · L Ebenen · Entf löscht die Ebene · F2 benennt um · Alt+Pfeile verschieben · ? diese Liste',
};

export const languages = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof languages;
export const language = signal<Language>(navigator.language.startsWith('de') ? 'de' : 'en');

/** The words of a key in the language chosen. */
export function t(key: Key, ...parts: (string | number)[]): string {
  const words = { en, de }[language.value][key];
  return words.replace(/\{(\d)\}/g, (_, i: string) => String(parts[Number(i)] ?? ''));
}
/** A number as the language writes it; without groups it can be typed back. */
export function number(value: number, digits: number, useGrouping = true): string {
  return value.toLocaleString(language.value, { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping });
}
