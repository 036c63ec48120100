#!/usr/bin/env python3
"""Checks the ledger and the dice of a Keryx game from saved mails, by another hand.

    python3 verify.py DIR [--key server-key.asc]...

It was written from the documentation of package dice and of the proof in each report,
shares no code with keryx, and needs nothing but Python's standard library. DIR holds
mails as .eml files, at any depth. Signatures are checked by gpg and ssh-keygen where
these programs are, and else it says that they were not. It ends with 1 if anything does
not hold. Where a server was put back to a backup, reports of what was given up may be
among the mails; they are checked as a ledger of their own.
"""
import base64, email, email.policy, hashlib, hmac, json, pathlib, re, shutil, subprocess, sys, tempfile
from collections import defaultdict

class Broken(Exception):
    pass

class Missing(Exception):
    """A letter that came without the file that holds its proof."""

def need(holds, what):
    if not holds:
        raise Broken(what)

def sha(data): return hashlib.sha256(data).hexdigest()
def mac(key, text): return hmac.new(key, text.encode(), "sha256").digest()
def tame(text): return re.sub(r"[^ -~]", "?", text)

def digested(kind, body):
    """The body as its digest covers it: the second line of a ruling, which says by whose key, stands there as its own SHA-256."""
    act, line, words = body.partition(b"\n")
    return act + line + sha(words).encode() if kind == "ruling" and line else body

def ruling_in(seq, body):
    """What a ruling says: what it does, and on a second line by whose key and in what words."""
    act, _, words = body.partition(b"\n")
    try:
        return json.loads(act) | (json.loads(words) if words else {})
    except (ValueError, TypeError):
        raise Broken(f"entry {seq} is a ruling that cannot be read")

def uniform(key, prefix, i, n):
    """A number from 0 to n-1, by rejection."""
    for block in range(1000):
        for byte in mac(key, f"{prefix}{i}/{block}"):
            if byte < 256 - 256 % n:
                return byte % n

def records(text):
    """The records of the block of proof, each a list of words; the first names the game."""
    heads = re.findall(r"^keryx-head-1 (\S+)(?:\s+([1-9][0-9]*)\s+([0-9a-f]{64}))?\s", text + "\n", re.A | re.M)
    lines = [re.sub(r"^(> ?)+", "", line) for line in text.splitlines()]
    starts = [i for i, line in enumerate(lines) if line.startswith("keryx-proof-1 ")]
    need(len(starts) < 2, "two blocks of proof in one mail")
    need(len(heads) < 2, "two heads of the ledger in one mail")
    if not starts and heads:
        raise Missing("proof missing: it came without its attached proof, and was not verified")
    if not starts:
        return None
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
        kinds = {"secret": "H", "opening": "H", "end": "", "keryx-proof-1": "", "throw": "NND", "roll": "NPD", "entry": "N...HH", "body": "N",
                 "sealed": "N.H", "fork": "NHHH"}.get(name, "NH")
        for kind, word in zip(kinds, words[1:]):
            need(re.fullmatch({"N": "[1-9][0-9]*", "P": "[1-9][0-9]*/[0-9]+", "D": "d[1-9][0-9]*", "H": "[0-9a-f]{64}", ".": ".*"}[kind], word, re.A),
                 f"{tame(word[:40])} in {name}")
        rows, words = rows + [words[:size + 1]], words[size + 1:]
        if name == "end":
            need(rows[0][1] == rows[-1][1], "a block of proof ends for another game")
            last = [(rows[0][1], *row[1:]) for row in rows if row[0] == "head"] or [(rows[0][1], "", "")]
            need(not heads or heads[0] == last[-1], "the letter names another head of the ledger than its attached proof")
            return rows
    raise Broken("a block of proof has no end")

