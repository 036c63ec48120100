// What stands around an order file: the same as orders.Part of the program, which a test compares.
// Whether a line keeps the rules of a game is the one thing that the page cannot know: where that
// decides, the line counts as an order, and its author is asked.
const parts = (() => {
	const blanks = " \\t\\r\\n\\uFEFF\\u00a0\\u202f";
	const bareOf = (line) => line.replace(new RegExp("^[" + blanks + "]+|[" + blanks + "]+$", "g"), "");
	const isQuoted = (bare) => bare.startsWith(">");
	const isNothing = (bare) => bare === "" || bare[0] === "#";
	const gameID = /^[a-z]{1,20}-[1-9][0-9]{0,5}$/;
	const answered = /^[a-z0-9]{4}-?[a-z0-9]{4}$/;
	const markForm = /^[a-z]{1,2}[-.]?[0-9]{1,3}$/;
	const codeForm = /^[a-z2-9]{4}-[a-z2-9]{4}$/;
	const letterTop = /^[*_]*(?:from|de)[*_]*[ \t\u00a0\u202f]*:[*_]*[ \t\u00a0]*\S/i;
	const letterField = /^[*_]*(?:to|cc|sent|date|subject|à|a|envoyé|envoye|objet|reply-to)[*_]*[ \t\u00a0\u202f]*:/i;
	const introduction = /[0-9@]|wrote|ecrit/;
	const whens = ["when", "if", "quand", "si", "lorsque"];
	const leads = Object.keys(PAGE.keywords).concat(Object.keys(PAGE.words));
	const fieldsOf = (s) => s.split(/[ \t\r\n\u00a0]+/).filter((w) => w !== "");

	const isServer = (line) => {
		const words = fieldsOf(line.replace(/#.*$/, "").replace(/^["“”«»\s]+|["“”«»\s]+$/g, ""));
		return words.length === 2 && ["at", "server", "chez", "serveur"].includes(text.fold(words[0].replace(/[:=]+$/, ""))) && words[1].includes("@");
	};
	const isTurn = (value) => {
		const words = fieldsOf(value);
		return words.length > 0 && words.length <= 5 && /[0-9]$/.test(value);
	};

	// near reports whether one letter more, less, other or swapped makes one word of the other.
	const near = (a, b) => {
		if (a.length < 3 || b.length < 3 || Math.abs(a.length - b.length) > 1) return false;
		let i = 0;
		while (i < a.length && i < b.length && a[i] === b[i]) i++;
		if (a.length === b.length) {
			return a.slice(i + 1) === b.slice(i + 1) || a[i] === b[i + 1] && a[i + 1] === b[i] && a.slice(i + 2) === b.slice(i + 2);
		}
		return a.length > b.length ? a.slice(i + 1) === b.slice(i) : a.slice(i) === b.slice(i + 1);
	};

	// words are what a game knows of words.
	const wordsOf = (game) => {
		const all = Object.entries(game.names);
		const own = (word) => Object.hasOwn(game.names, word) ? game.names[word] : [];
		const verbNames = all.filter(([, ids]) => ids.some((id) => id < game.verbs)).map(([fold]) => fold);
		const isVerb = (fold) => own(fold).some((id) => id < game.verbs);
		const things = (fold) => new Set(fold.length < 3 || /[0-9]/.test(fold) ? [] : all.filter(([name]) => name.startsWith(fold) && !/[0-9]/.test(name)).flatMap(([, ids]) => ids));
		const isShort = (fold) => own(fold).length === 0 && [...things(fold)].filter((id) => id < game.verbs).length === 1;
		// knows reports whether a word is a name, a number or a code that the game knows.
		const knows = (word, exactly) => {
			const fold = text.fold(word);
			if (/^[0-9]/.test(fold) || gameID.test(fold) || markForm.test(fold) || codeForm.test(fold) && /[2-9]/.test(fold)) return true;
			const glued = fold.replace(/[-/_ ]/g, "");
			if (fold.length > 1 && own(fold).concat(/[0-9]$/.test(glued) ? own(glued) : []).some((id) => id >= game.verbs)) return true;
			const found = exactly && fold.length >= 4 ? [...things(fold.replace(/[/_ ]/g, "-"))] : [];
			return found.length === 1 && found[0] >= game.verbs;
		};
		// verbs are the words that a word is, or is a letter away from, or begins.
		const verbs = (first) => {
			if (isVerb(first)) return { found: [first], exactly: true };
			if (first.length < 3 || first.length > 40) return { found: [], exactly: false };
			const found = leads.concat(verbNames).filter((word) => near(first, word));
			if (isShort(first)) found.push(first);
			return { found, exactly: false };
		};
		// isRule reports whether a line has the form of a standing order, "losses: smallest first": words
		// of the game, a colon, and something behind it.
		const isRule = (line) => {
			const [, subject, answer] = /^(.*?):[ \t\u00a0]+(.*)$/.exec(line) || ["", "", ""];
			const words = fieldsOf(subject).map((w) => text.fold(w)).filter((w) => /[a-z0-9]/.test(w));
			const known = (w) => game.words.includes(w) || own(w).length > 0 || /^[0-9]/.test(w);
			return words.length > 0 && answer.trim() !== "" && (whens.includes(words[0]) || words.every(known));
		};
		// reads reports whether a line may be an order or a standing order.
		const reads = (line, words, first) => {
			if (!isVerb(first) && !isShort(first)) return isRule(line);
			if (words.length === 1) return game.alone.includes(first) || isShort(first) && verbNames.some((v) => v.startsWith(first) && game.alone.includes(v));
			return game.words.includes(text.fold(words[1])) || knows(words[1], true);
		};
		return { knows, verbs, reads, alone: (verb) => leads.includes(verb) || game.alone.includes(verb) || isShort(verb) && verbNames.some((v) => v.startsWith(verb) && game.alone.includes(v)) };
	};

	// take parts a text that holds the order file of a game; null where it holds none that the page knows.
	const take = (s) => {
		const lines = s.match(/[^\n]*\n|[^\n]+$/g) || [];
		if (s === "" || s.endsWith("\n")) lines.push("");
		const bares = lines.map(bareOf);
		const start = lines.findIndex((raw, i) => {
			const { word, rest } = text.keyword(bares[i]);
			return word === "game" && gameID.test(text.fold(text.value(rest)));
		});
		if (start < 0) return null;
		const prefix = text.fold(text.value(text.keyword(bares[start]).rest)).split("-")[0];
		if (!Object.hasOwn(PAGE.games, prefix) || new TextEncoder().encode(s).length > PAGE.most) return null;
		const game = wordsOf(PAGE.games[prefix]);

		const aside = lines.map(() => ""), hidden = lines.map(() => false), faults = [];
		let led = false, end = 0;

		// likeness is "sure", "perhaps" where the rules of the game would decide, or "".
		const likeness = (given) => {
			const line = given.replace(/^[ \t*+\-–—•·"'“”«»‘’([{_~=\u00a0\u202f\uFEFF]+/, "").replace(/^[0-9]{1,3}[.)][ \t]+/, "");
			const words = line.split(/[ \t,;:=!?"“”«»()[\]\u00a0\u202f\uFEFF]+/).map((w) => w.replace(/[.…'’*_\-–—\\]+$/, "")).filter((w) => w !== "");
			if (words.length === 0) return "";
			const first = text.fold(words[0]), section = text.isSection(line);
			const head = text.spelled(first);
			if (head !== "" || Object.hasOwn(PAGE.words, first)) {
				if (words.length === 1 && head !== "turn" || section) return "sure";
				return head !== "" && head !== "orders" && head !== "standing" && setsField(head, words.slice(1)) ? "sure" : "";
			}
			const { found, exactly } = game.verbs(first);
			if (found.length > 0) {
				if (words.length === 1 && (exactly || line.endsWith("\\"))) return "sure";
				if (words.length === 1 && PAGE.given.includes(first) && words[0] !== first && words[0].slice(1) === first.slice(1)) return "";
				if (words.length === 1 && !PAGE.usual.includes(first) && found.some(game.alone)) return "sure";
				if (words.length > 1 && game.knows(words[1], exactly)) return "sure";
			}
			if (section) return "sure";
			return game.reads(line, words, first) ? "perhaps" : "";
		};
		const setsField = (head, value) => {
			const fold = text.fold(value[0]);
			switch (head) {
			case "game": return gameID.test(fold);
			case "answers": return answered.test(text.fold(value.join("")));
			case "phase": return game.knows(value[0], true) && (value.length === 1 || value.length === 2 && ["again", "encore"].includes(text.fold(value[1])));
			case "side": case "nonce": return value.length === 1 && game.knows(value[0], true);
			}
			return false;
		};
		const like = (line) => likeness(line) !== "";

		const inHeader = (bare) => {
			const { word, rest } = text.keyword(bare);
			return (["game", "side", "turn", "answers", "nonce"].includes(word) || isServer(bare)) && fieldsOf(text.value(rest)).length <= 3;
		};
		const begunAbove = (bare) => {
			const { word, rest } = text.keyword(bare);
			const value = text.value(rest), one = value !== "" && fieldsOf(value).length === 1;
			switch (word) {
			case "side": return one && game.knows(value, false);
			case "answers": return one && answered.test(text.fold(value));
			case "turn": return isTurn(value);
			case "nonce": return one;
			}
			return isServer(bare);
		};
		const turnAgain = (i) => {
			if (text.keyword(bares[i]).word !== "turn") return false;
			for (let n = start; n < lines.length && !text.isSection(bares[n]); n++) if (text.keyword(bares[n]).word === "turn") return true;
			return false;
		};
		const beginsLetter = (bare) => letterTop.test(bare);
		const heads = (i) => bares.slice(i + 1, i + 5).some((bare) => letterField.test(bare));
		const introduces = (i) => {
			const ends = (n) => bares[n].endsWith(":");
			const above = (n) => isQuoted(bares.slice(n + 1).find((bare) => bare !== "") || "");
			const line = bares[i];
			if (isNothing(line) || isQuoted(line) || like(text.uncommented(line))) return false;
			if (ends(i) && above(i)) return introduction.test(text.fold(line)) || i > 0 && introduction.test(text.fold(bares[i - 1]));
			return i + 1 < lines.length && introduction.test(line) && ends(i + 1) && above(i + 1) && !/[0-9@]/.test(bares[i + 1]) && !like(text.uncommented(bares[i + 1]));
		};
		const logical = (i, over) => {
			let joined = text.uncommented(bares[i]), next = i + 1;
			if (isNothing(bares[i]) || isQuoted(bares[i])) return { next, joined };
			for (let n = next; n < over && /[\\,;]$/.test(joined); n++) {
				const bare = bares[n];
				if (isNothing(bare)) continue;
				const lead = text.keyword(bare).word, word = text.fold((/^[^ \t:=,;#"\\]+/.exec(bare) || [""])[0]);
				if (isQuoted(bare) || !joined.endsWith("\\") && (lead !== "" || whens.includes(word))) break;
				joined = joined.replace(/\\$/, "") + " " + text.uncommented(bare);
				next = n + 1;
			}
			return { next, joined };
		};

		let top = start;
		for (let i = start - 1; i >= 0 && (isNothing(bares[i]) || begunAbove(bares[i]) && !turnAgain(i)); i--) if (!isNothing(bares[i])) top = i;
		if (bares.slice(0, top).some(text.isWords)) return null;
		let over = start;
		while (over < lines.length && !(text.isEnd(bares[over]) || text.isWords(bares[over]) || beginsLetter(bares[over]))) over++;
		let head = start;
		while (head < over && !text.isSection(bares[head])) head++;
		const names = (field) => bares.slice(top, head).some((bare) => text.keyword(bare).word === field);
		let last = start;
		for (let i = start; i < head; i++) if (inHeader(bares[i])) last = i;
		for (let i = head; i < over;) {
			const { next, joined } = logical(i, over);
			if (!isNothing(bares[i]) && !isQuoted(bares[i]) && like(joined)) last = next - 1;
			i = next;
		}
		const standsAlone = bares.slice(head, over).some((bare) => Object.hasOwn(PAGE.headings, text.heading(bare)) && PAGE.headings[text.heading(bare)] === "standing");
		const whole = head < over && names("side") && names("answers") &&
			(last > head || over < lines.length && text.isWords(bares[over]) || standsAlone);

		const fault = (code, i, sure) => faults.push({ code, line: i + 1, sure, words: bares[i].slice(0, 60) });
		const tell = (i, likely) => {
			const { word, rest } = text.keyword(bares[i]);
			const opens = text.isSection(bares[i]) || word === "phase" && /[0-9]/.test(rest);
			fault(end === 0 ? "order-outside" : opens ? "section-after-end" : "order-after-end", i, likely === "sure");
		};
		const outside = (from, to, complete) => {
			for (let i = from; i < to; i++) {
				const bare = bares[i];
				if (isQuoted(bare)) {
					if (complete) aside[i] = "quoted";
				} else if (isNothing(bare)) {
					continue;
				} else if (beginsLetter(bare)) {
					fault("old-letter", i, true);
					aside[i] = "written";
				} else {
					const likely = likeness(text.uncommented(bare));
					if (likely !== "") tell(i, likely);
					aside[i] = introduces(i) ? "quoted" : "written";
				}
				led = led || from === 0;
			}
			if (aside.slice(from, to).some((a) => a !== "")) for (let i = from; i < to; i++) hidden[i] = aside[i] === "" && bares[i].startsWith("#");
		};
		const behind = () => {
			let i = over;
			for (; i < lines.length && !text.isEnd(bares[i]); i++) {
				if (beginsLetter(bares[i]) && (i === over || heads(i))) {
					fault("old-letter", i, true);
					for (let n = i; n < lines.length; n++) if (bares[n] !== "") aside[n] = "written";
					return;
				}
				if (isQuoted(bares[i]) || introduces(i)) aside[i] = "quoted";
			}
			if (i === lines.length) return;
			end = i + 1;
			outside(i + 1, lines.length, true);
		};
		outside(0, top, whole);
		let below = last + 1;
		while (below < over && bares[below] !== "" && !isQuoted(bares[below]) && !introduces(below)) below++;
		outside(below, over, whole);
		behind();

		const keptText = lines.map((line, i) => aside[i] === "" && !hidden[i] ? line : line.endsWith("\n") ? "\n" : "").join("");
		return { text: keptText, aside: aside.map((why, i) => ({ line: i + 1, words: bares[i], quoted: why === "quoted", out: why !== "" })).filter((a) => a.out), led, faults };
	};
	return { take };
})();
