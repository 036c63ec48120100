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
  function fold(s) {
    return s.toLowerCase().replace(/œ/g, "oe").replace(/æ/g, "ae").replace(/ß/g, "ss").normalize("NFD").replace(/[\u0300-\u036f]/g, "");
  }
  // hits lists the games of a page by their numbers, with the turns in which all words stand.
  function hits(page, words) {
    var all = null;
    words.forEach(function (word) {
      var piece = pieces[page + "/" + word[0]] || {}, found = {};
      Object.keys(piece).forEach(function (w) {
        if (w.indexOf(word) !== 0) return;
        piece[w].split(";").forEach(function (part) {
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
  var asked = 0;
  async function search() {
    var mine = ++asked;
    var words = fold(input.value).split(/[^a-z0-9\u0370-\u03ff]+/).filter(function (w) { return w.length > 1; });
    list.textContent = "";
    state.textContent = words.length ? keryxWords["searching"] : "";
    if (!words.length) return;
    await Promise.all(keryxYears.map(load));
    var wanted = [], blocks = [].concat.apply([], keryxYears.map(function (year) { return lists[year] || []; }));
    blocks.forEach(function (b) {
      if (!words.every(function (w) { return b.letters.indexOf(w[0]) >= 0; })) return;
      wanted.push(load(b.page + "/games"));
      words.forEach(function (w) { wanted.push(load(b.page + "/" + w[0])); });
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
      });
    });
    state.textContent = keryxWords[count ? "found" : "nothing"].replace("{Count}", count);
  }
  var timer;
  input.addEventListener("input", function () { clearTimeout(timer); timer = setTimeout(search, 150); });
  var asking = decodeURIComponent(location.hash.slice(1));
  if (asking) { input.value = asking; search(); }
})();
