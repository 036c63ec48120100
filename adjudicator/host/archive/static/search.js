// Searches the archive without a server. The index lies in pieces: for each year a list of its
// pages of games, and for each page and each first letter a script, which is loaded when a word
// begins with that letter.
(function () {
  "use strict";
  var form = document.getElementById("search");
  if (!form) return;
  var input = document.createElement("input"), label = document.createElement("label"), state = document.createElement("p"), list = document.createElement("ul");
  input.type = "search";
  input.id = "words";
  input.autocomplete = "off";
  label.htmlFor = "words";
  label.textContent = keryxWords["search"];
  state.setAttribute("role", "status");
  form.textContent = "";
  form.append(label, input, state, list);
  var loaded = {}, lists = {}, games = {}, pieces = {};
  window.keryxFold = fold;
  window.keryxYear = function (year, blocks) { lists[year] = blocks; };
  window.keryxGames = function (page, all) { games[page] = all; };
  window.keryxPiece = function (page, letter, words) { pieces[page + "/" + letter] = words; };
  function load(name) {
    if (!loaded[name]) {
      loaded[name] = new Promise(function (done) {
        var s = document.createElement("script");
        s.src = form.dataset.top + "search/" + name + ".js";
        s.onload = s.onerror = done;
        document.head.append(s);
      });
    }
    return loaded[name];
  }
  // fold is a text as the index holds it: taken apart, in small letters, without marks, and with
  // the letters that stand for others.
  function fold(s) {
    return Array.from(s.normalize("NFKD").toLowerCase(), function (c) { return keryxLetters[c] || c; }).join("").replace(/\p{M}/gu, "");
  }
  // first is the character that a word begins with, and piece what the piece of the index for it is called.
  function first(word) { return Array.from(word)[0]; }
  function piece(word) {
    var code = word.codePointAt(0);
    return code < 128 ? first(word) : "u" + code.toString(16);
  }
  // hits lists the games of a page by their numbers, with the turns in which all words stand.
  function hits(page, words) {
    var all = null;
    words.forEach(function (word) {
      var known = pieces[page + "/" + first(word)] || {}, found = {};
      Object.keys(known).forEach(function (w) {
        if (w.indexOf(word) !== 0) return;
        known[w].split(";").forEach(function (part) {
          var cut = part.split(":"), turns = found[cut[0]] = found[cut[0]] || {};
          cut[1].split(",").forEach(function (t) { turns[t] = true; });
        });
      });
      if (all === null) { all = found; return; }
      Object.keys(all).forEach(function (g) {
        if (!found[g]) { delete all[g]; return; }
        if (found[g][0]) return; // it stands for the whole game
        if (all[g][0]) { all[g] = found[g]; return; }
        Object.keys(all[g]).forEach(function (t) { if (!found[g][t]) delete all[g][t]; });
        if (!Object.keys(all[g]).length) delete all[g];
      });
    });
    return all || {};
  }
  // What happened in a turn of a game lies in the script of its replay.
  var told = {};
  window.keryxTurn = function (n, data) { told[document.currentScript.dataset.of] = data; };
  function story(game, turn) {
    var name = "data/" + game + "/replay-" + turn + "-" + form.dataset.lang + ".js";
    if (!loaded[name]) {
      loaded[name] = new Promise(function (done) {
        var s = document.createElement("script");
        s.src = form.dataset.top + name;
        s.dataset.of = name;
        s.onload = s.onerror = done;
        document.head.append(s);
      });
    }
    return loaded[name].then(function () { return told[name]; });
  }
  // lines are the sentences of a turn.
  function lines(data) {
    var all = [];
    (data && data.steps || []).forEach(function (step) {
      (step.log || []).forEach(function (e) { all = all.concat([e.t], e.p || []); });
    });
    return all.filter(Boolean);
  }
  // parts cuts a sentence into words and what stands between them; every second one is a word.
  function parts(text) { return text.split(/([\p{L}\p{M}\p{Nd}]+)/u); }
  function holds(part, words) { return words.some(function (w) { return fold(part).indexOf(w) === 0; }); }
  // snippet is the sentence in which most of the words stand, with these marked; nothing if none does.
  function snippet(data, words) {
    var best = null, most = 0;
    lines(data).forEach(function (text) {
      var own = parts(text), n = words.filter(function (w) { return own.some(function (p) { return holds(p, [w]); }); }).length;
      if (n > most) { most = n; best = own; }
    });
    if (!best) return null;
    var p = document.createElement("p"), from = best.findIndex(function (part, i) { return i % 2 && holds(part, words); });
    from = Math.max(0, from - 24);
    if (from) p.append("… ");
    best.slice(from, from + 72).forEach(function (part) {
      if (!holds(part, words)) { p.append(part); return; }
      var m = document.createElement("mark");
      m.textContent = part;
      p.append(m);
    });
    if (best.length > from + 72) p.append(" …");
    p.className = "snippet";
    return p;
  }
  var asked = 0, quoted = 8; // of so many games a sentence is shown
  async function search() {
    var mine = ++asked;
    var words = fold(input.value).split(/[^\p{L}\p{Nd}]+/u).filter(function (w) { return Array.from(w).length > 1; });
    list.textContent = "";
    history.replaceState(null, "", input.value ? "#" + encodeURIComponent(input.value) : location.pathname + location.search);
    state.textContent = words.length ? keryxWords["searching"] : "";
    if (!words.length) return;
    await Promise.all(keryxYears.map(load));
    var wanted = [], blocks = [].concat.apply([], keryxYears.map(function (year) { return lists[year] || []; }));
    blocks.forEach(function (b) {
      if (!words.every(function (w) { return b.letters.indexOf(first(w)) >= 0; })) return;
      wanted.push(load(b.page + "/games"));
      words.forEach(function (w) { wanted.push(load(b.page + "/" + piece(w))); });
    });
    await Promise.all(wanted);
    if (mine !== asked) return;
    var count = 0;
    blocks.forEach(function (b) {
      var found = games[b.page] ? hits(b.page, words) : {};
      Object.keys(found).forEach(function (n) {
        if (++count > 200) return;
        var g = games[b.page][n], item = document.createElement("li"), a = document.createElement("a");
        a.href = "games/" + g.id + "/index.html";
        a.textContent = g.id + ", " + g.title[form.dataset.lang];
        item.append(a, " " + g.who.join(" – "));
        var turns = Object.keys(found[n]).map(Number).filter(Boolean).sort(function (x, y) { return x - y; });
        turns.slice(0, 12).forEach(function (t) {
          var to = document.createElement("a");
          to.href = "games/" + g.id + "/turn-" + t + ".html";
          to.textContent = keryxWords["turn"].replace("{N}", t);
          item.append(" · ", to);
        });
        list.append(item);
        if (g.told && turns.length && count <= quoted) {
          story(g.id, turns[0]).then(function (data) {
            var p = mine === asked && snippet(data, words);
            if (p) item.append(p);
          });
        }
      });
    });
    state.textContent = keryxWords[count ? "found" : "nothing"].replace("{Count}", count);
  }
  var timer;
  input.addEventListener("input", function () { clearTimeout(timer); timer = setTimeout(search, 150); });
  var asking = "";
  try { asking = decodeURIComponent(location.hash.slice(1)); } catch (e) { /* an address that was cut off asks nothing */ }
  if (asking) { input.value = asking; search(); }
})();
