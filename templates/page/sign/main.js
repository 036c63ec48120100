// What the reader sees and does. Texts are only ever set as text, never as markup.
(() => {
	const $ = (id) => document.getElementById(id);
	let language = "en", record = null, seed = null, kind = null, subject = "keryx";

	const say = (key, values) => {
		const template = PAGE.texts[language][key];
		return (template === undefined ? key : template).replace(/\{(\w+)\}/g, (all, name) => values && name in values ? values[name] : all);
	};
	const show = (id, yes) => { $(id).hidden = !yes; };
	const tell = (id, key, values) => { $(id).textContent = key ? say(key, values) : ""; };

	const translate = () => {
		document.documentElement.lang = language;
		document.title = say("title");
		for (const e of document.querySelectorAll("[data-say]")) e.textContent = say(e.dataset.say);
		$("language").value = language;
		tell("key-place", keys.shared ? "key.place-file" : "key.place-site");
		$("backup").parentNode.hidden = kind === null;
		if (kind === "p256") { tell("key-kind", "key.p256"); show("key-kind", true); }
		phraseAsked();
		showKey();
		look();
	};

	// ---- The key

	const showKey = async () => {
		show("no-key", record === null);
		for (const id of ["have-key", "join", "write"]) show(id, record !== null);
		show("old-secret", record !== null && keys.shared);
		if (record) tell("key-told", "key.told", { Name: record.name || "–", Made: record.made, Fingerprint: await keys.fingerprint(record) });
	};

	// secretsFit reports whether the passphrase of a key that is kept under one will do.
	const secretsFit = () => {
		if (!keys.shared) return true;
		const one = $("passphrase").value;
		if ([...one].length < 10) { tell("key-fault", "key.passphrase-short"); return false; }
		if (one !== $("passphrase-again").value) { tell("key-fault", "key.passphrase-differ"); return false; }
		return true;
	};

	const keep = async (kindOf, secret) => {
		record = await keys.keep(kindOf, secret, $("name").value.trim(), $("passphrase").value);
		for (const id of ["passphrase", "passphrase-again", "phrase-typed"]) $(id).value = "";
		$("phrase").textContent = "";
		for (const id of ["phrase-shown", "phrase-asked"]) show(id, false);
		seed = null;
		tell("key-fault", "");
		await showKey();
		$("from").focus();
	};

	let restoring = false;
	const phraseAsked = () => tell("phrase-label", restoring ? "phrase.type-old" : "phrase.type-new");

	const make = async () => {
		tell("key-fault", "");
		if (!secretsFit()) return;
		const secret = crypto.getRandomValues(new Uint8Array(32));
		if (!$("backup").checked) return keep(kind, secret);
		seed = secret;
		$("phrase").textContent = await phrase.write(kind, secret);
		show("phrase-shown", true);
		show("phrase-asked", false);
		$("phrase").scrollIntoView({ block: "nearest" });
	};
	const written = () => {
		restoring = false;
		phraseAsked();
		$("phrase").textContent = ""; // read back from what was written down, not from the screen
		show("phrase-shown", false);
		show("phrase-asked", true);
		$("phrase-typed").focus();
	};
	const restore = () => {
		tell("key-fault", "");
		if (!secretsFit()) return;
		restoring = true;
		seed = null;
		phraseAsked();
		show("phrase-shown", false);
		show("phrase-asked", true);
		$("phrase-typed").focus();
	};
	const checkPhrase = async () => {
		const typed = await phrase.read($("phrase-typed").value, keys.forms.map((f) => f.kind));
		if (typed.fault) return tell("key-fault", typed.fault, typed.values);
		if (!restoring && !(seed && octets.same(typed.secret, seed))) return tell("key-fault", "phrase.other");
		try {
			await keep(typed.kind, typed.secret);
		} catch (err) { tell("key-fault", "phrase.unusable"); }
	};
	const forget = async () => {
		if (!confirm(say("key.forget-sure"))) return;
		await keys.drop("key");
		record = null;
		show("send", false);
		await showKey();
	};

	// ---- The text

	const join = (text) => {
		$("text").value = text;
		look();
		$("text").scrollIntoView({ block: "nearest" });
		$("sign").focus();
	};
	const field = (id, key) => {
		const value = $(id).value.trim().replace(/^(?:code|address|adresse)[ \t:]+/i, ""); // a whole line may be copied
		if (value === "" || /\s/.test(value)) { tell("key-fault", key); $(id).focus(); return ""; }
		tell("key-fault", "");
		return value;
	};
	const register = () => {
		const from = field("from", "join.no-from");
		if (from) { keys.put("from", from); join(say("join.text-register", { From: from })); }
	};
	const confirmKey = () => {
		const code = field("code", "join.no-code");
		if (code) join(say("join.text-confirm", { Code: code }));
	};

	let nonce = "";
	const freshNonce = () => {
		const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
		nonce = Array.from(crypto.getRandomValues(new Uint8Array(26)), (n) => letters[n & 31]).join("");
	};
	// parted is what was written, without what stands around the order file: that is not signed.
	const parted = () => {
		const written = $("text").value, file = text.read(written);
		return file.sections > 0 || file.header.answers ? parts.take(written) : null;
	};
	const ownText = (p) => p === null ? $("text").value : p.text;
	const asideTold = (p) => {
		if (p === null) return [];
		const codes = { "old-letter": "look.old-letter" };
		const told = p.faults.map((f) => ({ kind: "fault", key: codes[f.code] || (f.sure ? "look.outside" : "look.perhaps"), values: { Line: f.line, Words: f.words } }));
		const own = p.aside.filter((a) => !a.quoted), quoted = p.aside.length - own.length;
		if (told.length === 0 && own.length > 0) told.push({ kind: "note", key: "look.aside", values: { Words: own.map((a) => a.words).join(" / ").slice(0, 200) } });
		if (told.length === 0 && quoted > 0) told.push({ kind: "note", key: "look.aside-quoted", values: { Count: quoted } });
		return told;
	};

	const look = () => {
		const p = parted();
		const found = asideTold(p).concat(text.look(ownText(p)));
		$("found").replaceChildren(...found.map((f) => {
			const item = document.createElement("li");
			item.className = f.kind;
			item.textContent = say(f.key, f.values);
			return item;
		}));
		const whole = text.canonical(text.toSign(ownText(p), nonce));
		$("shown").textContent = whole;
		$("sign").disabled = whole === "" || found.some((f) => f.kind === "fault");
		const file = text.read(ownText(p));
		const at = file.header.at || file.at;
		if (at && /^\S+@\S+$/.test(at)) $("at").value = at;
		subject = file.header.game || "keryx";
		return whole;
	};

	const sign = async () => {
		tell("sign-fault", "");
		const whole = look();
		const at = $("at").value.trim();
		if (!/^[^\s@<>,;:"?&%]+@[^\s@<>,;:"?&%]+$/.test(at)) { tell("sign-fault", "write.no-at"); $("at").focus(); return; }
		$("sign").disabled = true;
		try {
			const key = await keys.unlocked(record, $("unlock").value);
			if (key === null) { tell("sign-fault", "write.locked"); $("unlock").focus(); return; }
			const proof = await keys.sign(record, key, whole);
			await keys.put("at", at);
			hand("-----BEGIN KERYX ORDERS-----\n" + whole + proof, at);
			freshNonce();
		} finally {
			$("unlock").value = "";
			$("sign").disabled = false;
		}
	};

	// ---- The mail

	const mailMost = 1900; // characters of a link that every system hands over whole
	const hand = (signed, at) => {
		$("signed").value = signed;
		const link = "mailto:" + at + "?subject=" + encodeURIComponent(subject) + "&body=" + encodeURIComponent(signed.replace(/\n/g, "\r\n"));
		const short = link.length <= mailMost;
		show("mail", short);
		if (short) $("mail").href = link; else $("mail").removeAttribute("href");
		show("share", Boolean(navigator.share));
		tell("send-lead", short ? "send.lead" : "send.lead-long", { At: at });
		tell("sent", "");
		show("send", true);
		$("send").focus();
		$("send").scrollIntoView({ block: "nearest" });
	};
	const copy = async () => {
		try {
			await navigator.clipboard.writeText($("signed").value);
			tell("sent", "send.copied", { At: $("at").value });
		} catch (err) {
			$("signed").focus();
			$("signed").select();
			tell("sent", document.execCommand("copy") ? "send.copied" : "send.not-copied", { At: $("at").value });
		}
	};
	const share = async () => {
		try {
			await navigator.share({ title: subject, text: $("signed").value });
		} catch (err) {
			if (err.name !== "AbortError") tell("sent", "send.not-shared");
		}
	};

	// fill takes what a link carries into the fields, and nothing is done with it.
	const fill = () => {
		const given = new URLSearchParams(location.hash.slice(1));
		if (location.hash) history.replaceState(null, "", location.pathname + location.search);
		for (const id of ["at", "from", "code", "text"]) {
			const value = given.get(id);
			if (value !== null && value.length <= PAGE.most) $(id).value = value;
		}
		if (given.get("lang") in PAGE.texts) language = given.get("lang");
	};

	// ---- The start

	const start = async () => {
		language = (navigator.language || "en").toLowerCase().startsWith("fr") ? "fr" : "en";
		const stop = (key) => { translate(); tell("lacks", key); show("lacks", true); };
		if (window.top !== window) return stop("lacks.frame");
		if (!window.isSecureContext || !window.crypto || !crypto.subtle) return stop("lacks.secure");
		try {
			const chosen = await keys.get("language");
			if (chosen in PAGE.texts) language = chosen;
			$("at").value = await keys.get("at") || "";
			$("from").value = await keys.get("from") || "";
			record = await keys.get("key") || null;
		} catch (err) { return stop("lacks.storage"); }
		const form = await keys.usable();
		if (form === null && record === null) return stop("lacks.key");
		kind = form && form.kind;
		show("new-secret", keys.shared);
		freshNonce();
		fill();
		translate();
		show("all", true);
	};

	$("language").addEventListener("change", () => { language = $("language").value; keys.put("language", language).catch(() => {}); translate(); });
	for (const [id, act] of Object.entries({ make, restore, "phrase-written": written, "phrase-check": checkPhrase, forget, register, confirm: confirmKey, sign, copy, share })) {
		$(id).addEventListener("click", act);
	}
	$("text").addEventListener("input", look);
	window.addEventListener("hashchange", () => { fill(); translate(); });
	start();
})();
