// Draws the map of a board, with what a moment of a game has on it: to be dragged, enlarged and tapped.
// A page gives it the board (keryxBoard) and asks for a map (keryxMap).
var keryxMap, keryxBoard;
(function () {
  "use strict";
  var plan = null, NS = "http://www.w3.org/2000/svg";
  keryxBoard = function (p) { plan = p; };

  function el(name, attributes, parent) {
    var e = document.createElementNS(NS, name);
    for (var key in attributes) e.setAttribute(key, attributes[key]);
    if (parent) parent.append(e);
    return e;
  }
  function painted(shape, parent) {
    if (shape.pen) return el("path", { d: shape.path, class: "line-" + shape.ink, "stroke-width": shape.pen }, parent);
    return el("path", { d: shape.path, class: "in-" + shape.ink }, parent);
  }
  var numbered = /^[A-Z]{1,2}[0-9]+$/;

  // ground draws what is the same in all games.
  function ground(svg) {
    var defs = el("defs", {}, svg), g = el("g", { class: "ground" }, svg);
    plan.boards.forEach(function (b) { el("rect", { x: b[0], y: b[1], width: b[2], height: b[3], class: "in-beyond" }, g); });
    plan.zones.forEach(function (z) {
      if (z.path) el("path", { d: z.path, class: "zone in-" + z.fill + " line-" + z.fill, "data-zone": z.id }, g);
    });
    plan.words.forEach(function (w, i) {
      el("path", { id: "way" + i, d: w.path, fill: "none" }, defs);
      var t = el("text", { class: w.wet ? "great wet" : "great", "font-size": w.size }, g);
      var p = el("textPath", { href: "#way" + i, startOffset: "50%", "text-anchor": "middle" }, t);
      p.textContent = w.text;
    });
    plan.lines.forEach(function (l) { el("path", { d: l.path, class: "border " + l.kind }, g); });
    plan.shapes.forEach(function (s) { painted(s, g); });
    plan.boards.forEach(function (b) { el("rect", { x: b[0], y: b[1], width: b[2], height: b[3], class: "frame" }, g); });
  }

  // counter draws a stack in a square of 48 around the origin.
  function counter(stack, parent) {
    var g = el("g", { class: "counter side" + stack.side }, parent), alone = stack.l && !stack.n;
    if (alone) {
      el("circle", { r: 23, class: "rim" }, g);
      sign("leader", g, 0, -1, 0.8);
      return g;
    }
    if (stack.side === 0) el("rect", { x: -24, y: -24, width: 48, height: 48, rx: 10, class: "rim" }, g);
    else el("path", { d: "M-17-24h34l7 7v34l-7 7h-34l-7-7v-34z", class: "rim" }, g);
    if (stack.h && !stack.f) {
      if (stack.a) sign("galley", g, 0, -9, 0.5);
      text(g, stack.n, 0, stack.a ? 20 : 9, 26);
    } else {
      if (!sign(stack.sign, g, 0, -9.5, 0.62)) text(g, "•", 0, -3, 24);
      text(g, stack.f || stack.n, 0, 20, 24);
    }
    if (stack.l) {
      el("circle", { cx: -20, cy: -20, r: 12, class: "rim" }, g);
      sign("leader", g, -20, -20.5, 0.42);
    }
    if (stack.n > 1 && !stack.h) {
      el("rect", { x: 9, y: -33, width: 26, height: 19, rx: 8, class: "tag" }, g);
      text(g, "+" + (stack.n - 1), 22, -18, 16, "tagged");
    }
    return g;
  }
  function text(parent, word, x, y, size, kind) {
    var t = el("text", { x: x, y: y, "font-size": size, "text-anchor": "middle", class: kind || "number" }, parent);
    t.textContent = word;
    return t;
  }
  function sign(name, parent, x, y, scale) {
    var s = plan.signs.find(function (s) { return s.name === name; });
    if (!s) return false;
    var g = el("g", { transform: "translate(" + x + " " + y + ") scale(" + scale / 8 + ")" }, parent);
    s.shapes.forEach(function (shape) { painted(shape, g); });
    return true;
  }

  // keryxMap makes a map in an element. tapped is called with the zone that was tapped.
  keryxMap = function (host, tapped) {
    var svg = el("svg", { class: "map", role: "img" });
    host.append(svg);
    ground(svg);
    var ties = el("g", { class: "ties" }, svg), marks = el("g", { class: "marks" }, svg), names = el("g", { class: "names" }, svg), pieces = el("g", {}, svg);
    var places = {}, view = { x: 0, y: 0, w: plan.width }, state = { zones: {}, edges: [] }, deeds = [], lit = null;
    plan.zones.forEach(function (z) {
      if (z.x >= 0 && z.y >= 0) (places[z.id] = places[z.id] || []).push(z);
    });

    function size() { return { w: host.clientWidth || 1, h: host.clientHeight || 1 }; }
    function unit() { return view.w / size().w; } // of the plan in a pixel
    function fit() {
      var s = size();
      view.w = Math.max(plan.width, plan.height * s.w / s.h);
      view.x = (plan.width - view.w) / 2;
      view.y = (plan.height - view.w * s.h / s.w) / 2;
      draw();
    }
    function bound() {
      var s = size(), whole = Math.max(plan.width, plan.height * s.w / s.h);
      view.w = Math.min(Math.max(view.w, s.w * 0.6), whole); // a pixel of the plan at the most two of the screen
      var h = view.w * s.h / s.w;
      view.x = view.w > plan.width ? (plan.width - view.w) / 2 : Math.min(Math.max(view.x, 0), plan.width - view.w);
      view.y = h > plan.height ? (plan.height - h) / 2 : Math.min(Math.max(view.y, 0), plan.height - h);
    }
    function zoom(by, px, py) {
      var s = size(), old = view.w;
      if (px === undefined) { px = s.w / 2; py = s.h / 2; }
      var x = view.x + px * unit(), y = view.y + py * unit();
      view.w = old / by;
      bound();
      view.x = x - px * unit();
      view.y = y - py * unit();
      bound();
      draw();
    }

    // spread puts the counters of all zones where they do not cover each other.
    function spread(px) {
      var all = [], k = unit();
      for (var id in state.zones) {
        var z = state.zones[id];
        if (!z || !z.s || !places[id]) continue;
        places[id].forEach(function (at) {
          z.s.forEach(function (stack, i) {
            all.push({ id: id, stack: stack, ax: at.x, ay: at.y, x: at.x + (i - (z.s.length - 1) / 2) * px * k, y: at.y + px * 0.35 * k });
          });
        });
      }
      for (var round = 0; round < 24; round++) {
        var moved = false;
        for (var i = 0; i < all.length; i++) for (var j = i + 1; j < all.length; j++) {
          var a = all[i], b = all[j], dx = b.x - a.x, dy = b.y - a.y, need = px * 1.06 * k;
          if (Math.abs(dx) >= need || Math.abs(dy) >= need) continue;
          moved = true;
          var push = (need - Math.max(Math.abs(dx), Math.abs(dy))) / 2 + 0.5;
          if (Math.abs(dx) >= Math.abs(dy)) { a.x -= dx < 0 ? -push : push; b.x += dx < 0 ? -push : push; }
          else { a.y -= dy < 0 ? -push : push; b.y += dy < 0 ? -push : push; }
        }
        if (!moved) break;
      }
      return all;
    }

    // wide is how many pixels a counter has.
    function wide() { return Math.min(44, Math.max(24, 30 * Math.sqrt(plan.width / view.w))); }

    // boxes are the places that counters take, with what juts out of them.
    function boxes() {
      var px = wide(), half = px * 0.72 * unit();
      return spread(px).map(function (t) { return { x: t.x - half, y: t.y - half, w: 2 * half, h: 2 * half }; });
    }

    function draw() {
      var s = size(), k = unit();
      svg.setAttribute("viewBox", [view.x, view.y, view.w, view.w * s.h / s.w].join(" "));
      var px = wide(), taken = [];
      [ties, marks, names, pieces].forEach(function (g) { g.replaceChildren(); });
      spread(px).forEach(function (t) {
        if (Math.hypot(t.x - t.ax, t.y - t.ay) > px * 0.9 * k) el("line", { x1: t.x, y1: t.y, x2: t.ax, y2: t.ay, class: "tie side" + t.stack.side, "stroke-width": 2 * k }, ties);
        var g = el("g", { transform: "translate(" + t.x + " " + t.y + ") scale(" + px * k / 50 + ")", "data-zone": t.id, class: lit === t.id ? "piece lit" : "piece" }, pieces);
        counter(t.stack, g);
        var title = el("title", {}, g);
        title.textContent = nameOf(t.id) + ": " + t.stack.u.join(", ");
        taken.push([t.x - px * k / 2, t.y - px * k / 2, t.x + px * k / 2, t.y + px * k / 2]);
      });
      flags(k, taken);
      arrows(k);
      label(k, taken);
    }

    // flags draws the marks of zones: who holds them, works, states.
    function flags(k, taken) {
      plan.zones.forEach(function (z) {
        if (z.x < 0 || z.y < 0) return;
        var here = state.zones[z.id], list = here && here.m || [], held = list.find(function (m) { return m.kind === "held"; });
        var r = Math.max(7, Math.min(12, 9 * plan.width / view.w)) * k, at = { x: z.x, y: z.y - (z.kind === "port" || here && here.s ? r : 0) };
        if (z.kind === "port" || held) {
          el("rect", { x: at.x - r * 0.7, y: at.y - r * 0.7, width: r * 1.4, height: r * 1.4, class: "town" + (held && held.side >= 0 ? " side" + held.side : ""), "stroke-width": 1.5 * k, "data-zone": z.id }, marks);
          taken.push([at.x - r, at.y - r, at.x + r, at.y + r]);
        }
        list.filter(function (m) { return m !== held; }).forEach(function (m, i) {
          var x = at.x + (i + 1) * r * 2.2, g = el("g", { transform: "translate(" + x + " " + at.y + ") scale(" + r / 16 + ")", class: "counter" + (m.side >= 0 ? " side" + m.side : " nobody"), "data-zone": z.id }, marks);
          el("circle", { r: 16, class: "rim" }, g);
          if (m.f || !sign(m.sign, g, 0, 0, 0.7)) text(g, m.f || m.name.slice(0, 1).toUpperCase(), 0, 7, 20);
          el("title", {}, g).textContent = nameOf(z.id) + ": " + m.name;
          taken.push([x - r, at.y - r, x + r, at.y + r]);
        });
      });
      state.edges.forEach(function (e) {
        var a = places[e[0]] && places[e[0]][0], b = places[e[1]] && places[e[1]][0];
        if (!a || !b) return;
        var mx = (a.x + b.x) / 2, my = (a.y + b.y) / 2, n = Math.hypot(b.x - a.x, b.y - a.y) || 1, ux = -(b.y - a.y) / n * 14 * k, uy = (b.x - a.x) / n * 14 * k;
        el("line", { x1: mx - ux, y1: my - uy, x2: mx + ux, y2: my + uy, class: "built " + e[2], "stroke-width": 5 * k }, marks);
      });
    }

    // arrows draws the moves and fights of a step.
    function arrows(k) {
      deeds.forEach(function (d) {
        var way = d.zones.map(function (id) { return places[id] && places[id][0]; }).filter(Boolean);
        if (way.length === 0) return;
        if (d.kind === "move" || d.kind === "retreat") {
          if (way.length < 2) return;
          var path = "M" + way[0].x + " " + way[0].y, last = way[way.length - 1], from = way[way.length - 2];
          way.slice(1).forEach(function (p) { path += "L" + p.x + " " + p.y; });
          var n = Math.hypot(last.x - from.x, last.y - from.y) || 1, ux = (last.x - from.x) / n * 12 * k, uy = (last.y - from.y) / n * 12 * k;
          el("path", { d: path, class: "way under", "stroke-width": 8 * k }, marks);
          el("path", { d: path, class: "way side" + d.side + " " + d.kind, "stroke-width": 4 * k, "stroke-dasharray": d.kind === "retreat" ? 7 * k + " " + 5 * k : "none" }, marks);
          el("path", { d: "M" + (last.x + ux * 0.6) + " " + (last.y + uy * 0.6) + "L" + (last.x - ux - uy * 0.8) + " " + (last.y - uy + ux * 0.8) + "L" + (last.x - ux + uy * 0.8) + " " + (last.y - uy - ux * 0.8) + "z", class: "head side" + d.side }, marks);
          return;
        }
        var points = "", at = way[0];
        for (var i = 0; i < 16; i++) {
          var r = (i % 2 ? 12 : 24) * k, a = i * Math.PI / 8;
          points += (at.x + r * Math.cos(a)).toFixed(1) + "," + (at.y + r * Math.sin(a)).toFixed(1) + " ";
        }
        el("polygon", { points: points, class: "fight", "stroke-width": 2 * k }, marks);
      });
    }

    // label writes the names of zones where there is room: first of those with something in them.
    function label(k, taken) {
      var list = plan.zones.filter(function (z) { return z.x >= view.x && z.x <= view.x + view.w && z.y >= view.y && z.y <= view.y + view.w * size().h / size().w; });
      list.sort(function (a, b) { return weight(b) - weight(a); });
      list.forEach(function (z) {
        var words = numbered.test(z.id) ? [z.id + " " + z.name, z.id] : [z.name];
        if (z.name === z.id) words = [z.id];
        for (var w = 0; w < words.length; w++) {
          var px = 12, wide = words[w].length * px * 0.63 * k, high = px * 1.2 * k;
          for (var i = 0, tries = [[0, -1.1], [0, 2.6], [0, -2.2], [0.6, 0], [-0.6, 0]]; i < tries.length; i++) {
            var x = z.x + tries[i][0] * (wide + 20 * k), y = z.y + tries[i][1] * 14 * k, box;
            x = within(x, wide, view.x, view.w); // a name at the edge is written whole
            y = within(y, high, view.y, view.w * size().h / size().w);
            box = [x - wide / 2, y - high / 2, x + wide / 2, y + high / 2];
            if (taken.some(function (o) { return o[0] < box[2] && o[2] > box[0] && o[1] < box[3] && o[3] > box[1]; })) continue;
            taken.push(box);
            var t = el("text", { x: x, y: y + px * 0.36 * k, "font-size": px * k, "stroke-width": 3 * k, "text-anchor": "middle", class: z.wet ? "name wet" : "name", "data-zone": z.id }, names);
            t.textContent = words[w];
            if (x - wide * 0.6 < view.x || x + wide * 0.6 > view.x + view.w) { // it may be wider than was reckoned
              t.setAttribute("x", within(x, t.getComputedTextLength() + 4 * k, view.x, view.w));
            }
            return;
          }
        }
      });
    }
    // within is where the middle of something is so that all of it lies in a stretch, as far as it fits.
    function within(at, wide, from, length) {
      return wide > length ? from + length / 2 : Math.min(Math.max(at, from + wide / 2), from + length - wide / 2);
    }
    function weight(z) {
      var here = state.zones[z.id];
      return (here && here.s ? 2 : 0) + (z.kind ? 1 : 0) + (z.id === lit ? 4 : 0) + (deeds.some(function (d) { return d.zones.indexOf(z.id) >= 0; }) ? 3 : 0);
    }
    function nameOf(id) {
      var z = plan.zones.find(function (z) { return z.id === id; });
      if (!z) return id;
      return numbered.test(id) && z.name !== id ? id + " " + z.name : z.name;
    }

    // Dragging, pinching, the wheel, and taps: on the counter nearest to the finger within reach of 44 pixels, or on the zone.
    var fingers = new Map(), dragged = 0, pinch = 0, waiting = false;
    function soon() {
      if (waiting) return;
      waiting = true;
      requestAnimationFrame(function () { waiting = false; draw(); });
    }
    svg.addEventListener("pointerdown", function (e) {
      fingers.set(e.pointerId, { x: e.clientX, y: e.clientY });
      if (fingers.size === 1) dragged = 0;
      pinch = 0;
      svg.setPointerCapture(e.pointerId);
    });
    svg.addEventListener("pointermove", function (e) {
      var f = fingers.get(e.pointerId);
      if (!f) return;
      var dx = e.clientX - f.x, dy = e.clientY - f.y;
      f.x = e.clientX;
      f.y = e.clientY;
      dragged += Math.abs(dx) + Math.abs(dy);
      if (fingers.size === 2) {
        var two = Array.from(fingers.values()), far = Math.hypot(two[0].x - two[1].x, two[0].y - two[1].y), box = svg.getBoundingClientRect();
        if (pinch) zoom(far / pinch, (two[0].x + two[1].x) / 2 - box.left, (two[0].y + two[1].y) / 2 - box.top);
        pinch = far;
        return;
      }
      view.x -= dx * unit();
      view.y -= dy * unit();
      bound();
      soon();
    });
    function up(e) {
      var was = fingers.delete(e.pointerId);
      pinch = 0;
      if (!was || e.type !== "pointerup" || dragged > 8 || fingers.size) return;
      var box = svg.getBoundingClientRect(), x = view.x + (e.clientX - box.left) * unit(), y = view.y + (e.clientY - box.top) * unit();
      var near = null, least = 30 * unit();
      pieces.querySelectorAll(".piece").forEach(function (p) {
        var at = p.transform.baseVal[0].matrix, far = Math.hypot(at.e - x, at.f - y);
        if (far < least) { least = far; near = p.dataset.zone; }
      });
      if (!near) {
        var under = document.elementsFromPoint(e.clientX, e.clientY).find(function (u) { return u.dataset && u.dataset.zone; });
        near = under && under.dataset.zone;
      }
      lit = near || null;
      draw();
      tapped(near || null);
    }
    svg.addEventListener("pointerup", up);
    svg.addEventListener("pointercancel", up);
    svg.addEventListener("wheel", function (e) {
      if (!e.ctrlKey && !e.metaKey && document.activeElement !== host) return; // the page scrolls on
      e.preventDefault();
      var box = svg.getBoundingClientRect();
      zoom(Math.exp(-e.deltaY / 400), e.clientX - box.left, e.clientY - box.top);
    }, { passive: false });
    svg.addEventListener("dblclick", function (e) {
      var box = svg.getBoundingClientRect();
      zoom(1.8, e.clientX - box.left, e.clientY - box.top);
    });
    new ResizeObserver(function () { bound(); draw(); }).observe(host);
    fit();

    return {
      // show shows a moment, and the moves and fights that led to it.
      show: function (now, done, title) {
        state = now;
        deeds = done || [];
        svg.setAttribute("aria-label", title || "");
        draw();
      },
      // open puts as many stacks into sight as fit, and cuts as few as can be at the edges.
      open: function () {
        var spots = boxes(), room = size(), h = view.w * room.h / room.w, best = null, most = -Infinity;
        if (!spots.length || view.w >= plan.width) return;
        var xs = [view.x], ys = [view.y];
        spots.forEach(function (p) { xs.push(p.x, p.x + p.w - view.w); ys.push(p.y, p.y + p.h - h); });
        xs.forEach(function (x) {
          ys.forEach(function (y) {
            var worth = 0;
            spots.forEach(function (p) {
              var apart = p.x >= x + view.w || p.x + p.w <= x || p.y >= y + h || p.y + p.h <= y;
              if (!apart) worth += p.x >= x && p.x + p.w <= x + view.w && p.y >= y && p.y + p.h <= y + h ? 1 : -2;
            });
            if (x < 0 || y < 0 || x + view.w > plan.width || y + h > plan.height) worth -= 0.5;
            if (worth > most) { most = worth; best = { x: x, y: y }; }
          });
        });
        view.x = best.x;
        view.y = best.y;
        bound();
        draw();
      },
      // follow brings zones into sight, where the whole map is not.
      follow: function (ids) {
        var s = size(), list = [];
        ids.forEach(function (id) { if (places[id]) list.push(places[id][0]); });
        if (!list.length || view.w >= plan.width) return;
        var x = list.reduce(function (n, p) { return n + p.x; }, 0) / list.length, y = list.reduce(function (n, p) { return n + p.y; }, 0) / list.length;
        var h = view.w * s.h / s.w, seen = list.every(function (p) { return p.x > view.x + view.w * 0.1 && p.x < view.x + view.w * 0.9 && p.y > view.y + h * 0.1 && p.y < view.y + h * 0.9; });
        if (seen) return;
        view.x = x - view.w / 2;
        view.y = y - h / 2;
        bound();
        draw();
      },
      light: function (id) { lit = id; draw(); },
      zoom: zoom, fit: fit, name: nameOf
    };
  };
})();
