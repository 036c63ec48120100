// Computes the proof of a game again, as "keryx verify" does: the ledger's chain, the
// promises of the dice, and every throw. What it says is said line by line.
(function () {
  "use strict";
  var h = keryxHash;
  function decode(bytes) { return new TextDecoder().decode(bytes); }
  // ruled notes what a ruling gives up, and returns it if other dice must stand behind it.
  function ruled(act, e, given, fails) {
    if (act.act !== "back" && act.act !== "throw") return null;
    var from = act.entry + (act.act === "back" ? 1 : 0);
    if (!(from >= 1 && from <= e.seq) || given[from] && from < e.seq) fails("place");
    for (var seq = from; seq < e.seq; seq++) given[seq] = true;
    return act;
  }
  // believed tells whether other dice are given for a reason that there is: by the ruling
  // directly before, which names the same entry, and with a fresh secret only where a game
  // that was over goes back. A ruling of an older ledger that does not say what it does is
  // taken for one, and was listed as such.
  function believed(again, was, mute, over, before) {
    if (again.why === "replay" || again.why === "discard") return !was;
    if (again.why === "moved") return !was && before && before.kind === "moved";
    if (again.why !== "ruling" && again.why !== "reopened") return false;
    if ((again.why === "reopened") !== over) return false;
    if (!was) return mute;
    return was.entry === again.from && (again.why === "ruling" || was.act === "back");
  }
  // counted compares what the file holds with what the page says must be there: of which game it is, how many
  // entries its ledger has, and with which hash they end; which bodies are withheld; and all dice.
  async function counted(proof, page, broken) {
    if (!page.game || !page.head) broken("page", {});
    if (proof.game !== page.game) broken("game", { Got: proof.game });
    var last = proof.entries[proof.entries.length - 1] || { hash: "", seq: 0 };
    if (proof.entries.length !== +page.entries) broken("entries", { Got: proof.entries.length, Want: page.entries });
    if (last.hash !== page.head) broken("head", { Seq: last.seq });
    var lines = proof.rolls.map(function (r) { return [r.turn, r.entry, r.index, r.sides].concat(r.faces).join(" ") + "\n"; });
    if (h.hex(await h.sha256(h.text(lines.join("")))) !== page.dice) broken("rolls", { Got: proof.rolls.length });
    var next = {};
    proof.rolls.forEach(function (r) { // the dice of an entry are numbered from 0 without a gap
      if (r.index !== (next[r.entry] || 0)) broken("index", { Turn: r.turn, Seq: r.entry, Index: next[r.entry] || 0 });
      next[r.entry] = r.index + r.faces.length;
    });
    (page.shown || []).forEach(function (shown) {
      var r = proof.rolls.filter(function (r) { return r.entry + "/" + r.index === shown.roll; })[0];
      var want = r ? (r.sides === 6 ? "" : "d" + r.sides + " ") + r.faces.join(" ") : "";
      if (want !== shown.text) broken("shown", { Seq: shown.roll.split("/")[0], Faces: shown.text, Want: want, Turn: r && r.turn });
    });
    if (page.shown && page.shown.length !== +page.count) broken("shown-count", { Got: page.shown.length, Want: page.count });
  }
  async function prove(proof, page, say) {
    var secrets = proof.opening.map(h.unhex), promised = [], following = {}, over = false;
    var scheme = 0, prev = "0".repeat(64), chain = "0".repeat(64), written = 0, open = null, turn = 0, force = null;
    var heads = {}, forces = {}, seeds = {}, turnAt = {}, opened = [];
    // What rulings give up; the one that other dice must stand directly behind; and whether the
    // entry before is a ruling that does not say what it does.
    var given = {}, behind = null, silent = false;
    function broken(word, args) { say(false, word, args || {}); }
    var withheld = (page.withheld || "").split(" ");
    await counted(proof, page, broken);
    for (var i = 0; i < proof.entries.length; i++) {
      var e = proof.entries[i], body = null, good = true, was = behind, mute = silent;
      behind = null;
      silent = false;
      var fails = function (word) { good = false; broken(word, { Seq: e.seq, Turn: open }); };
      if (e.seq !== i + 1) fails("missing");
      var sum = h.hex(await h.sha256(h.text("keryx-ledger-1\n" + proof.game + "\n" + e.seq + "\n" + e.kind + "\n" + e.side + "\n" + e.time + "\n" + e.digest + "\n" + prev + "\n")));
      if (sum !== e.hash) fails("hash");
      prev = e.hash;
      if (e.open) {
        body = h.base64(e.body);
        if (h.hex(await h.sha256(h.join(h.unhex(e.salt), body))) !== e.digest) fails("digest");
      }
      else if (withheld.indexOf(String(e.seq)) < 0) fails("bare");
      else if (e.kind !== "ruling") say(true, "withheld", { Seq: e.seq, Turn: open || turn });
      if (was && e.kind !== "reseed") fails("behind");
      var now = secrets[Math.max(promised.length - 1, 0)];
      var words = body && decode(body).split(" ");
      if (e.kind === "orders") {
        written++;
        chain = h.hex(await h.sha256(h.text("keryx-chain-1\n" + chain + "\n" + e.side + "\n" + e.digest + "\n")));
        var salt = await h.hmac(now, h.text(proof.game + (scheme === 0 ? "/salt/" + e.seq : "/orders/" + written)));
        if (e.open && h.hex(salt) !== e.salt) fails("salt");
      } else if (e.kind === "ruling") {
        if (body) behind = ruled(JSON.parse(decode(body).split("\n")[0]), e, given, fails);
        else {
          silent = true;
          if (good) say(null, "silent", { Seq: e.seq, Turn: open });
        }
      } else if (!body && e.kind !== "seats") {
        fails("unread");
      } else if (e.kind === "created") {
        var made = JSON.parse(decode(body));
        scheme = made.dice || 0;
        promised.push(made.commitment);
        if (i !== 0) fails("place");
      } else if (e.kind === "commit") {
        if (open !== null || +words[1] !== turn + 1) fails("place");
        open = turn = +words[1];
        force = words[2];
        opened.push({ turn: open, value: force, secret: promised.length - 1 });
      } else if (e.kind === "reveal") {
        if (open !== +words[1]) fails("place");
        if (h.hex(await h.sha256(h.unhex(words[2]))) !== force) fails("seed");
        seeds[force] = words[2];
        turnAt[e.seq] = open;
        open = null;
      } else if (e.kind === "reseed") {
        var again = JSON.parse(decode(body));
        var taken = again.why === "ruling" || again.why === "reopened"; // by a ruling directly before
        if (!believed(again, was, mute, over, proof.entries[i - 1])) fails("reseed");
        if (taken) turn = turnAt[again.from] || 0;
        if (again.from >= e.seq || again.turn !== turn || !taken && again.turn !== open) fails("place");
        if (h.hex(await h.sha256(h.unhex(again.seed))) !== force) fails("seed");
        if (again.why === "ruling") following[promised.length] = true;
        if (taken) over = false;
        open = again.turn;
        seeds[force] = again.seed;
        promised.push(again.secret);
        force = again.commitment;
        opened.push({ turn: again.turn, value: force, secret: promised.length - 1 });
      } else if (e.kind === "ended") {
        var end = JSON.parse(decode(body));
        if (open !== null) fails("place");
        var told = [end.secret].concat(end.later || []);
        if (told.length !== promised.length || told.join() !== proof.opening.slice(0, told.length).join()) fails("secret");
        over = true;
      }
      heads[e.seq] = scheme === 0 ? e.hash : chain;
      forces[e.seq] = force;
      if (!turnAt[e.seq]) turnAt[e.seq] = turn;
      if (good && !silent) say(true, "entry", { Seq: e.seq, Turn: open || turnAt[e.seq] });
    }
    if (behind) broken("behind", { Seq: proof.entries.length });
    if (!over) broken("unended", {});
    if (open !== null) broken("seedless", { Turn: open });
    if (promised.length !== secrets.length) broken("secrets", {});
    for (i = 0; i < Math.min(promised.length, secrets.length); i++) {
      var fits = h.hex(await h.sha256(secrets[i])) === promised[i];
      if (following[i]) fits = fits && h.hex(await h.sha256(h.text("keryx-next-secret-1\n" + proof.opening[i - 1] + "\n"))) === proof.opening[i];
      say(fits, fits ? "promise" : "secret", {});
    }
    for (i = 0; i < opened.length; i++) {
      var o = opened[i];
      if (!seeds[o.value]) { broken("seedless", { Turn: o.turn }); continue; }
      var follows = h.hex(await h.hmac(secrets[o.secret] || new Uint8Array(32), h.text(proof.game + "/" + o.turn))) === seeds[o.value];
      say(follows, follows ? "turn" : "seed-of", { Turn: o.turn });
    }
    for (i = 0; i < proof.rolls.length; i++) {
      var r = proof.rolls[i], faces = [], seed = seeds[forces[r.entry]];
      for (var k = 0; seed && k < r.faces.length; k++) faces.push(await face(h.unhex(seed), heads[r.entry], r.index + k, r.sides));
      var same = faces.join(" ") === r.faces.join(" ");
      say(same, same ? "throw" : "thrown", { Turn: r.turn, Seq: r.entry, Faces: r.faces.join(" "), Want: faces.join(" ") });
    }
  }
  async function face(seed, head, index, sides) {
    var limit = 256 - 256 % sides;
    for (var block = 0; ; block++) {
      var sum = await h.hmac(seed, h.text(head + "/" + index + "/" + block));
      for (var i = 0; i < sum.length; i++) if (sum[i] < limit) return sum[i] % sides + 1;
    }
  }
  window.keryxProve = prove;
  var place = document.getElementById("check");
  // read is what the page says, with the dice that its reader sees.
  function read() {
    var dice = document.querySelectorAll("[data-roll]"), page = {};
    for (var name in place.dataset) page[name] = place.dataset[name];
    if (only) page.shown = Array.from(dice).map(function (d) { return { roll: d.dataset.roll, text: d.textContent.trim() }; });
    return page;
  }
  if (!place || typeof keryxProof === "undefined") return;
  var only = place.dataset.turn && +place.dataset.turn;
  var button = document.createElement("button");
  button.type = "button";
  button.textContent = keryxWords["check"];
  var state = document.createElement("p"), list = document.createElement("ol");
  state.setAttribute("role", "status");
  list.className = "proof";
  place.append(button, state, list);
  button.addEventListener("click", async function () {
    button.disabled = true;
    list.textContent = "";
    place.className = "";
    state.textContent = keryxWords["checking"];
    var bad = 0, count = 0, left = 0, kept = 0;
    try {
      await prove(keryxProof, read(), function (good, word, args) {
        if (word === "withheld") kept++;
        if (good === false) bad++;
        if (good === null) left++;
        if (good !== false && only && args.Turn !== only) return;
        if (good) count++;
        var line = document.createElement("li");
        line.className = good ? "good" : good === null ? "left" : "bad";
        line.textContent = (good ? "✓ " : good === null ? "○ " : "✗ ") + keryxWords["check." + word].replace(/\{(\w+)\}/g, function (_, name) { return args[name === "N" ? "Turn" : name]; });
        list.append(line);
      });
    } catch (err) {
      bad++;
      var line = document.createElement("li");
      line.className = "bad";
      line.textContent = "✗ " + keryxWords["check.unreadable"] + " (" + err.message + ")";
      list.append(line);
    }
    place.className = bad ? "fails" : left ? "partly" : "holds";
    state.textContent = bad ? keryxWords["fails"].replace("{Count}", bad) : keryxWords[place.className].replace("{Count}", count).replace("{Left}", left);
    if (!bad && kept) state.textContent += " " + keryxWords["kept"].replace("{Count}", kept);
    button.disabled = false;
  });
})();
