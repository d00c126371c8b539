// The page's words: every language has every key, with the same places for what is put in.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundle } from './bundle.mjs';

globalThis.navigator ??= { language: 'en' }; // node 18 has none
const { decimal, language, languages, number, t, texts } = await import(await bundle('text.ts', { platform: 'node' }));

test('every language has every key, and no other', () => {
  assert.deepEqual(Object.keys(texts), Object.keys(languages));
  for (const [name, words] of Object.entries(texts)) assert.deepEqual(Object.keys(words).sort(), Object.keys(texts.en).sort(), name);
});

test('what is put in has its place in every language', () => {
  const places = (text) => [...text.matchAll(/\{(\d)\}/g)].map(([, digit]) => digit).sort().join();
  for (const [name, words] of Object.entries(texts))
    for (const [key, text] of Object.entries(words)) {
      assert.equal(places(text), places(texts.en[key]), `${name} ${key}`);
      assert.equal(text, text.trim(), `${name} ${key}`);
      assert.notEqual(text, '', `${name} ${key}`);
    }
});

test('sentences of other languages are not English ones', () => {
  for (const [name, words] of Object.entries(texts).filter(([name]) => name !== 'en'))
    for (const [key, text] of Object.entries(words))
      if ((texts.en[key].match(/[a-z]{2,}/g) ?? []).length > 3 && key !== 'dropKinds') assert.notEqual(text, texts.en[key], `${name} ${key}`);
});

test('labels of buttons stay short', () => {
  for (const [name, words] of Object.entries(texts))
    for (const key of ['open', 'save', 'undo', 'redo', 'styles', 'map', 'export', 'compareNone', 'fit', 'cancel', 'close', 'mend', 'reset', 'contourOff', 'fly', 'orbit'])
      assert.ok(words[key].length <= 14, `${name} ${key}: ${words[key]}`);
});

test('numbers are written as each language writes them, and can be typed back', () => {
  for (const name of Object.keys(languages)) {
    language.value = name;
    assert.equal(number(1234.5, 1, false), `1234${decimal()}5`, name);
    assert.equal(t('saved', 'x'), texts[name].saved.replace('{0}', 'x'));
  }
});
