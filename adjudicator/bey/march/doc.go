// Package march moves units: activations and action points, routes by land and sea,
// amphibious movements, arrivals, stacking and what is owed for movements that end among
// enemies.
package march