class Report:
    """What the block of proof in one mail says, be it in the letter or in a file attached to it."""
    def __init__(self, rows):
        self.rows, self.after, self.head, self.entries, self.salts, self.bodies = rows, [], [], [], {}, {}
        for name, *w in rows:
            need(name not in ("salt", "body") or self.entries and w[0] == self.entries[-1][0], f"the {name} of entry {w[0]} does not follow it")
            if name == "entry":
                self.entries.append(w)
            elif name == "salt":
                self.salts[int(w[0])] = bytes.fromhex(w[1])
            elif name == "body":
                self.bodies[int(w[0])] = base64.b64decode("".join(w[2:]), validate=True)
                need(base64.b64encode(self.bodies[int(w[0])]).decode() == "".join(w[2:]), f"the body of entry {w[0]} is not in base64")
            elif name in ("after", "head"):
                setattr(self, name, [(int(w[0]), w[1])])
        self.links = list(dict.fromkeys(self.after + [(int(w[0]), w[-1]) for w in self.entries] + self.head))

    def shared(self):
        """What it says of the ledger alone: the rest may be of another line."""
        return Report([row for row in self.rows if row[0] in ("secret", "after", "entry", "salt", "body", "head")])

class Line:
    """One course of a ledger: its hashes by number, and the entries that gave it other dice."""
    def __init__(self, hashes, forks):
        self.hashes, self.forks = hashes, forks
        self.last = forks[-1][2] if forks else ""

    def holds(self, report):
        return all(self.hashes.get(seq) == known for seq, known in report.links)

    def replaces(self, other):
        common = 0
        while self.hashes.get(common + 1) == other.hashes.get(common + 1, 0):
            common += 1
        need(any(seq > common >= start for seq, start, _ in self.forks), f"two reports give different hashes of entry {common + 1}: the ledger was rewritten")

def lines_of(reports):
    """The courses of the ledger: one for each entry that none follows and that can be traced back to the first."""
    before, followed, entries, found = {}, set(), {}, []
    for r in reports:
        for a, b in zip(r.links, r.links[1:]):
            if b[0] == a[0] + 1:
                before[b] = a
                followed.add(a)
        for w in r.entries:
            seq = int(w[0])
            if (seq, w[-1]) not in entries or seq in r.bodies:
                entries[seq, w[-1]] = w, r.bodies.get(seq)
    for at in sorted(set(entries) - followed):
        hashes, forks = {}, []
        while at in entries:
            w, body = entries[at]
            hashes[at[0]] = at[1]
            if w[1] == "reseed" and body is not None and json.loads(body)["why"] in ("replay", "discard"):
                forks.insert(0, (at[0], json.loads(body)["from"], w[3]))
            if at[0] == 1:
                found.append(Line(hashes, forks))
            at = before.get(at)
    return sorted(found, key=lambda line: line.last, reverse=True)

class Game:
    def __init__(self):
        self.reports = []

    def gather(self, rows):
        self.reports.append(Report(rows))

    def check(self, game):
        """Checks the line of the ledger that goes on, and those that it says were given up."""
        lines, live = lines_of(self.reports), self.reports
        if len(lines) > 1 and lines[0].last:
            live = [r for r in self.reports if lines[0].holds(r)]
            for other in lines[1:]:
                lines[0].replaces(other)
                Ledger([r.shared() if lines[0].holds(r) else r for r in self.reports if other.holds(r)]).check(game)
        left = len(self.reports) - len(live)
        return f"{len(self.reports)} reports, " + Ledger(live).check(game) + (f", {left} reports of what was given up" if left else "")

