package mail

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
)

func TestProgram(t *testing.T) {
	for field, want := range map[string]Program{
		"User-Agent: Mozilla Thunderbird": Thunderbird,
		"User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:102.0) Gecko/20100101 Thunderbird/102.3.1": Thunderbird,
		"User-Agent: Thunderbird for Android":                                                      K9,
		"User-Agent: K-9 Mail for Android":                                                         K9,
		"X-Mailer: Apple Mail (2.3731.700.6)":                                                      AppleMail,
		"X-Mailer: iPhone Mail (20G75)":                                                            AppleMail,
		"X-Mailer: Microsoft Outlook 16.0":                                                         Outlook,
		"X-Mailer: Microsoft Outlook, Build 10.0.2616":                                             Outlook,
		"User-Agent: Microsoft-MacOutlook/16.78.23100802":                                          Outlook,
		"User-Agent: Mutt/2.2.9 (2022-11-12)":                                                      Mutt,
		"User-Agent: NeoMutt/20220429":                                                             Mutt,
		"Message-ID: <CAF=x@mail.gmail.com>":                                                       Gmail,
		"Message-ID: <AM0PR.1@AM0PR01.eurprd01.prod.outlook.com>":                                  Outlook,
		"Message-ID: <x@mail.gmail.com>\r\nUser-Agent: Claws":                                      "",
		"Message-ID: <x@example.org>":                                                              "",
		"User-Agent: Mutt\r\nUser-Agent: Mozilla Thunderbird":                                      "",
		"Subject: thunderbird":                                                                     "",
		"X-Mailer: " + strings.Repeat("x", MaxField+1):                                             "",
	} {
		m, _ := desk().Read(t.Context(), []byte("From: red@example.org\r\n"+field+"\r\n\r\nhello\r\n"))
		if m.Program != want {
			t.Errorf("%.60s: %q, want %q", field, m.Program, want)
		}
	}
}

// TestHints wants a text for every hint that can be given, in both languages, and one
// for every code for which it depends on the program what to do.
func TestHints(t *testing.T) {
	for code, topic := range hints {
		if class := classes[code]; class == Automatic || class == TooLarge || topic == "" {
			t.Errorf("%s (%s) has the hint %q", code, class, topic)
		}
	}
	for code, class := range classes {
		if (class == Unsigned || class == Ambiguous) && hints[code] == "" && code != SeveralKeys {
			t.Errorf("%s (%s) has no hint", code, class)
		}
	}
	topics := map[string]bool{}
	for _, topic := range hints {
		topics[topic] = true
	}
	name := map[Program]string{Thunderbird: "Thunderbird", AppleMail: "Apple Mail|Mail|iPhone", Outlook: "Outlook", Gmail: "Gmail", Mutt: "Mutt", K9: "K-9"}
	for _, lang := range []string{"en", "fr"} {
		texts := map[string]string{}
		_, err := toml.DecodeFile(filepath.FromSlash("../templates/"+lang+"/hints.toml"), &texts)
		must(t, err)
		if len(texts) != len(topics)*(1+len(Programs)) {
			t.Errorf("%s: %d texts for %d topics and %d programs", lang, len(texts), len(topics), len(Programs))
		}
		for topic := range topics {
			general := texts["hint."+topic]
			for _, p := range Programs {
				named := regexp.MustCompile(name[p])
				if text := texts["hint."+topic+"."+string(p)]; !named.MatchString(text) {
					t.Errorf("%s: hint.%s.%s does not name the program: %q", lang, topic, p, text)
				}
				if !named.MatchString(general) {
					t.Errorf("%s: hint.%s does not name %s: %q", lang, topic, p, general)
				}
			}
		}
	}
}

func TestAdvice(t *testing.T) {
	for field, want := range map[string]any{"User-Agent: Mozilla Thunderbird": "sign.thunderbird", "User-Agent: unknown": "sign"} {
		refusal := wantRefusal(t, desk(), eml(orderText, field), NotSigned)
		if got := refusal.Data()["Hint"]; got != want {
			t.Errorf("%s: hint %v, want %v", field, got, want)
		}
	}
	refusal := wantRefusal(t, desk(), eml(signedBlock(t, mallory().pgp), "User-Agent: Mozilla Thunderbird"), UnknownKey)
	if got, ok := refusal.Data()["Hint"]; ok {
		t.Errorf("a key that is not registered has the hint %v", got)
	}
}
