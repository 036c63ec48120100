"use strict";
// What is signed of a text, and what is looked at before: the same as mail.Canonical and
// orders.ToSign of the program, which its tests compare.
const text = (() => {
	const trimmed = (line) => line.replace(/^[ \t\uFEFF]+|[ \t\r\uFEFF]+$/g, "");

	// plain is step 3 of the canonical form.
	const plain = (s) => s
		.replace(/[\u2018-\u201B\u2032\u2039\u203A]/g, "'")
		.replace(/[\u201C-\u201F\u2033\u00AB\u00BB]/g, '"')
		.replace(/[\u2010-\u2015\u2212]/g, "-")
		.replace(/\u2026/g, "...")
		.replace(/[\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]/g, " ");

	const canonical = (s) => plain(s.replace(/\r\n/g, "\n").normalize("NFC")).split("\n")
		.map((line) => trimmed(line).split(/[ \t]+/).filter((word) => word !== "").join(" "))
		.filter((line) => line !== "").map((line) => line + "\n").join("");

	// fold compares keywords: small letters without accents.
	const fold = (s) => plain(s).normalize("NFD").replace(/[\u0300-\u036F]/g, "").replace(/[\u0152\u0153]/g, "oe").replace(/[\u00C6\u00E6]/g, "ae")
		.replace(/[A-Z]/g, (c) => c.toLowerCase()).trim();

	const uncommented = (line) => trimmed(line.replace(/(^|[ \t])#.*$/, ""));
	const heading = (line) => fold(uncommented(line).replace(/[ \t:]+$/, "")).split(/[ \t]+/).join(" ");
	const spelled = (word) => Object.hasOwn(PAGE.keywords, word) ? PAGE.keywords[word] : "";
	const keyword = (line) => {
		const found = /^[ \t]*([^ \t:=,;#"\\]+)(.*)$/.exec(line);
		return found ? { word: spelled(fold(found[1])), rest: found[2] } : { word: "", rest: "" };
	};
	const value = (rest) => uncommented(rest).replace(/^[ \t:=]+/, "");
	const isEnd = (line) => {
		const { word, rest } = keyword(line);
		return /^[- ]*-[- ]*$/.test(plain(line)) || word === "end" && uncommented(rest) === "";
	};
	const isWords = (line) => line.length <= PAGE.word && Object.hasOwn(PAGE.words, heading(line));
	const isProse = (line) => isEnd(line) || isWords(line);
	const isSection = (line) => Object.hasOwn(PAGE.headings, heading(line));

	const nonceOf = (line) => {
		if (line.startsWith("# nonce")) return line.slice("# nonce".length).trim();
		const { word, rest } = keyword(line);
		return word === "nonce" ? value(rest) : null;
	};

	// read takes a text apart as far as the page must know it.
	const read = (s) => {
		const file = { header: {}, orders: 0, sections: 0, quoted: 0, armour: 0, request: "" };
		let inside = false;
		for (const raw of s.split("\n")) {
			const line = trimmed(raw);
			if (isProse(line)) break;
			if (line.startsWith(">")) file.quoted++;
			if (line.startsWith("-----")) file.armour++;
			if (line === "" || line.startsWith("#")) continue;
			const { word, rest } = keyword(line);
			if (isSection(line)) {
				inside = true;
				file.sections++;
			} else if (!inside && word !== "" && word !== "end" && word !== "phase") {
				file.header[word] = file.header[word] || value(rest);
			} else if (inside) {
				file.orders++;
			} else if (file.request === "" && Object.keys(file.header).length === 0) {
				file.request = line;
			}
			const at = /^at[ \t:=]+(\S+@\S+)$/i.exec(line);
			if (at && !inside) file.at = at[1];
		}
		return file;
	};

	const toSign = (s, nonce) => {
		const file = read(s);
		if (file.sections === 0) return s;
		let header = "", body = "", inBody = false, prose = false;
		for (const raw of s.match(/[^\n]*\n|[^\n]+$/g) || []) {
			const line = trimmed(raw.replace(/\n$/, ""));
			prose = prose || isProse(line);
			const found = prose ? null : nonceOf(line);
			if (prose) inBody = true;
			else if (found) nonce = found;
			if (!prose && (found !== null || line.startsWith("#"))) continue;
			inBody = inBody || isSection(line);
			if (inBody) body += raw; else header += raw;
		}
		return header + "nonce " + nonce + "\n" + body;
	};

	// look returns what is wrong or worth knowing, as keys of texts with their values. It looks at a text
	// without what stands around its file, which was parted from it.
	const look = (s) => {
		const found = [];
		const say = (kind, key, values) => found.push({ kind, key, values: values || {} });
		if (canonical(s) === "") return found;
		const hidden = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]|\r(?!\n)/.exec(s);
		if (hidden) say("fault", "look.hidden", { Line: s.slice(0, hidden.index).split("\n").length });
		if (new TextEncoder().encode(s).length > PAGE.most) say("fault", "look.large", { Most: PAGE.most / 1024 });
		const file = read(s);
		if (file.armour > 0) say("fault", "look.armour");
		if (file.quoted > 0) say("fault", "look.quoted");
		if (file.request !== "" && file.sections === 0) {
			say("good", "look.request", { Words: file.request.slice(0, 60) });
			if (/\S[^\n]*\n[ \t\r]*\n\s*\S/.test(s)) say("note", "look.request-alone");
			return found;
		}
		for (const field of ["game", "side", "answers"]) {
			if (!file.header[field]) say("fault", "look.no-" + field);
		}
		const code = file.header.answers;
		if (code && !/^[A-HJ-NP-Z2-9]{8}$/.test(code.toUpperCase().replace(/[- ]/g, ""))) say("fault", "look.code", { Code: code.slice(0, 30) });
		if (file.sections === 0) say("fault", "look.no-section");
		else if (file.orders === 0) say("note", "look.no-orders");
		if (!found.some((f) => f.kind === "fault")) say("good", "look.file", { Game: file.header.game, Side: file.header.side, Count: file.orders });
		return found;
	};

	return { canonical, toSign, look, read, trimmed, plain, fold, uncommented, heading, spelled, keyword, value, isEnd, isWords, isSection };
})();
