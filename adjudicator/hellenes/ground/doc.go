// Package ground is the position of a game of Hellenes, below its rules: where blocks stand and under which names, who holds
// what, and what can be asked of it without playing on, such as who may move, which ways there are, what a city holds and
// what is hidden. Those of its methods that change it do so by one block, and tell nobody.
package ground
