// The whole search at a glance: how deep it was at each step, failures and solutions coloured. A click goes there.

function makeProfile(model, canvas, goTo) {
  const { nodes } = model;
  const last = Math.max(nodes.length - 1, 1);
  const deepest = nodes.reduce((most, node) => Math.max(most, node.depth), 1);
  // If several steps share a column of pixels, the rare kind covers the frequent one.
  const ORDER = ["past", "failure", "solution"];
  let background = null;
  let now = START;

  const importance = (id) => Math.max(ORDER.indexOf(model.kind(id)), 0);

  function paint(width, height) {
    const made = document.createElement("canvas");
    made.width = width;
    made.height = height;
    const context = made.getContext("2d");
    const style = getComputedStyle(document.documentElement);
    const colours = ["--muted-fill", "--failure", "--solution"].map((name) => style.getPropertyValue(name));
    const bars = Math.min(width, nodes.length);
    const wide = width / bars;
    for (let bar = 0; bar < bars; bar++) {
      const from = Math.floor(bar * nodes.length / bars), to = Math.max(from + 1, Math.floor((bar + 1) * nodes.length / bars));
      let most = 0, depth = 0;
      for (let id = from; id < to; id++) {
        most = Math.max(most, importance(id));
        depth = Math.max(depth, nodes[id].depth);
      }
      const tall = Math.max(2, depth / deepest * (height - 6));
      context.fillStyle = colours[0];
      context.fillRect(bar * wide, height - tall, Math.max(wide - (wide > 3 ? 1 : 0), 1), tall);
      if (most > 0) {
        const cap = most === 2 ? tall : Math.min(tall, 7);
        context.fillStyle = colours[most];
        context.fillRect(bar * wide, height - tall, Math.max(wide - (wide > 3 ? 1 : 0), most === 2 ? 2 : 1), cap);
      }
    }
    return made;
  }

  function draw(id) {
    now = id;
    const ratio = window.devicePixelRatio || 1;
    const width = Math.max(Math.round(canvas.clientWidth * ratio), 1), height = Math.max(Math.round(canvas.clientHeight * ratio), 1);
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
      background = null;
    }
    background ??= paint(width, height);
    const context = canvas.getContext("2d");
    context.clearRect(0, 0, width, height);
    context.drawImage(background, 0, 0);
    context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--ink");
    context.fillRect(Math.round((now + 0.5) / nodes.length * width) - ratio, 0, 2 * ratio, height);
  }

  function at(event) {
    return Math.min(Math.floor(event.offsetX / canvas.clientWidth * (last + 1)), nodes.length - 1);
  }

  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    goTo(at(event));
  });
  canvas.addEventListener("pointermove", (event) => {
    if (event.buttons & 1) goTo(Math.max(at(event), START));
  });
  const redraw = () => {
    background = null;
    draw(now);
  };
  new ResizeObserver(() => draw(now)).observe(canvas);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);

  return { draw };
}