class Ledger:
    """What the reports of one line say, together."""
    def __init__(self, reports):
        self.said, self.entries, self.hashes, self.bodies, self.salts = {}, {}, {0: "0" * 64}, {}, {}
        self.told, self.seeds, self.over, self.openings, self.forks = defaultdict(set), {}, defaultdict(set), [], set()
        self.rolls, self.letters, self.promised = {}, [], []
        for r in reports:
            self.gather(r)

    def same(self, topic, value):
        need(self.said.setdefault(topic, value) == value, "two reports differ about " + " ".join(map(str, topic)))

    def gather(self, report):
        for seq, known in report.links:
            self.same(("the hash of entry", seq), known)
            self.hashes[seq] = known
        for found, name in (report.salts, "salt"), (report.bodies, "body"):
            for seq, value in found.items():
                self.same((name, "of entry", seq), value)
        self.salts.update(report.salts)
        self.bodies.update(report.bodies)
        openings, throws, seals = [], [], []
        for name, *w in report.rows:
            if name == "entry":
                self.same(("entry", int(w[0])), w)
                self.entries[int(w[0])] = w
            elif name == "secret":
                self.same(("the secret's commitment",), w)
            elif name == "opening":
                openings.append(bytes.fromhex(w[0]))
            elif name == "commit":
                self.told[int(w[0])].add(w[1])
            elif name == "fork":
                self.forks.add((int(w[0]), *w[1:]))
            elif name == "reveal":
                self.over[int(w[0])].add(self.publish(w[1]))
            elif name == "roll":
                entry, index = map(int, w[1].split("/"))
                self.same(("roll", w[0], w[1]), w)
                self.rolls[int(w[0]), entry, index] = (int(w[2][1:]), list(map(int, w[3:])))
            elif name == "throw":
                throws.append((int(w[0]), int(w[1]), (int(w[2][1:]), list(map(int, w[3:])))))
            elif name == "sealed":
                seals.append((int(w[0]), w[1], w[2]))
        if openings:
            # A game that was over and went on by a ruling publishes more of them when it ends again.
            short, long = sorted((self.openings, openings), key=len)
            need(long[:len(short)] == short, "two reports differ about the secrets")
            self.openings = long
        if throws or seals:
            self.letters.append((throws, seals))

    def publish(self, seed):
        """Notes a seed under its commitment."""
        self.seeds[sha(bytes.fromhex(seed))] = bytes.fromhex(seed)
        return sha(bytes.fromhex(seed))

    def secret(self, seq):
        """The secret that an entry hangs on, of those that were published."""
        return self.openings[self.secret_of[seq]]

    def check(self, game):
        self.walk(game)
        of = defaultdict(set)  # the commitments of each turn in the ledger
        for turn, promise, *_ in self.promised:
            of[turn].add(promise)
        forked = defaultdict(set)
        for turn, before, after, _ in self.forks:
            forked[turn] |= {before, after}
        for turn, told in self.told.items():
            rest = told - of[turn] - forked[turn]
            need(not rest or not of[turn], f"a report and the ledger promise different seeds of turn {turn}")
            need(len(rest) < 2, f"two reports promise different seeds of turn {turn}")
        for turn, promises in self.over.items():
            need(promises <= self.told[turn], f"the seed of turn {turn} does not fit its commitment")
        if self.openings:
            whole = len(self.secrets) if self.final or not self.published else self.published
            need(list(map(sha, self.openings)) == self.secrets[:whole], "the secrets do not fit their commitments")
            for n in self.following & set(range(whole)):
                need(self.openings[n] == hashlib.sha256(f"keryx-next-secret-1\n{self.openings[n - 1].hex()}\n".encode()).digest(),
                     "a secret that took the place of another by a ruling does not follow from it")
            for turn, promise, n, _ in self.promised:
                need(promise not in self.seeds or n >= whole or mac(self.openings[n], f"{game}/{turn}") == self.seeds[promise],
                     f"the seed of turn {turn} does not follow from the secret")
            self.check_salts(game)
        thrown = self.check_rolls()
        given_up = sum(not self.bound(letter, of, forked) for letter in self.letters)
        if self.openings and (self.final or not self.published):
            stands = {turn for turn, _, _, seq in self.promised if seq not in self.void}
            told = {t[0] for throws, seals in self.letters for t in throws + seals}
            left = ({t for t in self.told if self.told[t]} | told) - set(self.over)
            left = left & stands if self.taken_back else left
            need(not left, f"the game has ended, and turns {sorted(left)}, of which the reports tell, were never played to their end")
        restored = len(self.forks | self.listed) - self.taken_back
        return f"{len(self.entries)} entries, {len(self.bodies)} bodies, {thrown} throws of {len(self.over)} turns" + (
            ", the secret" if self.openings else "") + (f", other dice {restored} times" if restored else "") + (
            f", taken back {self.taken_back} times" if self.taken_back else "") + (
            f", {given_up} reports of what was given up in a turn" if given_up else "")

    def walk(self, game):
        """Goes through the ledger, entry by entry."""
        chain, count, turn, force = "0" * 64, 0, 0, None
        self.heads, self.force, self.turn_at, self.secret_of, self.orders, self.listed = {}, {}, {}, {}, {}, set()
        self.void, self.behind, self.final, self.published, self.following, self.taken_back = set(), None, False, 0, set(), 0
        self.appeals, self.ruled, self.decided = {}, {}, set()
        self.secrets, self.older = self.said.get(("the secret's commitment",), [None])[:], None
        for seq in range(1, max(self.hashes) + 1):
            need(seq in self.entries, f"entry {seq} is in no report: one is missing")
            _, kind, side, at, digest, known = self.entries[seq]
            side, body = "" if side == "-" else side, self.bodies.get(seq)
            lines = ["keryx-ledger-1", game, str(seq), kind, side, at, digest, self.hashes[seq - 1], ""]
            need(sha("\n".join(lines).encode()) == known, f"entry {seq} does not have the hash that is given")
            need(body is None or sha(self.salts.get(seq, bytes(32)) + digested(kind, body)) == digest, f"the body of entry {seq} does not fit its digest")
            self.secret_of[seq] = len(self.secrets) - 1
            need(not self.behind or kind == "reseed", f"entry {seq - 1} gives something up, and no other dice stand behind it")
            if kind == "orders":
                count += 1
                chain = sha(f"keryx-chain-1\n{chain}\n{side}\n{digest}\n".encode())
                self.orders[seq] = count
            elif body is None:
                pass
            elif kind == "created":
                made = json.loads(body)
                need(made.get("dice", 1) in (1, 2), "it is not known how its dice are made")
                self.older = made.get("dice", 1) == 1
                need(self.secrets[0] in (None, made["commitment"]), "the ledger and a report differ about the secret's commitment")
                self.secrets[0] = made["commitment"]
            elif kind == "commit":
                _, now, force = body.decode().split()
                need(int(now) == turn + 1, f"entry {seq} commits to turn {now}, and turn {turn + 1} is next")
                turn = int(now)
                self.promised.append((turn, force, len(self.secrets) - 1, seq))
            elif kind == "reseed":
                turn, force = self.reseed(seq, json.loads(body), force, turn)
            elif kind == "appeal":
                ruled = json.loads(body)["entry"]
                need(0 < ruled < seq and self.entries[ruled][1] == "ruling" and ruled not in self.appeals.values() and not self.ruled.get(ruled, {}).get("appeal"),
                     f"entry {seq} appeals against entry {ruled}, which cannot be appealed")
                self.appeals[seq] = ruled
            elif kind == "ruling":
                self.ruling(seq, ruling_in(seq, body))
            elif kind == "reveal":
                _, over, seed = body.decode().split()
                need(int(over) == turn and sha(bytes.fromhex(seed)) == force, f"entry {seq} publishes the seed of another turn")
            elif kind == "ended":
                made, self.final, self.published = json.loads(body), True, len(self.secrets)
                ended = [made["secret"]] + made.get("later", [])
                need(not self.openings or ended == [s.hex() for s in self.openings][:len(ended)], "the ledger ends with another secret")
            need(self.older is not None, "no report tells what entry 1 says, which creates the game")
            self.heads[seq], self.force[seq], self.turn_at[seq] = known if self.older else chain, force, turn

    def reseed(self, seq, body, force, turn):
        """Goes on with the dice that a turn was given: the seed that it had is published with the entry."""
        why, was, self.behind = body["why"], self.behind, None
        need(why in ("replay", "discard", "ruling", "reopened") or (why, self.entries[seq - 1][1]) in (("moved", "moved"), ("void", "ruling")), f"entry {seq} gives other dice for a reason that is unknown")
        if was or why in ("ruling", "reopened"):
            need(was and why in ("ruling", "reopened"), f"entry {seq} gives other dice by a ruling, and there is none directly before it, or the other way round")
            need(was["entry"] == body["from"], f"entry {seq} names another entry than the ruling before it")
            need((why == "reopened") == self.final and (why == "ruling" or was["act"] == "back"), f"entry {seq} takes its secret from where it may not")
            self.final, self.taken_back, turn = False, self.taken_back + 1, self.turn_at[was["entry"]]
            if why == "ruling":
                self.following.add(len(self.secrets))
        need(body["turn"] == turn, f"entry {seq} gives other dice to turn {body['turn']}, and turn {turn} is in play")
        need(self.publish(body["seed"]) == force, f"the seed that entry {seq} publishes does not fit its commitment")
        self.secrets.append(body["secret"])
        self.promised.append((body["turn"], body["commitment"], len(self.secrets) - 1, seq))
        self.listed.add((body["turn"], force, body["commitment"], body["secret"]))
        return body["turn"], body["commitment"]

    def ruling(self, seq, body):
        """Notes which entries a ruling gives up; other dice must stand directly behind it."""
        self.ruled[seq] = body
        if body.get("appeal"):
            ruled = self.appeals.get(body["appeal"])
            need(ruled and body["appeal"] not in self.decided, f"entry {seq} decides the appeal in entry {body['appeal']}, which does not wait")
            need(not body.get("by") or body["by"] != self.ruled.get(ruled, {}).get("by"), f"entry {seq} decides an appeal against entry {ruled}, and is by the same referee")
            self.decided.add(body["appeal"])
        if body["act"] in ("back", "throw"):
            start = body["entry"] + (body["act"] == "back")
            need(1 <= start <= seq and (start == seq or start not in self.void), f"entry {seq} goes back to one that does not stand")
            self.void |= set(range(start, seq))
            self.behind = body

    def check_salts(self, game):
        for seq, number in self.orders.items():
            want = f"{game}/salt/{seq}" if self.older else f"{game}/orders/{number}"
            need(seq not in self.bodies or self.secret_of[seq] >= len(self.openings) or self.salts.get(seq) == mac(self.secret(seq), want), f"the salt of entry {seq} does not follow from the secret")

    def check_rolls(self):
        thrown = 0
        for (turn, entry, index), (sides, faces) in self.rolls.items():
            seed = self.seeds.get(self.force.get(entry)) if turn in self.over else None
            if seed is None:
                continue
            for i, face in enumerate(faces, index):
                want = uniform(seed, self.heads[entry] + "/", i, sides) + 1
                need(face == want, f"turn {turn}, die {entry}/{i} shows {face}, the seed says {want}")
            thrown += 1
        return thrown

    def bound(self, letter, of, forked):
        """Whether what a report said during a turn is of this ledger. In a turn that was given other dice it may be of what was given up."""
        throws, seals = letter
        for turn, name, value in seals:
            promises = self.told[turn] | of[turn] | forked[turn]
            if turn not in self.over:
                continue
            at = {seq for p in promises & set(self.seeds) for seq, h in self.hashes.items() if mac(self.seeds[p], f"sealed/{name}/{h}").hex() == value}
            if at & self.void:
                return False
            if not at:
                need(any(f[0] == turn for f in self.forks | self.listed), f"report {name} was bound to another ledger")
                return False
        for turn, number, throw in throws:
            if turn in self.over:
                all = [self.rolls[k] for k in sorted(self.rolls) if k[0] == turn and k[1] not in self.void]
                need(number <= len(all) and all[number - 1] == throw, f"throw {number} of turn {turn} was told otherwise")
        return True

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
    known = any(block[1].encode() == body for g in games.values() for r in g.reports for body in r.bodies.values())
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
            tool("gpg", "--homedir", home, "--batch", "-q", "--import", *key)
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
            except Missing as e:
                print(f"{path.name}: {e}")
            except (Broken, ValueError, LookupError, TypeError, AttributeError) as e:
                bad += 1
                print(f"{path.name}: {tame(str(e))}")
        for name, game in games.items():
            try:
                print(f"{tame(name)}: {game.check(name)}: {'what is left holds' if bad else 'all hold'}")
            except (Broken, ValueError, LookupError, TypeError, AttributeError) as e:
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
    key = [words.pop(at + 1) for at in range(len(words) - 1, -1, -1) if words[at] == "--key" and at + 1 < len(words)]
    words = [w for w in words if w != "--key"]
    sys.exit(main(words[0], key) if len(words) == 1 else __doc__)
