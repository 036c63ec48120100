// SHA-256 (FIPS 180-4) and HMAC (RFC 2104): by the browser where it lends them to a page,
// and by this script where it does not, as over http from another machine.
var keryxHash = (function () {
  "use strict";
  var K = new Uint32Array(64), H0 = new Uint32Array(8);
  (function () { // the fractional parts of the roots of the first primes
    var n = 0, p = 2;
    var part = function (x) { return ((x - Math.floor(x)) * 4294967296) | 0; };
    for (; n < 64; p++) {
      var prime = true;
      for (var d = 2; d * d <= p; d++) if (p % d === 0) prime = false;
      if (!prime) continue;
      if (n < 8) H0[n] = part(Math.sqrt(p));
      K[n++] = part(Math.cbrt(p));
    }
  })();
  function own(bytes) {
    var n = bytes.length, blocks = (n + 9 + 63) >> 6;
    var m = new Uint8Array(blocks * 64);
    m.set(bytes);
    m[n] = 128;
    var view = new DataView(m.buffer);
    view.setUint32(m.length - 8, Math.floor(n / 536870912));
    view.setUint32(m.length - 4, (n << 3) >>> 0);
    var h = new Uint32Array(H0), w = new Uint32Array(64);
    for (var at = 0; at < m.length; at += 64) {
      for (var i = 0; i < 16; i++) w[i] = view.getUint32(at + 4 * i);
      for (; i < 64; i++) {
        var x = w[i - 15], y = w[i - 2];
        var s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
        var s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
        w[i] = (w[i - 16] + s0 + w[i - 7] + s1) | 0;
      }
      var a = h[0], b = h[1], c = h[2], d = h[3], e = h[4], f = h[5], g = h[6], k = h[7];
      for (i = 0; i < 64; i++) {
        var S1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
        var t1 = (k + S1 + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
        var S0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
        var t2 = (S0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
        k = g; g = f; f = e; e = (d + t1) | 0; d = c; c = b; b = a; a = (t1 + t2) | 0;
      }
      h[0] += a; h[1] += b; h[2] += c; h[3] += d; h[4] += e; h[5] += f; h[6] += g; h[7] += k;
    }
    var out = new Uint8Array(32), o = new DataView(out.buffer);
    for (var j = 0; j < 8; j++) o.setUint32(4 * j, h[j]);
    return out;
  }
  var subtle = typeof crypto !== "undefined" && crypto.subtle;
  async function sha256(bytes) {
    return subtle ? new Uint8Array(await subtle.digest("SHA-256", bytes)) : own(bytes);
  }
  function join(a, b) {
    var all = new Uint8Array(a.length + b.length);
    all.set(a);
    all.set(b, a.length);
    return all;
  }
  async function hmac(key, bytes) { // of keys that are no longer than a block
    var inner = new Uint8Array(64), outer = new Uint8Array(64);
    for (var i = 0; i < 64; i++) {
      inner[i] = (key[i] || 0) ^ 0x36;
      outer[i] = (key[i] || 0) ^ 0x5c;
    }
    return sha256(join(outer, await sha256(join(inner, bytes))));
  }
  function text(s) { return new TextEncoder().encode(s); }
  function hex(bytes) {
    return Array.prototype.map.call(bytes, function (b) { return (b < 16 ? "0" : "") + b.toString(16); }).join("");
  }
  function unhex(s) {
    var out = new Uint8Array(s.length / 2);
    for (var i = 0; i < out.length; i++) out[i] = parseInt(s.substr(2 * i, 2), 16);
    return out;
  }
  function base64(s) {
    var raw = atob(s), out = new Uint8Array(raw.length);
    for (var i = 0; i < raw.length; i++) out[i] = raw.charCodeAt(i);
    return out;
  }
  return { own: own, sha256: sha256, hmac: hmac, join: join, text: text, hex: hex, unhex: unhex, base64: base64, lent: !!subtle };
})();
