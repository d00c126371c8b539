// The search of the site: words of the sections in search-index.js (PAGES: [address, title, [[anchor, heading, text]]]).
'use strict';

const root = document.getElementById('index').dataset.root;
const field = document.getElementById('search'), found = document.getElementById('found'), article = document.querySelector('article');
const plain = (text) => text.toLowerCase().normalize('NFKD').replace(/[\u0300-\u036f]/g, '');
const sections = PAGES.flatMap(([address, title, list]) => list.map(([anchor, heading, text]) => (
  { address: address + (anchor ? `#${anchor}` : ''), title, heading, text, words: plain(text), head: plain(`${heading} ${title}`) })));

/** Sections that have every word, at least as the beginning of one; the best first. */
function search(asked) {
  const words = plain(asked).split(/[^\p{L}\p{N}_.-]+/u).filter((word) => word !== '');
  if (words.length === 0) return [];
  const patterns = words.map((word) => new RegExp(`(?<![\\p{L}\\p{N}])${word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`, 'gu'));
  const scored = [];
  for (const section of sections) {
    let score = 0;
    for (const pattern of patterns) {
      const count = (section.words.match(pattern) ?? []).length, heads = (section.head.match(pattern) ?? []).length;
      if (count + heads === 0) { score = 0; break; }
      score += 10 * heads + Math.min(count, 5) + 100 * count / (200 + section.words.length);
    }
    if (score > 0) scored.push({ section, score, pattern: patterns[0] });
  }
  return scored.sort((a, b) => b.score - a.score).slice(0, 30);
}

/** The words around the first match. */
function excerpt({ section, pattern }) {
  const first = Math.max(0, section.words.search(pattern) - 60), at = first === 0 ? 0 : section.text.indexOf(' ', first) + 1;
  const cut = section.text.slice(at, section.text.lastIndexOf(' ', at + 220) > at + 150 ? section.text.lastIndexOf(' ', at + 220) : at + 220);
  return (at > 0 ? '…' : '') + cut + (at + cut.length < section.text.length ? '…' : '');
}

function show() {
  const asked = field.value.trim(), list = search(asked);
  found.hidden = asked === '';
  article.hidden = asked !== '';
  found.replaceChildren();
  if (asked === '') return;
  const count = document.createElement('p');
  count.textContent = list.length === 0 ? `Nothing has “${asked}”. Use fewer words.` : `${list.length === 30 ? 'The first 30' : list.length} section${list.length === 1 ? '' : 's'}`;
  found.append(count);
  for (const one of list) {
    const link = document.createElement('a'), head = document.createElement('b'), where = document.createElement('span'), text = document.createElement('p');
    link.href = `${root}/${one.section.address}`;
    head.textContent = one.section.heading || one.section.title;
    where.textContent = one.section.title;
    text.textContent = excerpt(one);
    link.append(head, ' ', where, text);
    link.onclick = () => { field.value = ''; show(); };
    found.append(link);
  }
}

field.addEventListener('input', show);
addEventListener('keydown', (event) => {
  if (event.key === '/' && document.activeElement !== field) { field.focus(); event.preventDefault(); }
  if (event.key === 'Escape') { field.value = ''; show(); }
});
// A search can be linked to: index.html?q=words.
field.value = new URLSearchParams(location.search).get('q') ?? '';
show();
