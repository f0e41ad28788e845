import {
  COMBINING_MARK,
  CONNECTOR,
  foldCharacter,
  foldOf,
  IDEOGRAPH,
  kindOf,
  kindOfCharacter,
  LOWER,
  longFoldOf,
  SEPARATOR,
  SURROGATE,
  UPPER,
} from './characters.ts'

/** Longer runs are hashes, keys and data, not words. */
export const MAX_TOKEN_LENGTH = 40
const maxCompoundLength = 160

/**
 * Receives each folded token as units `[start, end)` of `units`, which is reused for the next one, and the end of its
 * source text.
 */
export type TokenSink = (units: Uint16Array, start: number, end: number, textEnd: number) => void

export interface ScanOptions {
  /** Also emit `next.js` as `nextjs`. Camel case is always also emitted joined. */
  readonly joinSeparated: boolean
}

/**
 * Tokenises text into folded words: splits at everything that is neither letter nor digit, at camel-case humps and at
 * `-`, `_`, `.`; emits ideographs as overlapping pairs. One linear pass without allocations per word. Not re-entrant: a
 * sink must not tokenise.
 */
export function tokenise(text: string, options: ScanOptions, sink: TokenSink): void {
  scan.begin(options.joinSeparated, sink)
  const length = text.length
  for (let at = 0; at < length; at += 1) {
    const unit = text.charCodeAt(at)
    const kind = kindOf(unit)
    if (kind === LOWER) {
      if (scan.uppers > 1 && !isPluralEnd(text, at)) scan.splitBeforeLast(at - 1)
      scan.append(unit)
      scan.uppers = 0
      scan.afterLower = true
    } else if (kind === SEPARATOR) {
      scan.endCompound(at)
    } else if (kind === CONNECTOR) {
      scan.endPiece(at)
    } else if (kind === UPPER) {
      if (scan.afterLower) scan.endPart(at)
      scan.append(unit)
      scan.uppers += 1
      scan.afterLower = false
    } else if (kind === IDEOGRAPH) {
      scan.ideograph(foldOf(unit) === 0 ? longFoldOf(unit) : String.fromCharCode(foldOf(unit)), at)
    } else if (kind === SURROGATE) {
      at += astral(text, at)
    } else if (kind !== COMBINING_MARK) {
      scan.append(unit)
      scan.uppers = 0
      scan.afterLower = true
    }
  }
  scan.endCompound(length)
}

/** `APIs`, `PDFs`: the s belongs to the preceding capitals. */
function isPluralEnd(text: string, at: number): boolean {
  if (text.charCodeAt(at) !== 115) return false
  const next = at + 1 < text.length ? kindOf(text.charCodeAt(at + 1)) : SEPARATOR
  return next === SEPARATOR || next === CONNECTOR
}

/** Handles a character outside the BMP; returns the number of extra units. */
function astral(text: string, at: number): number {
  const character = String.fromCodePoint(text.codePointAt(at)!)
  const kind = character.length === 2 ? kindOfCharacter(character) : SEPARATOR
  if (kind === SEPARATOR) scan.endCompound(at)
  else if (kind === IDEOGRAPH) scan.ideograph(foldCharacter(character), at)
  else scan.appendText(foldCharacter(character))
  return character.length - 1
}

/** The current compound: parts (humps) within pieces (between connectors). */
class Scan {
  private readonly units = new Uint16Array(maxCompoundLength + 8)
  private readonly pair = new Uint16Array(16)
  private length = 0
  private partStart = 0
  private pieceStart = 0
  private parts = 0
  private pieces = 0
  private overflow = false
  private previousIdeograph = ''
  private paired = false
  private joinSeparated = false
  private sink: TokenSink = () => {}
  uppers = 0
  afterLower = false

  begin(joinSeparated: boolean, sink: TokenSink): void {
    this.joinSeparated = joinSeparated
    this.sink = sink
    this.previousIdeograph = ''
    this.reset()
  }

  append(unit: number): void {
    const folded = foldOf(unit)
    if (folded === 0 || this.previousIdeograph !== '' || this.length >= maxCompoundLength) {
      this.appendText(folded === 0 ? longFoldOf(unit) : String.fromCharCode(folded))
      return
    }
    this.units[this.length] = folded
    this.length += 1
  }

  appendText(folded: string): void {
    // Never at the end of the text, so the end position does not matter.
    if (this.previousIdeograph !== '') this.endIdeographs(0)
    if (this.length + folded.length > maxCompoundLength) {
      this.overflow = true
      return
    }
    for (let index = 0; index < folded.length; index += 1) {
      this.units[this.length + index] = folded.charCodeAt(index)
    }
    this.length += folded.length
  }

  /** `HTMLParser`: the last capital starts the next hump. */
  splitBeforeLast(textEnd: number): void {
    if (this.length - 1 <= this.partStart) return
    this.emit(this.partStart, this.length - 1, textEnd)
    this.partStart = this.length - 1
    this.parts += 1
  }

  endPart(textEnd: number): void {
    if (this.length === this.partStart) return
    this.emit(this.partStart, this.length, textEnd)
    this.partStart = this.length
    this.parts += 1
  }

  endPiece(textEnd: number): void {
    if (this.previousIdeograph !== '') this.endIdeographs(textEnd)
    this.endPart(textEnd)
    if (this.length === this.pieceStart) return
    if (this.parts > 1) this.emit(this.pieceStart, this.length, textEnd)
    this.pieceStart = this.length
    this.pieces += 1
    this.parts = 0
    this.uppers = 0
    this.afterLower = false
  }

  endCompound(textEnd: number): void {
    if (this.length === 0 && this.previousIdeograph === '') return
    this.endPiece(textEnd)
    if (this.pieces > 1 && this.joinSeparated) this.emit(0, this.length, textEnd)
    this.reset()
  }

  ideograph(folded: string, at: number): void {
    if (this.length > 0) this.endCompound(at)
    for (const character of folded) {
      if (this.previousIdeograph !== '') {
        this.emitText(this.previousIdeograph + character, at + 1)
        this.paired = true
      }
      this.previousIdeograph = character
    }
  }

  private endIdeographs(textEnd: number): void {
    if (!this.paired) this.emitText(this.previousIdeograph, textEnd)
    this.previousIdeograph = ''
    this.paired = false
  }

  private emitText(text: string, textEnd: number): void {
    for (let index = 0; index < text.length; index += 1) this.pair[index] = text.charCodeAt(index)
    this.sink(this.pair, 0, text.length, textEnd)
  }

  private emit(start: number, end: number, textEnd: number): void {
    if (this.overflow || end - start > MAX_TOKEN_LENGTH) return
    this.sink(this.units, start, end, textEnd)
  }

  private reset(): void {
    this.length = 0
    this.partStart = 0
    this.pieceStart = 0
    this.parts = 0
    this.pieces = 0
    this.uppers = 0
    this.afterLower = false
    this.overflow = false
  }
}

const scan = new Scan()
