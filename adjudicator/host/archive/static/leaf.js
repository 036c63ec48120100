// Leafs through the maps of a game: a slider, arrow keys, play and pause.
(function () {
  "use strict";
  var viewer = document.getElementById("viewer");
  if (!viewer || typeof keryxLeaf === "undefined" || keryxLeaf.length < 2) return;
  var figure = viewer.querySelector("figure");
  if (!figure) return;
  var link = figure.querySelector("a"), caption = figure.querySelector("figcaption");
  var at = 0, timer = null;
  var bar = document.createElement("div");
  bar.className = "controls";
  function button(word, sign, act) {
    var b = document.createElement("button");
    b.type = "button";
    b.textContent = sign;
    b.setAttribute("aria-label", keryxWords[word]);
    b.title = keryxWords[word];
    b.addEventListener("click", act);
    bar.append(b);
    return b;
  }
  button("back", "◀", function () { stop(); show(at - 1); });
  var play = button("play", "▶▶", function () { if (timer) stop(); else start(); });
  button("forth", "▶", function () { stop(); show(at + 1); });
  var slider = document.createElement("input");
  slider.type = "range";
  slider.min = 0;
  slider.max = keryxLeaf.length - 1;
  slider.value = 0;
  slider.setAttribute("aria-label", keryxWords["slider"]);
  slider.addEventListener("input", function () { stop(); show(+slider.value); });
  bar.append(slider);
  figure.before(bar);
  caption.setAttribute("aria-live", "polite");
  function show(i) {
    at = Math.min(Math.max(i, 0), keryxLeaf.length - 1);
    var l = keryxLeaf[at];
    while (link.children.length > l.maps.length) link.lastChild.remove();
    l.maps.forEach(function (file, n) { // layers, the lowest first
      var img = link.children[n] || link.appendChild(new Image());
      if (img.getAttribute("src") !== file) img.src = file;
      img.width = l.width;
      img.height = l.height;
      img.alt = n + 1 < l.maps.length ? "" : l.alt;
    });
    link.href = l.page;
    caption.textContent = l.name + (l.tally.length ? " — " + l.tally.join(" · ") : "");
    slider.value = at;
    slider.setAttribute("aria-valuetext", l.name);
    if (at + 1 < keryxLeaf.length) keryxLeaf[at + 1].maps.forEach(function (file) { new Image().src = file; }); // so that the next is there at once
  }
  function start() {
    if (at === keryxLeaf.length - 1) show(0);
    timer = setInterval(function () {
      if (at === keryxLeaf.length - 1) stop();
      else show(at + 1);
    }, 1200);
    sign(true);
  }
  function stop() {
    clearInterval(timer);
    timer = null;
    sign(false);
  }
  function sign(playing) {
    play.textContent = playing ? "❚❚" : "▶▶";
    play.title = keryxWords[playing ? "pause" : "play"];
    play.setAttribute("aria-label", play.title);
  }
  document.addEventListener("keydown", function (e) {
    if (e.ctrlKey || e.metaKey || e.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(e.target.tagName)) return;
    if (e.key === "ArrowLeft") { stop(); show(at - 1); }
    else if (e.key === "ArrowRight") { stop(); show(at + 1); }
    else if (e.key === "Home") { stop(); show(0); }
    else if (e.key === "End") { stop(); show(keryxLeaf.length - 1); }
    else return;
    e.preventDefault();
  });
  show(0);
})();
