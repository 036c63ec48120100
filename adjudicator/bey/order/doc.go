// Package order reads what players write: the orders of movement, combat and stratagems,
// the forces, places and routes that they name, before anybody looks at the game.
package order
