#!/usr/bin/env python3
"""Checks the ledger and the dice of a Keryx game from saved mails, by another hand.

    python3 verify.py DIR [--key server-key.asc]

It was written from the documentation of package dice and of the proof in each report,
shares no code with keryx, and needs nothing but Python's standard library. DIR holds
mails as .eml files, at any depth. Signatures are checked by gpg and ssh-keygen where
these programs are, and else it says that they were not. It ends with 1 if anything does
not hold. A game whose server was put back to a backup is left to `keryx verify`.
"""
import base64, email, email.policy, hashlib, hmac, json, pathlib, re, shutil, subprocess, sys, tempfile
from collections import defaultdict

class Broken(Exception):
    pass

def need(holds, what):
    if not holds:
        raise Broken(what)

def sha(data): return hashlib.sha256(data).hexdigest()
def mac(key, text): return hmac.new(key, text.encode(), "sha256").digest()
def tame(text): return re.sub(r"[^ -~]", "?", text)

def uniform(key, prefix, i, n):
    """A number from 0 to n-1, by rejection."""
    for block in range(1000):
        for byte in mac(key, f"{prefix}{i}/{block}"):
            if byte < 256 - 256 % n:
                return byte % n

def records(text):
    """The records of the block of proof, each a list of words; the first names the game."""
    lines = [re.sub(r"^(> ?)+", "", line) for line in text.splitlines()]
    starts = [i for i, line in enumerate(lines) if line.startswith("keryx-proof-1 ")]
    if not starts:
        return None
    need(len(starts) == 1, "two blocks of proof in one mail")
    words, rows = " ".join(lines[starts[0]:]).split(), []
    fixed = {"keryx-proof-1": 1, "secret": 1, "after": 2, "entry": 6, "salt": 2, "head": 2, "commit": 2, "fork": 4,
             "reveal": 2, "opening": 1, "sealed": 3, "end": 1}
    while words:
        name, size = words[0], fixed.get(words[0])
        if name == "body":
            size = 2 + int(words[2])
        elif name in ("roll", "throw"):
            size = 3
            while size + 1 < len(words) and words[size + 1].isdigit():
                size += 1
        need(size and len(words) > size, f"{tame(name[:40])} is not a whole record")
        numbers = {"secret": "", "opening": "", "end": "", "keryx-proof-1": "", "throw": "NND", "roll": "NPD"}.get(name, "N")
        for kind, word in zip(numbers, words[1:]):
            need(re.fullmatch({"N": "[1-9][0-9]*", "P": "[1-9][0-9]*/[0-9]+", "D": "d[1-9][0-9]*"}[kind], word, re.A), f"{tame(word[:40])} in {name}")
        rows, words = rows + [words[:size + 1]], words[size + 1:]
        if name == "end":
            need(rows[0][1] == rows[-1][1], "a block of proof ends for another game")
            return rows
    raise Broken("a block of proof has no end")

