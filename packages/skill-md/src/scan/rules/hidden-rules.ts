import {
  type Match,
  patternRule,
  type Segment,
  type SegmentKind,
  type SegmentRule,
} from '../scan-rule.ts'
import { mixedScript } from './mixed-script.ts'
import { paddingRule } from './padding-rule.ts'

const everywhere: readonly SegmentKind[] = ['prose', 'comment', 'code', 'frontmatter']
const tagRun = /[\u{e0020}-\u{e007e}]{2,}/gu
/** Flags of regions are written with tag characters. */
const flag = /\u{1f3f4}[\u{e0020}-\u{e007e}]{2,8}\u{e007f}/gu
const zeroWidth = /[\u200b\u2060-\u2064\ufeff\u180e]|(?<=[A-Za-z])[\u200c\u200d]+(?=[A-Za-z])/gu
const bidi = /[\u202a-\u202e\u2066-\u2069]/gu
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/
const orderInComment =
  /\b(?:(?:ignore|disregard)\s{1,3}(?:all|any|the|your|previous|prior|every|other|these|this|what)\b|you (?:must|should)(?! (?:still |now |then |also )?(?:have an?|see an?|get an?|be able)\b)|do not (?:tell|mention|show)|don't (?:tell|mention|show)|without (?:asking|telling)|(?:assistants?|llms?|(?:the|any|every|an?|ai) (?:ai |coding )?agents?)\s{0,2}[,:]\s{0,2}|(?:assistants?|agents?|llms?)\b[^.\n]{0,40}?\b(?:must|should|shall|ha(?:s|ve) to|needs? to|(?:is|are) to|please|now)\b|(?:assistants?|agents?|llms?) (?:that |who )?reads? (?:this|it)|(?:ignore|never tell|do not inform|hide\s{1,3}(?:this|it)\s{1,3}from)\s{1,3}the\s{1,3}user|system prompt|silently|secretly|execute|run the|send (?:the|all|any)|curl|wget)\b/

/** Text that people do not see and models read. */
export const hiddenRules: readonly SegmentRule[] = [
  {
    id: 'hidden.tag-characters',
    severity: 'high',
    message: 'Unicode tag characters spell out text that no screen shows.',
    attack: 'Gives the model orders that a reviewer cannot see.',
    fix: 'Remove the characters of the range U+E0000 to U+E007F.',
    on: everywhere,
    find: ({ text }) =>
      matches(
        text.replace(flag, (found) => ' '.repeat(found.length)),
        tagRun,
      ),
  },
  {
    id: 'hidden.zero-width',
    severity: 'medium',
    message: 'Zero-width characters stand between visible ones.',
    attack: 'Hides words from reviewers and filters, or carries hidden bits of text.',
    fix: 'Remove the zero-width characters.',
    on: everywhere,
    find: ({ text }) => countedMatches(text, zeroWidth, { least: 1, high: 8 }),
  },
  {
    id: 'hidden.bidi',
    severity: 'high',
    message: 'Direction overrides make text look different from what it is.',
    attack: 'Shows a reviewer another order of characters than the machine reads.',
    fix: 'Remove the direction controls, or isolate right-to-left text with markup.',
    on: everywhere,
    find: (segment) =>
      segment.kind !== 'code' && rightToLeft.test(segment.text) ? [] : matches(segment.text, bidi),
  },
  mixedScript,
  {
    id: 'hidden.comment-instructions',
    severity: 'high',
    message: 'A comment or an element that is not shown gives orders.',
    attack: 'Tells the model what people who read the rendered page do not see.',
    fix: 'Say it in the visible text, or remove it.',
    on: ['comment'],
    find: ({ folded, decodedFrom }) => (decodedFrom ? [] : matches(folded, orderInComment)),
  },
  patternRule(
    {
      id: 'hidden.data-page',
      severity: 'high',
      message: 'A link holds a whole page with scripts, in encoded form.',
      attack: 'Runs in the browser of whoever opens it, and nobody reads it before.',
      fix: 'Link to a page that can be read.',
    },
    ['prose', 'comment', 'frontmatter'],
    { pattern: /\]\(\s{0,2}data:text\/html|\bhref\s{0,2}=\s{0,2}["']data:text\/html/ },
  ),
  paddingRule,
]

function* matches(text: string, pattern: RegExp, severity?: Match['severity']): Generator<Match> {
  const global = pattern.flags.includes('g') ? pattern : new RegExp(pattern, `${pattern.flags}g`)
  let count = 0
  for (const { 0: found, index } of text.matchAll(global)) {
    yield { at: index, length: found.length, ...(severity && { severity }) }
    count += 1
    if (count >= 5) return
  }
}

/** One match for all of them: few are an accident of copying, many are a message. */
function* countedMatches(
  text: Segment['text'],
  pattern: RegExp,
  { least, high }: { readonly least: number; readonly high: number },
): Generator<Match> {
  let first = -1
  let count = 0
  for (const { index } of text.matchAll(pattern)) {
    if (index === 0 && text.charCodeAt(0) === 0xfeff) continue
    if (first < 0) first = index
    count += 1
    if (count >= high) break
  }
  if (count >= least) yield { at: first, length: 1, severity: count >= high ? 'high' : 'medium' }
}
