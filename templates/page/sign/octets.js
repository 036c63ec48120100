// Octets, and the forms in which OpenSSH writes keys and signatures.
const octets = (() => {
	const utf8 = (s) => new TextEncoder().encode(s);
	const join = (...parts) => {
		const all = new Uint8Array(parts.reduce((n, p) => n + p.length, 0));
		let at = 0;
		for (const p of parts) { all.set(p, at); at += p.length; }
		return all;
	};
	const uint32 = (n) => new Uint8Array([n >>> 24, n >>> 16 & 255, n >>> 8 & 255, n & 255]);
	const string = (b) => {
		const bytes = typeof b === "string" ? utf8(b) : b;
		return join(uint32(bytes.length), bytes);
	};
	// mpint is a number that is not negative, without leading zeros (RFC 4251 section 5).
	const mpint = (b) => {
		let from = 0;
		while (from < b.length - 1 && b[from] === 0) from++;
		const bare = b.slice(from);
		return string(bare[0] & 128 ? join(new Uint8Array(1), bare) : bare);
	};
	const base64 = (b) => btoa(Array.from(b, (c) => String.fromCharCode(c)).join(""));
	const fromBase64url = (s) => Uint8Array.from(atob(s.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
	const same = (a, b) => a.length === b.length && a.every((c, i) => c === b[i]);
	return { utf8, join, uint32, string, mpint, base64, fromBase64url, same };
})();

// phrase writes 32 secret octets as words of five letters that can be spoken, each for two
// octets, and one more that notices what was written down wrongly.
const phrase = (() => {
	const consonants = "bdfghjklmnprstvz", vowels = "aiou";
	const word = (n) => consonants[n >> 12 & 15] + vowels[n >> 10 & 3] + consonants[n >> 6 & 15] + vowels[n >> 4 & 3] + consonants[n & 15];
	const number = (w) => {
		const at = [consonants, vowels, consonants, vowels, consonants].map((letters, i) => letters.indexOf(w[i]));
		return at.some((n) => n < 0) ? -1 : at[0] << 12 | at[1] << 10 | at[2] << 6 | at[3] << 4 | at[4];
	};
	const check = async (kind, secret) => new Uint8Array(await crypto.subtle.digest("SHA-256", octets.join(octets.utf8("keryx phrase " + kind + "\n"), secret))).slice(0, 2);
	const write = async (kind, secret) => {
		const all = octets.join(secret, await check(kind, secret));
		const words = [];
		for (let i = 0; i < all.length; i += 2) words.push(word(all[i] << 8 | all[i + 1]));
		return words.join(" ");
	};
	// read returns the kind of key and its secret, or what is wrong.
	const read = async (typed, kinds) => {
		const words = typed.toLowerCase().split(/[^a-z]+/).filter((w) => w !== "");
		if (words.length !== 17) return { fault: "phrase.count", values: { Count: words.length } };
		const all = [];
		for (const [i, w] of words.entries()) {
			const n = w.length === 5 ? number(w) : -1;
			if (n < 0) return { fault: "phrase.word", values: { Word: w, Place: i + 1 } };
			all.push(n >> 8, n & 255);
		}
		const secret = new Uint8Array(all.slice(0, 32));
		for (const kind of kinds) {
			if (octets.same(await check(kind, secret), new Uint8Array(all.slice(32)))) return { kind, secret };
		}
		return { fault: "phrase.wrong", values: {} };
	};
	return { write, read };
})();