class Game:
    def __init__(self):
        self.said, self.entries, self.hashes, self.bodies = {}, {}, {0: "0" * 64}, {}
        self.told, self.seeds, self.opening, self.reports = defaultdict(set), {}, None, 0
        self.rolls, self.throws, self.seals, self.salts = {}, set(), set(), {}

    def same(self, topic, value):
        need(self.said.setdefault(topic, value) == value, "two reports differ about " + " ".join(map(str, topic)))

    def gather(self, rows):
        self.reports += 1
        for name, *w in rows:
            if name in ("after", "head", "entry"):
                self.same(("the hash of entry", int(w[0])), w[-1])
                self.hashes[int(w[0])] = w[-1]
            if name == "entry":
                self.same(("entry", int(w[0])), w)
                self.entries[int(w[0])] = w
            elif name in ("salt", "body"):
                self.same((name, "of entry", int(w[0])), w)
                if name == "salt":
                    self.salts[int(w[0])] = bytes.fromhex(w[1])
                else:
                    self.bodies[int(w[0])] = base64.b64decode("".join(w[2:]), validate=True)
                    need(base64.b64encode(self.bodies[int(w[0])]).decode() == "".join(w[2:]), f"the body of entry {w[0]} is not in base64")
            elif name == "secret":
                self.same(("the secret's commitment",), w)
            elif name == "opening":
                self.same(("the secret",), w)
                self.opening = bytes.fromhex(w[0])
            elif name == "commit":
                self.told[int(w[0])].add(w[1])
            elif name == "fork":
                raise Broken("the server was put back to a backup: keryx verify tells the lines of such a ledger apart")
            elif name == "reveal":
                self.same(("the seed of turn", int(w[0])), w)
                self.seeds[int(w[0])] = bytes.fromhex(w[1])
            elif name == "roll":
                entry, index = map(int, w[1].split("/"))
                self.same(("roll", w[0], w[1]), w)
                self.rolls[int(w[0]), entry, index] = (int(w[2][1:]), list(map(int, w[3:])))
            elif name == "throw":
                self.throws.add((int(w[0]), int(w[1]), int(w[2][1:]), tuple(map(int, w[3:]))))
            elif name == "sealed":
                self.seals.add((int(w[0]), w[1], w[2]))

    def check(self, game):
        chain, count, turn, promised, heads, older = "0" * 64, 0, 0, {}, {}, None
        for seq in range(1, max(self.hashes) + 1):
            need(seq in self.entries, f"entry {seq} is in no report: one is missing")
            _, kind, side, at, digest, known = self.entries[seq]
            side = "" if side == "-" else side
            lines = ["keryx-ledger-1", game, str(seq), kind, side, at, digest, self.hashes[seq - 1], ""]
            need(sha("\n".join(lines).encode()) == known, f"entry {seq} does not have the hash that is given")
            if seq in self.bodies:
                need(sha(self.salts.get(seq, bytes(32)) + self.bodies[seq]) == digest, f"the body of entry {seq} does not fit its digest")
            need(kind != "reseed", "the server was put back to a backup: keryx verify tells the lines of such a ledger apart")
            if kind == "created":
                made = json.loads(self.bodies[seq])
                older = made.get("dice", 1) == 1
                self.same(("the secret's commitment",), [made["commitment"]])
            elif kind == "commit":
                _, turn, promise = self.bodies[seq].decode().split()
                turn = int(turn)
                promised[turn] = promise
                need(not self.told[turn] - {promise}, f"a report and the ledger promise different seeds of turn {turn}")
            elif kind == "reveal":
                _, over, seed = self.bodies[seq].decode().split()
                need(int(over) == turn, f"entry {seq} publishes the seed of another turn")
                self.same(("the seed of turn", turn), [over, seed])
            elif kind == "orders":
                count += 1
                chain = sha(f"keryx-chain-1\n{chain}\n{side}\n{digest}\n".encode())
                if self.opening and seq in self.salts:
                    want = f"{game}/salt/{seq}" if older else f"{game}/orders/{count}"
                    need(self.salts[seq] == mac(self.opening, want), f"the salt of entry {seq} does not follow from the secret")
            elif kind == "ended" and self.opening:
                need(json.loads(self.bodies[seq])["secret"] == self.opening.hex(), "the ledger ends with another secret")
            heads[seq] = known if older else chain
        if self.opening:
            need([sha(self.opening)] == self.said["the secret's commitment",], "the secret does not fit its commitment")
        for turn, seed in self.seeds.items():
            known = promised.get(turn) or min(self.told[turn], default="")
            need(sha(seed) == known, f"the seed of turn {turn} does not fit its commitment")
            need(not self.opening or mac(self.opening, f"{game}/{turn}") == seed, f"the seed of turn {turn} does not follow from the secret")
        for turn, told in self.told.items():
            need(len(told) < 2, f"two reports promise different seeds of turn {turn}")
        thrown = 0
        for (turn, entry, index), (sides, faces) in self.rolls.items():
            for i, face in enumerate(faces) if turn in self.seeds else ():
                want = uniform(self.seeds[turn], heads[entry] + "/", index + i, sides) + 1
                need(face == want, f"turn {turn}, die {entry}/{index + i} shows {face}, the seed says {want}")
            thrown += turn in self.seeds
        for turn, number, sides, faces in self.throws:
            if turn in self.seeds:
                all = [self.rolls[k] for k in sorted(self.rolls) if k[0] == turn]
                need(number <= len(all) and all[number - 1] == (sides, list(faces)), f"throw {number} of turn {turn} was told otherwise")
        for turn, name, value in self.seals:
            if turn in self.seeds:
                need(any(mac(self.seeds[turn], f"sealed/{name}/{h}").hex() == value for h in self.hashes.values()),
                     f"report {name} was bound to another ledger")
        if self.opening:
            of = set(promised) | set(self.told) | {t[0] for t in self.throws} | {t[0] for t in self.seals} | {k[0] for k in self.rolls}
            need(not of - set(self.seeds), f"the game has ended, and turns {sorted(of - set(self.seeds))}, of which the reports tell, were never played to their end")
        return f"{self.reports} reports, {len(self.entries)} entries, {len(self.bodies)} bodies, {thrown} throws of {len(self.seeds)} turns" + (
            ", the secret" if self.opening else "")

