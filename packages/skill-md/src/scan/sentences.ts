/** A part of a folded text. Its line breaks are blanks. */
export interface Sentence {
  /** Offset in the text. */
  readonly at: number
  readonly text: string
}

/** Between sentences: a mark before a blank, an empty line, or the beginning of a list entry, a row or a heading. */
const boundary = /[。！？]|[.!?]["'`)*_]{0,3}(?=\s)|\n(?=[ \t]{0,12}(?:\n|[-*+#>|]|\d{1,2}[.)]\s))/g
/** A longer sentence is read in pieces. */
const maxSentence = 500

const commentLine = /^([ \t]{0,40}(?:#{1,3}|\/{2,3}|--|;|\*|\/\*{1,2}|rem\b)[ \t]{0,3})([^\n]*)$/gm

/** The comments of a code, without their marks; lines one after the other are one comment. */
export function* commentsIn(folded: string): Generator<Sentence> {
  let begin = 0
  let text = ''
  for (const { 0: line, 2: comment = '', index } of folded.matchAll(commentLine)) {
    if (begin + text.length + 1 === index) text += '\n'
    else {
      if (text !== '') yield { at: begin, text }
      begin = index
      text = ''
    }
    text += ' '.repeat(line.length - comment.length) + comment
  }
  if (text !== '') yield { at: begin, text }
}

/** The sentences of a folded text. Lines of one paragraph are one text. */
export function* sentencesIn(folded: string): Generator<Sentence> {
  let begin = 0
  for (const { 0: mark, index } of folded.matchAll(boundary)) {
    yield* partAt(folded, { begin, end: index + mark.length, most: maxSentence })
    begin = index + mark.length
  }
  yield* partAt(folded, { begin, end: folded.length, most: maxSentence })
}

const emptyLine = /\n[ \t>*#-]{0,8}(?=\n)/g
const maxParagraph = 1_500

export function* paragraphsIn(folded: string): Generator<Sentence> {
  let begin = 0
  for (const { 0: mark, index } of folded.matchAll(emptyLine)) {
    yield* partAt(folded, { begin, end: index, most: maxParagraph })
    begin = index + mark.length
  }
  yield* partAt(folded, { begin, end: folded.length, most: maxParagraph })
}

function* partAt(folded: string, { begin, end, most }: Span): Generator<Sentence> {
  for (const piece of piecesOf(folded, { begin, end, most })) {
    const whole = folded.slice(piece.begin, piece.end)
    const text = whole.trimStart()
    if (text.length < 12) continue
    const at = piece.begin + whole.length - text.length
    yield { at, text: text.replaceAll('\n', ' ').trimEnd() }
  }
}

interface Span {
  readonly begin: number
  readonly end: number
  /** Letters of a piece. */
  readonly most: number
}

/** What is longer is read in pieces, cut at a blank, so that nothing behind its beginning is hidden. */
function* piecesOf(folded: string, { begin, end, most }: Span) {
  let from = begin
  while (end - from > most) {
    // Only within the piece: a text without blanks would be searched from its beginning each time.
    const blank = folded.slice(from, from + most).lastIndexOf(' ')
    const to = from + (blank > most / 2 ? blank : most)
    yield { begin: from, end: to }
    from = to
  }
  yield { begin: from, end }
}
