package main

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"

	"keryx/adjudicator/host/season"
	"keryx/cmd/keryx/manual"
	"keryx/cmd/keryx/settings"
)

// settingsOf lists the settings that a part of the configuration reads, below a prefix.
func settingsOf(typ reflect.Type, prefix string) (all []string) {
	if typ.Kind() == reflect.Pointer {
		typ = typ.Elem()
	}
	for i := range typ.NumField() {
		f := typ.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("toml"), ",")
		switch of := f.Type; {
		case name == "-" || !f.IsExported() && !f.Anonymous:
		case f.Anonymous && name == "":
			all = append(all, settingsOf(of, prefix)...)
		case name == "":
		case isTable(of):
			all = append(all, settingsOf(of, prefix+name+".")...)
		default:
			all = append(all, prefix+name)
		}
	}
	return all
}

// isTable reports whether a type is a table of settings, and no value that is read from a text.
func isTable(typ reflect.Type) bool {
	if typ.Kind() == reflect.Pointer {
		typ = typ.Elem()
	}
	_, reads := reflect.PointerTo(typ).MethodByName("UnmarshalText")
	return typ.Kind() == reflect.Struct && !reads
}

// TestSettingsOfTheManual: the settings that the program reads, those of the sample configuration and those
// of the manual in each language are the same.
func TestSettingsOfTheManual(t *testing.T) {
	read := settingsOf(reflect.TypeFor[settings.Config](), "")
	slices.Sort(read)
	if !slices.Contains(read, "smtp.oauth.scopes") || !slices.Contains(read, "calendar.bank") || len(read) < 60 {
		t.Fatalf("the program reads %q", read)
	}
	text, err := os.ReadFile("../../config.example.toml")
	noErr(t, err)
	var sample []string
	table, set, header := "", regexp.MustCompile(`^(?:# ?)?([a-z_]+) += `), regexp.MustCompile(`^(?:# )?\[([a-z.]+)\]$`)
	for line := range strings.Lines(string(text)) {
		line = strings.TrimRight(line, "\n")
		if m := header.FindStringSubmatch(line); m != nil {
			table = m[1] + "."
		} else if m := set.FindStringSubmatch(line); m != nil {
			sample = append(sample, table+m[1])
		}
	}
	slices.Sort(sample)
	if sample = slices.Compact(sample); !slices.Equal(sample, read) {
		t.Errorf("config.example.toml and the program differ in %q", differing(sample, read))
	}
	for _, lang := range manual.Languages() {
		page, err := os.ReadFile(filepath.Join("manual", lang, "settings.md"))
		noErr(t, err)
		var told []string
		for _, item := range regexp.MustCompile(`(?m)^- [^:]*`).FindAllString(strings.ReplaceAll(string(page), "\n  ", " "), -1) {
			for _, m := range regexp.MustCompile("`([a-z_.]+)`").FindAllStringSubmatch(item, -1) {
				told = append(told, m[1])
			}
		}
		slices.Sort(told)
		if !slices.Equal(told, read) {
			t.Errorf("%s: settings.md and the program differ in %q", lang, differing(told, read))
		}
	}
}

// differing is what stands in one list alone, or there twice.
func differing(a, b []string) (all []string) {
	for _, s := range append(slices.Clone(a), b...) {
		if !slices.Contains(a, s) || !slices.Contains(b, s) {
			all = append(all, s)
		}
	}
	if len(all) == 0 {
		all = a
	}
	return all
}

// TestDefaultsOfTheManual: the usual values that the manual tells are those with which a configuration begins
// that says nothing of them.
func TestDefaultsOfTheManual(t *testing.T) {
	file := filepath.Join(t.TempDir(), "keryx.toml")
	noErr(t, os.WriteFile(file, []byte("address = \"orders@club.example\"\n[imap]\naddress = \"i:993\"\n[smtp]\naddress = \"s:465\"\n"), 0o600))
	c, err := settings.Load(file)
	noErr(t, err)
	var usual bytes.Buffer
	noErr(t, toml.NewEncoder(&usual).Encode(map[string]any{"name": c.Name, "database": c.Database, "server_key": c.ServerKey, "key_wait": c.KeyWait, "every": c.Every.String(),
		"receipts_wait": c.ReceiptsWait, "seat_mails": c.SeatMails, "return_path": c.Return, "claims": c.Referee.Claims, "appeals": c.Referee.Appeals,
		"pauses": c.Referee.Pauses, "longest_pause": c.Referee.LongestPause, "leave": c.Calendar.Leave, "warn": c.Calendar.Warn}))
	for lang, word := range map[string]string{"en": "Default:", "fr": "D’office\u00a0:"} {
		page, err := os.ReadFile(filepath.Join("manual", lang, "settings.md"))
		noErr(t, err)
		text := strings.Join(strings.Fields(strings.ReplaceAll(string(page), "\u00a0", "~")), " ")
		for line := range strings.Lines(usual.String()) {
			key, value, _ := strings.Cut(strings.TrimSpace(line), " = ")
			value = strings.NewReplacer("m0s", "m").Replace(value)
			item := regexp.MustCompile("- `(?:[a-z]+\\.)?" + key + "`").FindStringIndex(text)
			if item == nil {
				t.Errorf("%s: nothing of %s", lang, key)
				continue
			}
			rest, _, _ := strings.Cut(text[item[0]+2:], " - `")
			if _, said, _ := strings.Cut(rest, strings.ReplaceAll(word, "\u00a0", "~")+" "); !strings.HasPrefix(strings.Trim(said, "`"), strings.Trim(value, "`")) {
				t.Errorf("%s: the manual says of %s %q, it is %s", lang, key, rest, value)
			}
		}
	}
}