def tool(*command, data=b""):
    return subprocess.run(command, input=data, capture_output=True).returncode == 0

def signed(raw, key, home):
    """Whether the mail is signed by the server's key (RFC 3156); None: cannot be checked here."""
    if not key or not shutil.which("gpg"):
        return None
    raw = re.sub(rb"\r?\n", b"\r\n", raw)
    mark = re.search(rb'multipart/signed[^\n]*(?:\n[ \t][^\n]*)*?boundary="?([^"\r\n;]+)', raw, re.I)
    parts = raw.split(b"\r\n--" + mark[1]) if mark else []
    need(len(parts) > 2, "it is not signed")
    pathlib.Path(home, "signature").write_bytes(parts[2].partition(b"\r\n\r\n")[2])
    need(tool("gpg", "--homedir", home, "--batch", "-q", "--verify", f"{home}/signature", "-", data=parts[1][2:]), "it is not signed by the server's key")
    return True

def ordered(text, games, home):
    """What is to be said of an order file that an SSH key signed."""
    block = re.search(r"-----BEGIN KERYX ORDERS-----\n(.*?)(-----BEGIN SSH SIGNATURE-----.*?-----END SSH SIGNATURE-----)", text, re.S)
    if not block:
        return None
    known = any(block[1].encode() == body for g in games.values() for body in g.bodies.values())
    if not shutil.which("ssh-keygen"):
        return known and "in the ledger, signature not checked"
    pathlib.Path(home, "sig").write_text(block[2] + "\n")
    good = tool("ssh-keygen", "-Y", "check-novalidate", "-n", "keryx", "-s", f"{home}/sig", data=block[1].encode())
    need(good or not known, "its text is in the ledger, and its signature does not hold")
    return known and "in the ledger, signature holds"

def main(where, key):
    games, found, bad, unchecked = defaultdict(Game), {}, 0, 0
    with tempfile.TemporaryDirectory() as home:
        if key and shutil.which("gpg"):
            tool("gpg", "--homedir", home, "--batch", "-q", "--import", key)
        orders = []
        for path in sorted(p for p in pathlib.Path(where).rglob("*") if p.suffix == ".eml"):
            try:
                raw = path.read_bytes()
                parts = email.message_from_bytes(raw, policy=email.policy.default).walk()
                text = "\n".join(p.get_content() for p in parts if p.get_content_type() == "text/plain").replace("\r\n", "\n")
                rows = records(text)
                if rows is None:
                    orders.append((path, text))
                    continue
                unchecked += signed(raw, key, home) is None
                games[rows[0][1]].gather(rows)
            except (Broken, ValueError, LookupError) as e:
                bad += 1
                print(f"{path.name}: {tame(str(e))}")
        for name, game in games.items():
            try:
                print(f"{tame(name)}: {game.check(name)}: {'what is left holds' if bad else 'all hold'}")
            except (Broken, ValueError, LookupError) as e:
                bad += 1
                print(f"{tame(name)}: DOES NOT HOLD: {tame(str(e))}")
        for path, text in orders:
            try:
                word = ordered(text, games, home)
                found[word] = found.get(word, 0) + bool(word)
            except Broken as e:
                bad += 1
                print(f"{path.name}: {e}")
    for word, n in found.items():
        if word:
            print(f"{n} order files: {word}")
    if unchecked:
        print(f"not checked: who wrote {unchecked} reports (it takes gpg, and the server's key as --key)")
    return 1 if bad or not games else 0

if __name__ == "__main__":
    words = sys.argv[1:]
    key = words.pop(words.index("--key") + 1) if "--key" in words[:-1] else None
    words = [w for w in words if w != "--key"]
    sys.exit(main(words[0], key) if len(words) == 1 else __doc__)
