import type { Match, Segment, SegmentKind, SegmentRule } from '../scan-rule.ts'

const everywhere: readonly SegmentKind[] = ['prose', 'comment', 'code', 'frontmatter']
const tagRun = /[\u{e0020}-\u{e007e}]{2,}/gu
/** Flags of regions are written with tag characters. */
const flag = /\u{1f3f4}[\u{e0020}-\u{e007e}]{2,8}\u{e007f}/gu
const zeroWidth = /[\u200b\u2060-\u2064\ufeff\u180e]|(?<=[A-Za-z])[\u200c\u200d]+(?=[A-Za-z])/gu
const bidi = /[\u202a-\u202e\u2066-\u2069]/gu
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/
const mixedWord =
  /(?<![\p{L}])(?=[\p{L}]{0,40}[a-zA-Z])(?=[\p{L}]{0,40}[\u0370-\u03ff\u0400-\u04ff\u0530-\u058f])[a-zA-Z\u0370-\u03ff\u0400-\u04ff\u0530-\u058f]{3,40}(?![\p{L}])/gu
const likeLatin = /[\u0370-\u03ff\u0400-\u04ff\u0530-\u058f]/
const longBlank = /[\n \t\r\u00a0]{40}/
/** Blanks on a line, and blank lines, that are more than layout. */
const maxBlanks = 120
const maxBlankLines = 40
const orderInComment =
  /\b(?:ignore|disregard|you must|you should|do not (?:tell|mention|show)|don't (?:tell|mention|show)|without (?:asking|telling)|assistant|the agent|ai agent|llm|system prompt|silently|secretly|execute|run the|send (?:the|all|any)|curl|wget)\b/

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
  {
    id: 'hidden.mixed-script',
    severity: 'medium',
    message: 'A word mixes letters of several scripts that look alike.',
    attack: 'Gets past filters, or passes one name off as another.',
    fix: 'Write the word in one script.',
    on: everywhere,
    find: ({ text, kind }) => {
      if (!likeLatin.test(text)) return []
      const isRun = kind === 'code' || kind === 'frontmatter'
      return matches(text, mixedWord, isRun ? 'high' : undefined)
    },
  },
  {
    id: 'hidden.comment-instructions',
    severity: 'high',
    message: 'An HTML comment, which is not rendered, gives orders.',
    attack: 'Tells the model what people who read the rendered page do not see.',
    fix: 'Say it in the visible text, or remove it.',
    on: ['comment'],
    find: ({ folded, decodedFrom }) => (decodedFrom ? [] : matches(folded, orderInComment)),
  },
  {
    id: 'hidden.padding',
    severity: 'high',
    message: 'A long run of blanks pushes text out of sight.',
    attack: 'Places orders or code where nobody scrolls to.',
    fix: 'Remove the blanks.',
    on: everywhere,
    find: ({ text }) => paddings(text),
  },
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

/** Text behind a long run of blanks, found in one pass. */
function* paddings(text: string): Generator<Match> {
  if (!longBlank.test(text)) return
  let begin = 0
  let lines = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 10) lines += 1
    if (code === 10 || code === 32 || code === 9 || code === 13 || code === 160) continue
    const isPadded = lines >= maxBlankLines || (lines === 0 && begin > 0 && at - begin >= maxBlanks)
    if (isPadded) yield { at, length: 1 }
    begin = at + 1
    lines = 0
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
