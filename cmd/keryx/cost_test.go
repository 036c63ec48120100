//go:build unix

package main

import (
	"runtime"
	"syscall"
	"testing"
	"time"

	"keryx/adjudicator"
	"keryx/adjudicator/hellespont"
)

// mostCost is how many times that of Hellespont's an answer of a game's sensible player may cost.
const mostCost = 3

// BenchmarkSensibleAnswer measures the processor time of one answer of the sensible player, in each
// scenario of each game, without standing orders and with the proposed ones, all in one run, and
// fails where it is above [mostCost] times that in Hellespont's first scenario. An iteration measures
// everything once: run it with -benchtime 1x. With standing orders it only prints: what they leave
// to the player is what takes thought, and nothing else.
func BenchmarkSensibleAnswer(b *testing.B) {
	for b.Loop() {
		for _, standing := range []bool{false, true} {
			rules := hellespont.Opener.Newest()
			model := answerCost(b, rules, rules.Info().Scenarios[0], standing)
			for _, of := range games {
				rules := of.Newest()
				if _, thinks := rules.(adjudicator.Bot); !thinks {
					continue
				}
				for _, scenario := range rules.Info().Scenarios {
					cost := answerCost(b, rules, scenario, standing)
					times := float64(cost) / float64(model)
					b.Logf("%-12s %-6s standing orders %-5v %8v an answer, %.1f times", of.Name, scenario, standing, cost, times)
					if times > mostCost && !standing {
						b.Errorf("%s %s: an answer costs %.1f times that in Hellespont, %d are allowed", of.Name, scenario, times, mostCost)
					}
				}
			}
		}
	}
}

// answerCost is the processor time of an answer on the mean of 40 games.
func answerCost(b *testing.B, rules adjudicator.Ruleset, scenario string, standing bool) time.Duration {
	runtime.GC()
	answers, read, begun := 0, new(adjudicator.Standings), cpuTime(b)
	for seed := range uint64(40) {
		p := adjudicator.Selfplay{Rules: rules, Setup: adjudicator.Setup{Scenario: scenario}, Seed: 1 + seed*adjudicator.SeedStep, MaxAnswers: 5000, Read: read}
		if err := p.Seat(adjudicator.SensiblePlayer, standing); err != nil {
			b.Fatal(err)
		}
		played, err := p.Run()
		if err != nil {
			b.Fatalf("%s %s: %v", rules.Info().Name, scenario, err)
		}
		answers += played.Answers
	}
	return (cpuTime(b) - begun) / time.Duration(answers)
}

// cpuTime is the processor time that this process has taken so far.
func cpuTime(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
