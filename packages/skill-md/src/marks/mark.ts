/** Why a character is marked. */
export type MarkKind = 'bidi' | 'tag' | 'hidden' | 'control' | 'lookalike' | 'blank' | 'space'

/** Characters of a text that a reader would not see, or would take for others. */
export interface Mark {
  readonly kind: MarkKind
  /** What they are, for people: `right-to-left override`, `5,000 spaces`. */
  readonly label: string
  /** Their code points: `U+202E`; for tag characters also what they spell. */
  readonly detail: string
  /** How many count towards each kind; a run of blanks counts as one. */
  readonly tally: Readonly<Partial<Record<MarkKind, number>>>
}

/** A stretch of a text; the stretches of a text, put together, are the text. */
export interface TextPart {
  readonly text: string
  /** Null for what reads as it is. */
  readonly mark: Mark | null
}
