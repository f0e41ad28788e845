import { PassageClassifier } from '../classifier/passage-classifier.ts'
import { readPassageWeights } from '../classifier/passage-weights.ts'
import { type Passage, passagesOf, type ReadSentence } from '../classifier/passages.ts'
import type { Match, Segment, SegmentRule } from '../scan-rule.ts'

/** Chosen by honest skills of packages that no training saw. */
const scores = {
  text: { high: 2.5, medium: 1.75 },
  data: { high: 2.5, medium: 2.25 },
  script: { high: 1.5, medium: 0.75 },
} as const

let made: PassageClassifier | undefined
/** Reading the weights takes milliseconds, which a program that scans nothing should not wait for. */
function classifier(): PassageClassifier {
  made ??= new PassageClassifier(readPassageWeights())
  return made
}

/** What no expression names, and yet reads like it: said by a classifier that was trained on passages. */
export const suspiciousPassage: SegmentRule = {
  id: 'prompt.suspicious-passage',
  severity: 'high',
  message: 'It reads like a passage of a malicious skill.',
  attack:
    'Passes on what is private, hides what is done, or lets others decide, in words that no other rule knows.',
  fix: 'Say what is sent, changed or run, to whom and why, and let the person decide.',
  on: ['prose', 'comment', 'frontmatter', 'code'],
  *find(segment: Segment): Generator<Match> {
    const named: Passage[] = []
    for (const { passage, score } of suspiciousPassages(segment)) {
      if (named.some((one) => overlap(one, passage))) continue
      named.push(passage)
      const { at, length } = passage
      const shownAt = worstSentence(passage).at
      // The classifier has read the words that show an attack as one.
      yield {
        at,
        length,
        shownAt,
        isFirm: true,
        ...(score <= scores[passage.of].high && { severity: 'medium' as const }),
      }
    }
  },
}

/** The worst first. */
function suspiciousPassages(segment: Segment) {
  return [...passagesOf(segment)]
    .map((passage) => ({ passage, score: classifier().score(passage.sentences) }))
    .filter(({ passage, score }) => score > scores[passage.of].medium)
    .toSorted((one, other) => other.score - one.score)
}

/** The sentence that a person should look at first. */
function worstSentence({ sentences }: Passage): ReadSentence {
  const [first, ...rest] = sentences as readonly [ReadSentence, ...ReadSentence[]]
  const scoreOf = (one: ReadSentence) => classifier().score([one])
  return rest.reduce((worst, one) => (scoreOf(one) > scoreOf(worst) ? one : worst), first)
}

type Span = Pick<Match, 'at' | 'length'>

function overlap(one: Span, other: Span): boolean {
  return one.at < other.at + other.length && other.at < one.at + one.length
}
