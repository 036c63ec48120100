package hellespont

import (
	"keryx/adjudicator/bey/standing"
	"keryx/orders"
)

// Names of the months, zones and leaders of Hellespont that are of one language alone, in
// folded form.
var (
	englishNames = standing.WordSet(`january february march april may june july august september october november december
		elaeus parium lampsacus cyzicus thrasybulus alcibiades theramenes mindarus hermocrates hippocrates pharnabazus
		epicles byzantium`)
	frenchNames = standing.WordSet(`janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre
		eleonte lampsaque cyzique thrasybule alcibiade theramene hermocrate pharnabaze byzance`)
)

// Tongue implements [adjudicator.Linguist].
func (rs *ruleset) Tongue(rule *orders.Rule) (orders.Language, bool) {
	return standing.TongueOf(rule, englishNames, frenchNames)
}
