// Replays a game: the map in step with what happened, turn by turn and step by step, with the eyes of
// both sides or of one.
var keryxTurn;
(function () {
  "use strict";
  var place = document.getElementById("replay");
  if (!place || typeof keryxReplay === "undefined" || typeof keryxMap === "undefined") return;
  var turns = keryxReplay.turns, loaded = {}, at = { turn: 0, step: -1, eyes: 0 }, timer = null, word = keryxWords;
  keryxTurn = function (n, data) { loaded[n] = data; };

  function make(tag, parent, kind, text) {
    var e = document.createElement(tag);
    if (kind) e.className = kind;
    if (text !== undefined) e.textContent = text;
    if (parent) parent.append(e);
    return e;
  }
  function button(parent, key, sign, act) {
    var b = make("button", parent, "", sign);
    b.type = "button";
    b.title = word[key];
    b.setAttribute("aria-label", word[key]);
    b.addEventListener("click", act);
    return b;
  }
  function choice(parent, key, list, chosen, act) {
    var label = make("label", parent, "", word[key] + " "), s = make("select", label);
    list.forEach(function (text, i) { var o = make("option", s, "", text); o.value = i; });
    s.value = chosen;
    s.addEventListener("change", function () { act(+s.value); });
    return s;
  }

  place.hidden = false;
  document.documentElement.classList.add("scripted");
  var plain = document.querySelector(".replay-turns");
  if (plain) { plain.open = false; plain.querySelector("p").remove(); }
  var stage = make("div", place, "stage"), board = make("div", stage, "board"), side = make("div", place, "log-side");
  board.tabIndex = 0;
  board.setAttribute("role", "group");
  board.setAttribute("aria-label", word["replay.map"]);
  var bar = make("div", stage, "controls"), more = make("div", stage, "controls"), lens = make("span", more, "lens"), found = make("div", stage, "found");
  found.setAttribute("role", "status");
  button(bar, "back", "|◀", function () { stop(); go(at.turn, -1, at.step < 0 ? -1 : 0); });
  button(bar, "replay.back", "◀", function () { stop(); step(-1); });
  var play = button(bar, "play", "▶▶", function () { if (timer) stop(); else start(); });
  button(bar, "replay.forth", "▶", function () { stop(); step(1); });
  button(bar, "forth", "▶|", function () { stop(); go(at.turn + 1, -1); });
  var slider = make("input", bar);
  slider.type = "range";
  slider.min = -1;
  slider.setAttribute("aria-label", word["replay.slider"]);
  slider.addEventListener("input", function () { stop(); go(at.turn, +slider.value); });
  var which = choice(more, "replay.turn", turns.map(function (t) { return t.name; }), 0, function (n) { stop(); go(n, -1); });
  var speeds = [0.5, 1, 2, 4], speed = choice(more, "replay.speed", speeds.map(function (s) { return s + "×"; }), 1, function () { if (timer) { stop(); start(); } });
  var eyes = keryxReplay.eyes.length > 1 ? choice(more, "replay.eyes", keryxReplay.eyes, 0, function (n) { at.eyes = n; show(); }) : null;
  button(lens, "replay.in", "+", function () { map.zoom(1.5); });
  button(lens, "replay.out", "−", function () { map.zoom(1 / 1.5); });
  button(lens, "replay.fit", "⤢", function () { map.fit(); });
  var head = make("h2", side), log = make("ol", side, "log"), balance = make("div", side, "wide");
  var list = make("details", side), standing = make("div", list);
  list.prepend(make("summary", null, "", word["replay.list"]));
  var said = make("p", side, "unseen");
  said.setAttribute("role", "status");
  var map = keryxMap(board, tell), tapped = null;
  var close = board.clientWidth < 500; // where names could not be read the map is enlarged, and follows what happens

  // load has the steps of a turn, and calls back.
  function load(n, done) {
    var t = turns[n];
    if (loaded[t.n]) { done(loaded[t.n]); return; }
    var s = document.createElement("script");
    s.src = t.file;
    s.onload = function () { done(loaded[t.n]); };
    document.body.append(s);
  }
  function ahead(n) { if (n < turns.length) load(n, function () {}); }

  // stands is how the map is after a step, with the eyes chosen.
  function stands(data, n) {
    var own = at.eyes > 0 && data.own, state = { zones: {}, edges: [], balance: null };
    function put(m) {
      if (!m) return;
      for (var id in m.z) state.zones[id] = m.z[id];
      if (m.e) state.edges = m.e;
      if (m.b) state.balance = m.b;
    }
    put(own ? own[at.eyes - 1] : data.start);
    for (var i = 0; i <= n; i++) put(own ? data.steps[i].own && data.steps[i].own[at.eyes - 1] : data.steps[i].map);
    return state;
  }

  // go goes to a step of a turn; back beyond its first leads to the end of the turn before.
  function go(turn, n, from) {
    if (from === -1 && turn > 0) { turn--; n = -1; }
    if (turn < 0 || turn >= turns.length) { stop(); return; }
    load(turn, function (data) {
      at.turn = turn;
      at.step = Math.min(n, data.steps.length - 1);
      show();
      ahead(turn + 1);
    });
  }
  function step(by) {
    var data = loaded[turns[at.turn].n];
    if (!data) return;
    var n = at.step + by;
    if (n >= data.steps.length) { if (at.turn + 1 < turns.length) go(at.turn + 1, -1); else stop(); return; }
    if (n < -1) { if (at.turn > 0) go(at.turn - 1, 1 << 20); return; }
    at.step = n;
    show();
  }

  var drawn = "";
  function show() {
    var t = turns[at.turn], data = loaded[t.n], now = stands(data, at.step), s = at.step >= 0 ? data.steps[at.step] : null;
    var done = (s && s.marks || []).filter(function (m) { return !m.only || at.eyes > 0 && m.only === "" + (at.eyes - 1); });
    map.show(now, done, t.name);
    if (close) {
      close = false;
      map.zoom(2);
      map.open();
    }
    map.follow([].concat.apply([], done.map(function (m) { return m.zones; })));
    slider.max = data.steps.length - 1;
    slider.value = at.step;
    slider.setAttribute("aria-valuetext", at.step + 1 + " / " + data.steps.length);
    which.value = at.turn;
    write(t, data);
    tell(tapped);
    account(data, now);
    said.textContent = s ? lines(s).map(function (l) { return l.text; }).join(" ") : t.name;
    var where = "#turn-" + t.n + (at.step >= 0 ? "." + (at.step + 1) : "") + (at.eyes ? ".as-" + at.eyes : "");
    if (location.hash !== where) try { history.replaceState(null, "", where); } catch (e) { /* a page in a folder may not */ }
  }

  // lines are what the eyes chosen read of a step.
  function lines(s) {
    var out = [];
    s.log.forEach(function (l) {
      if (l.t) out.push({ text: l.t, why: l.w, depth: l.d || 0 });
      (l.p || []).forEach(function (p, i) {
        if (p && (at.eyes === 0 || at.eyes === i + 1)) out.push({ text: keryxReplay.sides[i] + word["replay.colon"] + p, depth: l.d || 0, secret: i });
      });
    });
    return out;
  }
  function write(t, data) {
    var key = t.n + "/" + at.eyes;
    if (drawn !== key) {
      drawn = key;
      head.replaceChildren();
      var link = make("a", head, "", t.name);
      link.href = t.page;
      log.replaceChildren();
      data.steps.forEach(function (s, i) {
        var read = lines(s), item = make("li", log);
        if (s.phase) make("h3", item, "", s.phase);
        if (!read.length) return;
        var b = make("button", item);
        b.type = "button";
        read.forEach(function (l) {
          var line = make("span", b, "d" + l.depth + (l.secret === undefined ? "" : " secret s" + l.secret), l.text);
          if (l.why) { line.append(" "); make("small", line, "why", "[" + l.why + "]"); }
        });
        b.addEventListener("click", function () { stop(); at.step = i; show(); });
      });
    }
    Array.from(log.children).forEach(function (item, i) {
      var b = item.querySelector("button");
      item.classList.toggle("later", i > at.step);
      if (!b) return;
      if (i === at.step) {
        b.setAttribute("aria-current", "step");
        var box = log.getBoundingClientRect(), here = item.getBoundingClientRect();
        if (here.top < box.top || here.bottom > box.bottom) log.scrollTop += here.top - box.top - box.height / 3;
      } else b.removeAttribute("aria-current");
    });
  }

  // tell says what stands in a zone that was tapped.
  function tell(zone) {
    tapped = zone;
    found.replaceChildren();
    found.hidden = !zone;
    if (!zone) return;
    var data = loaded[turns[at.turn].n], here = data && stands(data, at.step).zones[zone];
    make("h3", found, "", map.name(zone));
    words(found, here);
    button(found, "replay.close", "×", function () { map.light(null); tell(null); }).className = "close";
  }
  function words(parent, here) {
    var ul = make("ul", parent);
    (here && here.s || []).forEach(function (s) { make("li", ul, "side" + s.side, keryxReplay.sides[s.side] + word["replay.colon"] + s.u.join(", ")); });
    (here && here.m || []).forEach(function (m) { make("li", ul, "", (m.side >= 0 ? keryxReplay.sides[m.side] + word["replay.colon"] : "") + m.name + (m.f ? " " + m.f : "")); });
    if (!ul.children.length) ul.replaceWith(make("p", null, "", word["replay.empty"]));
  }
  function account(data, now) {
    balance.replaceChildren();
    var values = now.balance || stands({ start: data.start, steps: data.steps }, at.step).balance;
    if (at.eyes > 0) { var eyesWere = at.eyes; at.eyes = 0; values = stands(data, at.step).balance; at.eyes = eyesWere; }
    if (data.rows && values) {
      var table = make("table", balance), top = make("tr", make("thead", table));
      make("td", top);
      keryxReplay.sides.forEach(function (s) { make("th", top, "n", s).scope = "col"; });
      var body = make("tbody", table);
      data.rows.forEach(function (name, i) {
        var tr = make("tr", body);
        make("th", tr, "", name).scope = "row";
        values[i].forEach(function (v) { make("td", tr, "n", v); });
      });
    }
    standing.replaceChildren();
    Object.keys(now.zones).sort().forEach(function (id) {
      if (!now.zones[id]) return;
      make("h4", standing, "", map.name(id));
      words(standing, now.zones[id]);
    });
  }

  function start() {
    var last = loaded[turns[turns.length - 1].n];
    if (at.turn === turns.length - 1 && last && at.step >= last.steps.length - 1) go(0, -1);
    timer = setInterval(function () { step(1); }, 1600 / speeds[+speed.value]);
    sign(true);
  }
  function stop() {
    clearInterval(timer);
    timer = null;
    sign(false);
  }
  function sign(playing) {
    play.textContent = playing ? "❚❚" : "▶▶";
    play.title = word[playing ? "pause" : "play"];
    play.setAttribute("aria-label", play.title);
  }
  document.addEventListener("keydown", function (e) {
    if (e.ctrlKey || e.metaKey || e.altKey || /^(INPUT|TEXTAREA|SELECT|SUMMARY)$/.test(e.target.tagName)) return;
    var act = {
      ArrowLeft: function () { stop(); step(-1); }, ArrowRight: function () { stop(); step(1); },
      PageUp: function () { stop(); go(at.turn, -1, at.step < 0 ? -1 : 0); }, PageDown: function () { stop(); go(at.turn + 1, -1); },
      Home: function () { stop(); go(0, -1); }, End: function () { stop(); go(turns.length - 1, 1 << 20); },
      "+": function () { map.zoom(1.5); }, "-": function () { map.zoom(1 / 1.5); }, "0": function () { map.fit(); }
    }[e.key];
    if (e.key === " " && e.target.tagName !== "BUTTON") act = function () { if (timer) stop(); else start(); };
    if (!act) return;
    act();
    e.preventDefault();
  });
  var asked = /^#turn-(\d+)(?:\.(\d+))?(?:\.as-(\d))?$/.exec(location.hash), first = 0;
  if (asked) {
    first = Math.max(0, turns.findIndex(function (t) { return t.n === +asked[1]; }));
    at.eyes = Math.min(+asked[3] || 0, keryxReplay.eyes.length - 1);
    if (eyes) eyes.value = at.eyes;
  }
  go(first, asked && asked[2] ? asked[2] - 1 : -1);
})();
