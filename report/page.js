for (const figure of document.querySelectorAll('.slider')) {
  const range = figure.querySelector('input'), frame = figure.querySelector('.frame');
  const put = () => frame.style.setProperty('--at', range.value + '%');
  const drag = e => {
    if (!(e.buttons & 1)) return;
    const box = frame.getBoundingClientRect();
    range.value = 100 * (e.clientX - box.left) / box.width;
    put();
  };
  range.addEventListener('input', put);
  frame.addEventListener('pointerdown', e => { e.preventDefault(); drag(e); });
  frame.addEventListener('pointermove', drag);
  put();
}
