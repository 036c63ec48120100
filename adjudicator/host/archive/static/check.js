// Computes the proof of a game again, as "keryx verify" does: the ledger's chain, the
// promises of the dice, and every throw. What it says is said line by line.
(function () {
  "use strict";
  var h = keryxHash;
  function decode(bytes) { return new TextDecoder().decode(bytes); }
  async function prove(proof, say) {
    var secrets = proof.opening.map(h.unhex), promised = [], following = {}, ruled = false, over = false;
    var scheme = 0, prev = "0".repeat(64), chain = "0".repeat(64), written = 0, open = null, force = null;
    var heads = {}, forces = {}, seeds = {}, turnOf = {}, opened = [];
    function broken(word, args) { say(false, word, args || {}); }
    for (var i = 0; i < proof.entries.length; i++) {
      var e = proof.entries[i], body = null, good = true;
      turnOf[e.seq] = open;
      var fails = function (word) { good = false; broken(word, { Seq: e.seq, Turn: turnOf[e.seq] }); };
      if (e.seq !== i + 1) fails("missing");
      var sum = h.hex(await h.sha256(h.text("keryx-ledger-1\n" + proof.game + "\n" + e.seq + "\n" + e.kind + "\n" + e.side + "\n" + e.time + "\n" + e.digest + "\n" + prev + "\n")));
      if (sum !== e.hash) fails("hash");
      prev = e.hash;
      if (e.open) {
        body = h.base64(e.body);
        if (h.hex(await h.sha256(h.join(h.unhex(e.salt), body))) !== e.digest) fails("digest");
      }
      var now = secrets[Math.max(promised.length - 1, 0)];
      var words = body && decode(body).split(" ");
      if (e.kind === "orders") {
        written++;
        chain = h.hex(await h.sha256(h.text("keryx-chain-1\n" + chain + "\n" + e.side + "\n" + e.digest + "\n")));
        var salt = await h.hmac(now, h.text(proof.game + (scheme === 0 ? "/salt/" + e.seq : "/orders/" + written)));
        if (e.open && h.hex(salt) !== e.salt) fails("salt");
      } else if (!body && e.kind !== "seats" && e.kind !== "ruling") {
        fails("unread");
      } else if (e.kind === "created") {
        var made = JSON.parse(decode(body));
        scheme = made.dice || 0;
        promised.push(made.commitment);
        if (i !== 0) fails("place");
      } else if (e.kind === "commit") {
        if (open !== null) fails("place");
        open = +words[1];
        force = words[2];
        turnOf[e.seq] = open;
        opened.push({ turn: open, value: force, secret: promised.length - 1 });
      } else if (e.kind === "reveal") {
        if (open !== +words[1]) fails("place");
        if (h.hex(await h.sha256(h.unhex(words[2]))) !== force) fails("seed");
        seeds[force] = words[2];
        open = null;
      } else if (e.kind === "reseed") {
        var again = JSON.parse(decode(body));
        var taken = again.why === "ruling" || again.why === "reopened"; // by a ruling directly before
        if (again.from >= e.seq || taken !== ruled || !taken && again.turn !== open || again.why === "reopened" && !over || again.why === "ruling" && over) fails("place");
        if (h.hex(await h.sha256(h.unhex(again.seed))) !== force) fails("seed");
        if (again.why === "ruling") following[promised.length] = true;
        over = false;
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
      ruled = e.kind === "ruling";
      heads[e.seq] = scheme === 0 ? e.hash : chain;
      forces[e.seq] = force;
      if (good) say(true, "entry", { Seq: e.seq, Turn: turnOf[e.seq] });
    }
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
    var bad = 0, count = 0;
    try {
      await prove(keryxProof, function (good, word, args) {
        if (!good) bad++;
        if (good && only && args.Turn !== only) return;
        count++;
        var line = document.createElement("li");
        line.className = good ? "good" : "bad";
        line.textContent = (good ? "✓ " : "✗ ") + keryxWords["check." + word].replace(/\{(\w+)\}/g, function (_, name) { return args[name === "N" ? "Turn" : name]; });
        list.append(line);
      });
    } catch (err) {
      bad++;
      var line = document.createElement("li");
      line.className = "bad";
      line.textContent = "✗ " + keryxWords["check.unreadable"] + " (" + err.message + ")";
      list.append(line);
    }
    place.className = bad ? "fails" : "holds";
    state.textContent = bad ? keryxWords["fails"].replace("{Count}", bad) : keryxWords["holds"].replace("{Count}", count);
    button.disabled = false;
  });
})();
