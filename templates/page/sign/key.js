// The key: made from a seed, kept so that scripts cannot take it out, or under a passphrase
// where other pages share the storage.
const keys = (() => {
	const ed25519 = { kind: "ed25519", algorithm: { name: "Ed25519" }, sign: { name: "Ed25519" },
		pkcs8: [0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20] };
	const p256 = { kind: "p256", algorithm: { name: "ECDSA", namedCurve: "P-256" }, sign: { name: "ECDSA", hash: "SHA-256" },
		pkcs8: [0x30, 0x41, 0x02, 0x01, 0x00, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x08, 0x2a, 0x86, 0x48,
			0xce, 0x3d, 0x03, 0x01, 0x07, 0x04, 0x27, 0x30, 0x25, 0x02, 0x01, 0x01, 0x04, 0x20] };
	const forms = [ed25519, p256];
	const shared = location.protocol === "file:"; // other pages of this computer share the storage
	const rounds = 600000;

	const form = (kind) => forms.find((f) => f.kind === kind);
	const imported = (f, secret, extractable) => crypto.subtle.importKey("pkcs8", octets.join(new Uint8Array(f.pkcs8), secret), f.algorithm, extractable, ["sign"]);

	// blob is the public half in the form of OpenSSH (RFC 4253 section 6.6, RFC 8709, RFC 5656).
	const blob = async (f, secret) => {
		const jwk = await crypto.subtle.exportKey("jwk", await imported(f, secret, true));
		const x = octets.fromBase64url(jwk.x);
		if (f === ed25519) return octets.join(octets.string("ssh-ed25519"), octets.string(x));
		const point = octets.join(new Uint8Array([4]), x, octets.fromBase64url(jwk.y));
		return octets.join(octets.string("ecdsa-sha2-nistp256"), octets.string("nistp256"), octets.string(point));
	};

	// usable returns the first kind of key that this browser can make, use and keep.
	const usable = async () => {
		for (const f of forms) {
			try {
				const secret = crypto.getRandomValues(new Uint8Array(32));
				const key = await imported(f, secret, false);
				await crypto.subtle.sign(f.sign, key, secret);
				await blob(f, secret);
				return f;
			} catch (err) { /* the next kind */ }
		}
		return null;
	};

	const opened = () => new Promise((resolve, reject) => {
		const request = indexedDB.open("keryx-sign", 1);
		request.onupgradeneeded = () => request.result.createObjectStore("kept");
		request.onsuccess = () => resolve(request.result);
		request.onerror = () => reject(request.error);
	});
	const inStore = async (mode, work) => {
		const db = await opened();
		try {
			return await new Promise((resolve, reject) => {
				const change = db.transaction("kept", mode);
				const request = work(change.objectStore("kept"));
				change.oncomplete = () => resolve(request.result);
				change.onabort = change.onerror = () => reject(change.error);
			});
		} finally { db.close(); }
	};
	const get = (name) => inStore("readonly", (s) => s.get(name));
	const put = (name, value) => inStore("readwrite", (s) => s.put(value, name));
	const drop = (name) => inStore("readwrite", (s) => s.delete(name));

	const wrapping = async (passphrase, salt) => {
		const base = await crypto.subtle.importKey("raw", octets.utf8(passphrase.normalize("NFC")), "PBKDF2", false, ["deriveKey"]);
		return crypto.subtle.deriveKey({ name: "PBKDF2", hash: "SHA-256", salt, iterations: rounds }, base, { name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
	};

	// keep stores a key; the secret is of no further use then.
	const keep = async (kind, secret, name, passphrase) => {
		const f = form(kind);
		const record = { kind, name, blob: await blob(f, secret), made: new Date().toISOString().slice(0, 10) };
		if (shared) {
			const salt = crypto.getRandomValues(new Uint8Array(16)), iv = crypto.getRandomValues(new Uint8Array(12));
			record.locked = { salt, iv, data: await crypto.subtle.encrypt({ name: "AES-GCM", iv }, await wrapping(passphrase, salt), secret) };
		} else {
			record.key = await imported(f, secret, false);
		}
		await put("key", record);
		if (navigator.storage && navigator.storage.persist) await navigator.storage.persist();
		secret.fill(0);
		return get("key");
	};

	// usableKey is the key of a record, for which a passphrase may be needed; null if that is wrong.
	const unlocked = async (record, passphrase) => {
		if (record.key) return record.key;
		try {
			const { salt, iv, data } = record.locked;
			const secret = new Uint8Array(await crypto.subtle.decrypt({ name: "AES-GCM", iv }, await wrapping(passphrase, salt), data));
			return await imported(form(record.kind), secret, false);
		} catch (err) { return null; }
	};

	const fingerprint = async (record) => "SHA256:" + octets.base64(new Uint8Array(await crypto.subtle.digest("SHA-256", record.blob))).replace(/=+$/, "");

	// sign returns the armoured signature of a text (OpenSSH PROTOCOL.sshsig) for the purpose "keryx".
	const sign = async (record, key, message) => {
		const f = form(record.kind);
		const digest = new Uint8Array(await crypto.subtle.digest("SHA-512", octets.utf8(message)));
		const about = [octets.string("keryx"), octets.string(""), octets.string("sha512")];
		const data = octets.join(octets.utf8("SSHSIG"), ...about, octets.string(digest));
		const raw = new Uint8Array(await crypto.subtle.sign(f.sign, key, data));
		const proof = f === ed25519
			? octets.join(octets.string("ssh-ed25519"), octets.string(raw))
			: octets.join(octets.string("ecdsa-sha2-nistp256"), octets.string(octets.join(octets.mpint(raw.slice(0, 32)), octets.mpint(raw.slice(32)))));
		const all = octets.join(octets.utf8("SSHSIG"), octets.uint32(1), octets.string(record.blob), ...about, octets.string(proof));
		return "-----BEGIN SSH SIGNATURE-----\n" + octets.base64(all).match(/.{1,70}/g).join("\n") + "\n-----END SSH SIGNATURE-----\n";
	};

	return { shared, forms, usable, get, put, drop, keep, unlocked, fingerprint, sign };
})();
