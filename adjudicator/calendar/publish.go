package calendar

import "github.com/emersion/go-ical"

// refresh is how often a calendar program need look for what has changed.
const refresh = "PT1H"

// Publish writes deadlines as a calendar that programs subscribe to (RFC 5546 section 3.2.1):
// the entries that the invites of the same UIDs make, to nobody by name. The name is that of
// the whole.
func Publish(name string, all []Invite) ([]byte, error) {
	var said []*ical.Prop
	for _, as := range []string{ical.PropName, "X-WR-CALNAME"} { // RFC 7986, and what programs read before it
		prop := ical.NewProp(as)
		prop.SetText(name)
		prop.Params.Del(ical.ParamValue) // it is text anyway, and not every program looks for that
		said = append(said, prop)
	}
	every := ical.NewProp(ical.PropRefreshInterval)
	every.Value = refresh
	every.Params.Set(ical.ParamValue, string(ical.ValueDuration))
	said = append(said, every)

	var parts []*ical.Component
	for _, i := range all {
		parts = append(parts, i.event().Component)
	}
	if len(parts) == 0 { // a calendar has to hold something (RFC 5545 section 3.6)
		parts = append(parts, utc())
	}
	return encode("PUBLISH", said, parts...)
}

// utc is a time zone that nothing refers to.
func utc() *ical.Component {
	standard := ical.NewComponent(ical.CompTimezoneStandard)
	for name, value := range map[string]string{ical.PropDateTimeStart: "19700101T000000", ical.PropTimezoneOffsetFrom: "+0000", ical.PropTimezoneOffsetTo: "+0000"} {
		prop := ical.NewProp(name)
		prop.Value = value
		standard.Props.Set(prop)
	}
	zone := ical.NewComponent(ical.CompTimezone)
	zone.Props.SetText(ical.PropTimezoneID, "Etc/UTC")
	zone.Children = append(zone.Children, standard)
	return zone
}