// TestExamplesOfTheManual: order files and standing orders of the manual read well, the files of seasons make a
// season, and no block of any page is of a kind that nothing tries.
func TestExamplesOfTheManual(t *testing.T) {
	needRulesets(t)
	heads := map[string]string{"en": "game hel-7\nside athens\nanswers K7Q2-9XWM\n\n", "fr": "partie hel-7\ncamp athènes\nrépond K7Q2-9XWM\n\n"}
	file := filepath.Join(t.TempDir(), "orders.txt")
	for _, lang := range manual.Languages() {
		checked := 0
		for _, topic := range manual.Topics() {
			page, err := os.ReadFile(filepath.Join("manual", lang, topic+".md"))
			noErr(t, err)
			for i, block := range strings.Split(string(page), "```") {
				if i%2 == 0 {
					continue
				}
				block = strings.TrimPrefix(block, "\n")
				first := strings.Fields(block)[0]
				switch {
				case commandWords.MatchString(block): // which readme.txtar types
				case topic == "requests" || topic == "calendar" || topic == "rulings": // which the host's tests ask and rule
				case topic == "server" && strings.HasPrefix(block, "# /etc/systemd/"): // which is not Keryx's to try
				case topic == "leagues":
					_, err := season.Read(block)
					noErr(t, err)
				case topic == "standing" && !strings.HasPrefix(block, first): // some lines of a section
					block = map[string]string{"en": "standing\n", "fr": "consignes\n"}[lang] + block
					fallthrough
				case first == "standing", first == "consignes", first == "orders", first == "ordres":
					block = heads[lang] + block
					fallthrough
				case first == "game", first == "partie":
					checked++
					noErr(t, os.WriteFile(file, []byte(block), 0o600))
					var said bytes.Buffer
					if status := run(t.Context(), []string{"orders", "check", file, "--lang", lang}, &said, &said); status != 0 {
						t.Errorf("%s/%s: status %d: %s\n%s", lang, topic, status, said.String(), block)
					}
				default:
					t.Errorf("%s/%s: nothing tries\n%s", lang, topic, block)
				}
			}
		}
		if checked != 7 {
			t.Errorf("%s: %d order files and standing orders", lang, checked)
		}
	}
}

// TestReadmeIsOneScreen keeps it short, and has it lead to every page of the manual.
func TestReadmeIsOneScreen(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	noErr(t, err)
	if len(text) > 8000 {
		t.Errorf("the README has %d bytes, and is to have 8,000 at most", len(text))
	}
	for _, topic := range manual.Topics() {
		if !strings.Contains(string(text), "(cmd/keryx/manual/en/"+topic+".md)") {
			t.Errorf("it does not lead to %s", topic)
		}
	}
	for _, link := range regexp.MustCompile(`(?:\]\(|src=")([^)"#:]+)[)"]`).FindAllStringSubmatch(string(text), -1) {
		if _, err := os.Stat(filepath.Join("../..", link[1])); err != nil {
			t.Error(err)
		}
	}
}

// TestHelpInTheReadersLanguage: without a flag the environment decides.
func TestHelpInTheReadersLanguage(t *testing.T) {
	t.Setenv("LC_ALL", "")
	t.Setenv("LC_MESSAGES", "")
	for set, want := range map[string]string{"fr_FR.UTF-8": "Installer un serveur", "de_DE.UTF-8": "Set up a server", "C": "Set up a server", "": "Set up a server"} {
		t.Setenv("LANG", set)
		var out bytes.Buffer
		if status := run(t.Context(), []string{"help", "server"}, &out, &out); status != 0 || !strings.Contains(out.String(), want) {
			t.Errorf("LANG=%q: status %d, %.60q, want %q", set, status, out.String(), want)
		}
	}
}

// TestUnitOfThePackage: the unit of systemd that packages bring is the one that the manual shows, but for where the
// program is, and that it waits for a configuration.
func TestUnitOfThePackage(t *testing.T) {
	unit, err := os.ReadFile("../../.ci/pack/files/keryx.service")
	noErr(t, err)
	brought := regexp.MustCompile(`(?m)^(?:ConditionPathExists|Documentation)=.*\n`).ReplaceAllString(string(unit), "")
	for _, lang := range []string{"en", "fr"} {
		page, err := os.ReadFile(filepath.Join("manual", lang, "server.md"))
		noErr(t, err)
		shown := strings.ReplaceAll(string(page), "/usr/local/bin/keryx", "/usr/bin/keryx")
		if !strings.Contains(shown, "# /etc/systemd/system/keryx.service\n"+brought) {
			t.Errorf("%s/server.md shows another unit than packages bring:\n%s", lang, brought)
		}
	}
}
