/** Maximum words of a phrase; an ideograph is one word. Longer keywords are ignored. */
export const maxPhraseLength = 32

const root = 0
const empty = -1

/**
 * Finds which of many phrases occur in a text; the time does not depend on the number of phrases. Words are numbered;
 * edges are in one open-addressing table.
 */
export class PhraseTrie {
  private readonly words = new Map<string, number>()
  private nodes = 1
  private edges = 0
  /** Triples of node, word, child. */
  private table = new Int32Array(3 * 64).fill(empty)
  /** By node: the phrase that ends at it, or -1. */
  private phraseAt: number[] = [empty]
  private phrases = 0

  /** The number of the phrase, equal for equal words; -1 for no or too many words. */
  add(phrase: readonly string[]): number {
    if (phrase.length === 0 || phrase.length > maxPhraseLength) return empty
    let node = root
    for (const word of phrase) node = this.childFor(node, this.numberFor(word))
    if (this.phraseAt[node] === empty) {
      this.phraseAt[node] = this.phrases
      this.phrases += 1
    }
    return this.phraseAt[node]!
  }

  /** Number of phrases; phrase numbers are below it. */
  get size(): number {
    return this.phrases
  }

  /** Calls `onPhrase` for each occurrence of a phrase in the text. */
  find(text: readonly string[], onPhrase: (phrase: number) => void): void {
    const numbers = text.map((word) => this.words.get(word) ?? empty)
    for (let start = 0; start < numbers.length; start += 1) {
      let node = root
      for (let at = start; at < numbers.length; at += 1) {
        const word = numbers[at]!
        if (word === empty) break
        node = this.child(node, word)
        if (node === empty) break
        const phrase = this.phraseAt[node]!
        if (phrase !== empty) onPhrase(phrase)
      }
    }
  }

  private numberFor(word: string): number {
    const known = this.words.get(word)
    if (known !== undefined) return known
    this.words.set(word, this.words.size)
    return this.words.size - 1
  }

  private child(node: number, word: number): number {
    const { table } = this
    for (let slot = this.slotOf(node, word); ; slot = this.after(slot)) {
      const owner = table[slot]!
      if (owner === empty) return empty
      if (owner === node && table[slot + 1] === word) return table[slot + 2]!
    }
  }

  private childFor(node: number, word: number): number {
    const known = this.child(node, word)
    if (known !== empty) return known
    // At least half empty, so that a lookup of a missing key ends soon.
    if (this.edges * 6 >= this.table.length) this.grow()
    const child = this.nodes
    this.nodes += 1
    this.phraseAt.push(empty)
    this.put(node, word, child)
    this.edges += 1
    return child
  }

  private put(node: number, word: number, child: number): void {
    let slot = this.slotOf(node, word)
    while (this.table[slot] !== empty) slot = this.after(slot)
    this.table[slot] = node
    this.table[slot + 1] = word
    this.table[slot + 2] = child
  }

  private slotOf(node: number, word: number): number {
    const mixed = Math.imul(node, 0x9e3779b1) ^ Math.imul(word, 0x85ebca6b)
    const slots = this.table.length / 3
    return ((mixed ^ (mixed >>> 15)) & (slots - 1)) * 3
  }

  private after(slot: number): number {
    return slot + 3 === this.table.length ? 0 : slot + 3
  }

  private grow(): void {
    const old = this.table
    this.table = new Int32Array(old.length * 2).fill(empty)
    for (let slot = 0; slot < old.length; slot += 3) {
      if (old[slot] !== empty) this.put(old[slot]!, old[slot + 1]!, old[slot + 2]!)
    }
  }
}
