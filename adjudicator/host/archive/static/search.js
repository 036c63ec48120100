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
  var asked = 0;
  async function search() {
    var mine = ++asked;
    var words = fold(input.value).split(/[^\p{L}\p{Nd}]+/u).filter(function (w) { return Array.from(w).length > 1; });
    list.textContent = "";
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
      });
    });
    state.textContent = keryxWords[count ? "found" : "nothing"].replace("{Count}", count);
  }
  var timer;
  input.addEventListener("input", function () { clearTimeout(timer); timer = setTimeout(search, 150); });
  var asking = decodeURIComponent(location.hash.slice(1));
  if (asking) { input.value = asking; search(); }
})();
